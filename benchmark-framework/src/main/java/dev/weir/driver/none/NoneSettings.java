package dev.weir.driver.none;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields of a driver file for {@code none}, with their meaning and allowed values. */
final class NoneSettings {
    private record Setting(String meaning, long least) {}

    private static final Map<String, Setting> SETTINGS = settings();

    private NoneSettings() {}

    private static Map<String, Setting> settings() {
        var all = new LinkedHashMap<String, Setting>();
        all.put("stallAtMessage", new Setting("sequence number, of each producer, at which send blocks", 0));
        all.put("stallMillis", new Setting("for how long send blocks at stallAtMessage", 1));
        all.put("failEvery", new Setting("every Nth message of a producer is reported failed, not delivered", 1));
        all.put(
                "deliverFailedEvery",
                new Setting("every Nth message of a producer is reported failed, yet delivered", 1));
        all.put("loseEvery", new Setting("every Nth message of a producer is acknowledged, not delivered", 1));
        all.put("duplicateEvery", new Setting("every Nth message of a producer is delivered twice", 1));
        all.put(
                "reorderEvery",
                new Setting("every Nth message of a producer is swapped with its successor in the partition", 2));
        all.put(
                "capacityMessagesPerSecond",
                new Setting("messages that each topic admits per second; send blocks when its queue is full", 1));
        all.put(
                "deliverAbortedEvery",
                new Setting("every Nth transaction that a producer aborts is delivered all the same", 1));
        return Collections.unmodifiableMap(all);
    }

    static Map<String, String> meanings() {
        var meanings = new LinkedHashMap<String, String>();
        SETTINGS.forEach((name, setting) -> meanings.put(name, setting.meaning()));
        return meanings;
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        var problems = new ArrayList<ConfigProblem>();
        config.settings().forEach((name, value) -> check(name, value, problems));
        boolean stallAt = config.settings().containsKey("stallAtMessage");
        if (stallAt != config.settings().containsKey("stallMillis")) {
            String missing = stallAt ? "stallMillis" : "stallAtMessage";
            problems.add(new ConfigProblem(
                    missing, "", missing + " is missing: stallAtMessage and stallMillis only go together"));
        }
        refuse("topicConfig", config.topics().properties(), problems);
        refuse("commonConfig", config.clients().common(), problems);
        refuse("producerConfig", config.clients().producer(), problems);
        refuse("consumerConfig", config.clients().consumer(), problems);
        return problems;
    }

    private static void check(String name, String value, List<ConfigProblem> problems) {
        Setting setting = SETTINGS.get(name);
        if (setting == null) {
            String known = String.join(", ", SETTINGS.keySet());
            problems.add(new ConfigProblem(name, "", "the driver none has no field " + name + ", only " + known));
        } else if (!isNumber(value) || Long.parseLong(value.strip()) < setting.least()) {
            problems.add(new ConfigProblem(
                    name, "", name + " must be a whole number, at least " + setting.least() + ", got " + value));
        }
    }

    /** Returns whether a value is a number of up to 18 digits, which a long always holds. */
    private static boolean isNumber(String value) {
        return value.strip().matches("[0-9]{1,18}");
    }

    private static void refuse(String field, Map<String, String> properties, List<ConfigProblem> problems) {
        properties
                .keySet()
                .forEach(property -> problems.add(new ConfigProblem(
                        field, property, "the driver none has no client and no properties for one, got " + property)));
    }
}
