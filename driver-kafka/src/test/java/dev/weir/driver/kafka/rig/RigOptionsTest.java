package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RigOptionsTest {
    @Test
    void withoutWordsEverythingIsMeasuredInEightPairs() {
        RigOptions options = RigOptions.parse(List.of());

        assertThat(options.scenarios())
                .containsExactly(("max-100b-1p max-100b-16p max-1kib-1p max-1kib-16p sink-100b-1p sink-100b-16p "
                                + "sink-1kib-1p sink-1kib-16p read-100b-1p read-100b-16p read-1kib-1p read-1kib-16p "
                                + "paced-1000 paced-20000 paced-50000 paced-50000-1ms none launch curve")
                        .split(" "));
        assertThat(options.pairs()).isEqualTo(8);
    }

    @Test
    void scenariosCanBeNamedByTheirKind() {
        assertThat(RigOptions.parse(List.of("paced", "max", "--pairs", "2")).scenarios())
                .containsExactly(("paced-1000 paced-20000 paced-50000 paced-50000-1ms max-100b-1p max-100b-16p "
                                + "max-1kib-1p max-1kib-16p")
                        .split(" "));
    }

    @Test
    void aFullNameNamesOne() {
        assertThat(RigOptions.parse(List.of("paced-50000", "none")).scenarios()).containsExactly("paced-50000", "none");
    }

    @Test
    void aPacedLoadWarmsUpForAMinuteUnlessAnOptionSaysOtherwise() {
        Load paced = Load.named("paced-1000").get(0);

        assertThat(RigOptions.parse(List.of()).warmupSeconds(paced)).isEqualTo(60);
        assertThat(RigOptions.parse(List.of("--warmup", "3")).warmupSeconds(paced))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "fast, got fast",
        "--pairs, got nothing",
        "--seconds 0, got 0",
        "--warmup x, got x",
        "--omb nowhere, got nowhere"
    })
    void reportsProblems(String words, String message) {
        assertThatThrownBy(() -> RigOptions.parse(List.of(words.split(" ", -1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
