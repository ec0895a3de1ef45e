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
                .containsExactly(
                        "max-100b-1p",
                        "max-100b-16p",
                        "max-1kib-1p",
                        "max-1kib-16p",
                        "paced-default",
                        "paced-1ms",
                        "none",
                        "launch",
                        "curve");
        assertThat(options.pairs()).isEqualTo(8);
    }

    @Test
    void scenariosCanBeNamedByTheirKind() {
        assertThat(RigOptions.parse(List.of("paced", "max", "--pairs", "2")).scenarios())
                .containsExactly(
                        "paced-default", "paced-1ms", "max-100b-1p", "max-100b-16p", "max-1kib-1p", "max-1kib-16p");
    }

    @Test
    void aFullNameNamesOne() {
        assertThat(RigOptions.parse(List.of("max-1kib-1p", "none")).scenarios()).containsExactly("max-1kib-1p", "none");
    }

    @ParameterizedTest
    @CsvSource({"fast, got fast", "--pairs, got nothing", "--seconds 0, got 0", "--warmup x, got x"})
    void saysWhatIsWrong(String words, String message) {
        assertThatThrownBy(() -> RigOptions.parse(List.of(words.split(" ", -1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
