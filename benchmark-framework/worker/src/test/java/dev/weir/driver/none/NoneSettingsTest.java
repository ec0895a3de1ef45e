package dev.weir.driver.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoneSettingsTest {

    @Test
    void acceptsEverySettingThatItDocuments() {
        Map<String, String> all = Map.of(
                "stallAtMessage", "0",
                "stallMillis", "1",
                "failEvery", "1",
                "deliverFailedEvery", "1",
                "loseEvery", "1",
                "duplicateEvery", "1",
                "reorderEvery", " 2 ",
                "capacityMessagesPerSecond", "999999999999999999",
                "deliverAbortedEvery", "1");
        assertThat(problems(all)).isEmpty();
        assertThat(new NoneDriverFactory().settings()).containsOnlyKeys(all.keySet());
    }

    @Test
    void reportsWhichValuesItAllows() {
        assertThat(problems(Map.of("loseEvery", "0")))
                .extracting(ConfigProblem::message)
                .containsExactly("loseEvery must be a whole number, at least 1, got 0");
        assertThat(problems(Map.of("reorderEvery", "1", "failEvery", "often")))
                .extracting(ConfigProblem::field)
                .containsExactly("failEvery", "reorderEvery");
        assertThat(problems(Map.of("stallMillis", "5")))
                .extracting(ConfigProblem::message)
                .containsExactly("stallAtMessage is missing: stallAtMessage and stallMillis only go together");
    }

    @Test
    void refusesToOpenWithAProblem() {
        DriverConfig config = DriverConfig.of("none").withSettings(Map.of("loseEvry", "3"));
        assertThatThrownBy(() -> new NoneDriverFactory().open(config))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("loseEvry");
    }

    private static List<ConfigProblem> problems(Map<String, String> settings) {
        return new NoneDriverFactory().problems(DriverConfig.of("none").withSettings(settings));
    }
}
