package dev.weir.driver.none;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a driver file for {@code none}: what the system does wrong, on purpose. Messages are counted by their
 * sequence number within their producer, from 1: {@code loseEvery: 10} loses the sequences 9, 19, 29... Negative
 * sequences, which the benchmark's own probes have, are never touched.
 */
final class NoneSettings {
    private static final Map<String, Setting> SETTINGS = Stream.of(Setting.values())
            .collect(Collectors.toMap(setting -> setting.field, setting -> setting, (a, b) -> a, LinkedHashMap::new));
    private static final Set<Setting> OF_MESSAGES = EnumSet.range(Setting.FAIL, Setting.REORDER);

    /** A field; those that concern single messages are in order of precedence. */
    enum Setting {
        STALL_AT("stallAtMessage", 0, "sequence number, of each producer, at which send blocks"),
        STALL_MILLIS("stallMillis", 1, "for how long send blocks at stallAtMessage"),
        FAIL("failEvery", 1, "every Nth message of a producer is reported failed, not delivered"),
        DELIVER_FAILED("deliverFailedEvery", 1, "every Nth message of a producer is reported failed, yet delivered"),
        LOSE("loseEvery", 1, "every Nth message of a producer is acknowledged, not delivered"),
        DUPLICATE("duplicateEvery", 1, "every Nth message of a producer is delivered twice"),
        REORDER("reorderEvery", 2, "every Nth message of a producer is swapped with its successor in the partition"),
        CAPACITY(
                "capacityMessagesPerSecond",
                1,
                "messages that each topic admits per second; send blocks when its queue is full"),
        DELIVER_ABORTED(
                "deliverAbortedEvery", 1, "every Nth transaction that a producer aborts is delivered all the same");

        private final String field;
        private final long min;
        private final String meaning;

        Setting(String field, long min, String meaning) {
            this.field = field;
            this.min = min;
            this.meaning = meaning;
        }
    }

    private final Map<Setting, Long> values = new EnumMap<>(Setting.class);
    /** Whether a single message may be treated otherwise than its neighbours. */
    final boolean concernMessages;

    /** @param texts without {@link #problems} */
    NoneSettings(Map<String, String> texts) {
        SETTINGS.forEach((field, setting) -> values.put(
                setting, Long.parseLong(texts.getOrDefault(field, "-1").strip())));
        concernMessages = get(Setting.CAPACITY) > 0 || OF_MESSAGES.stream().anyMatch(setting -> get(setting) > 0);
    }

    /** Returns a value; -1 if it is absent. */
    long get(Setting setting) {
        return values.getOrDefault(setting, -1L);
    }

    /** Returns what happens to a message; null: nothing. */
    @Nullable
    Setting faultOf(long sequence) {
        for (Setting setting : OF_MESSAGES) {
            if (sequence >= 0 && isNth(setting, sequence + 1)) {
                return setting;
            }
        }
        return null;
    }

    /** Returns whether the message or transaction with this number, from 1, is one of a setting's. */
    boolean isNth(Setting setting, long number) {
        return get(setting) > 0 && number % get(setting) == 0;
    }

    static Map<String, String> meanings() {
        var meanings = new LinkedHashMap<String, String>();
        SETTINGS.forEach((field, setting) -> meanings.put(field, setting.meaning));
        return meanings;
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        var problems = new ArrayList<ConfigProblem>();
        config.settings().forEach((name, value) -> {
            Setting setting = SETTINGS.get(name);
            if (setting == null) {
                problems.add(new ConfigProblem(
                        name,
                        "",
                        "the driver none has no field " + name + ", only " + String.join(", ", SETTINGS.keySet())));
            } else if (!value.strip().matches("[0-9]{1,18}") || Long.parseLong(value.strip()) < setting.min) {
                problems.add(new ConfigProblem(
                        name, "", name + " must be a whole number, at least " + setting.min + ", got " + value));
            }
        });
        boolean stallAt = config.settings().containsKey(Setting.STALL_AT.field);
        if (stallAt != config.settings().containsKey(Setting.STALL_MILLIS.field)) {
            String missing = (stallAt ? Setting.STALL_MILLIS : Setting.STALL_AT).field;
            problems.add(new ConfigProblem(
                    missing, "", missing + " is missing: stallAtMessage and stallMillis only go together"));
        }
        refuse("topicConfig", config.topics().properties(), problems);
        config.clients().byField().forEach((field, properties) -> refuse(field, properties, problems));
        return problems;
    }

    private static void refuse(String field, Map<String, String> properties, List<ConfigProblem> problems) {
        for (String name : properties.keySet()) {
            String message = "the driver none has no client and no properties for one, got " + name;
            problems.add(new ConfigProblem(field, name, message));
        }
    }
}
