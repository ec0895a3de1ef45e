package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    @Test
    void readsTheListsOfTaskset() {
        assertThat(CpuSet.of("4-7").orElseThrow().cores()).isEqualTo(Set.of(4, 5, 6, 7));
        assertThat(CpuSet.of("0,2, 2-3").orElseThrow().cores()).isEqualTo(Set.of(0, 2, 3));
        assertThat(CpuSet.of("4-7").orElseThrow().holds(CpuSet.of("5,7").orElseThrow()))
                .isTrue();
        assertThat(CpuSet.of("4-7").orElseThrow().holds(CpuSet.of("3-5").orElseThrow()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "7-4", "1,,2", "-1", "1-", "123456789"})
    void findsNoCoresInAnInvalidList(String text) {
        assertThat(CpuSet.of(text)).isEmpty();
    }
}
