package dev.weir.driver.kafka.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownSystemTest {
    @ParameterizedTest
    @CsvSource({
        "redpanda.4f2a36c8-6a0c-4a6b-9d4f-1f0c2c5b8a11, redpanda, true",
        "redpanda.initializing, redpanda, false",
        "MkU3OEVBNTcwNTJENDM2Qk, kafka, true",
        "kfake, '', true",
        "'', '', false"
    })
    void theIdOfAClusterIdentifiesTheSystem(String id, String driver, boolean isId) {
        assertThat(ClusterFacts.KnownSystem.of(id)
                        .map(ClusterFacts.KnownSystem::driver)
                        .orElse(""))
                .isEqualTo(driver);
        assertThat(ClusterFacts.KnownSystem.isId(id)).isEqualTo(isId);
    }
}
