package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    @Test
    void namesTheNumberTheLimitAndTheRemedy() {
        assertThat(ConnectionLimit.problem("worker host:1", 20_000, OptionalLong.of(1024)))
                .hasValueSatisfying(text -> assertThat(text)
                        .startsWith(
                                "worker host:1 needs about 20,500 open files for 20,000 connections, but may open 1,024")
                        .contains("ulimit -n 20500"));
    }

    @Test
    void acceptsALimitThatSufficesOrIsUnknown() {
        assertThat(ConnectionLimit.problem("it", 20_000, OptionalLong.of(20_500)))
                .isEmpty();
        assertThat(ConnectionLimit.problem("it", 20_000, OptionalLong.empty())).isEmpty();
    }
}
