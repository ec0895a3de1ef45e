package dev.weir.workload.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Options that stand for a field, and texts in which they replace the names of fields. */
public final class OptionNames {
    /** Options of a load without a workload file, by the paths of their fields. */
    private static final Map<String, String> OF_LOAD = Map.of(
            "topics", "--topics",
            "partitionsPerTopic", "--partitions",
            "messageSize", "--size",
            "producersPerTopic", "--producers",
            "consumerPerSubscription", "--consumers",
            "producerRate", "--rate",
            "warmupDuration", "--warmup",
            "testDuration", "--duration",
            "sampleRateMillis", "--interval");

    /** Options that can also be used with files. */
    private static final Map<String, String> OTHERS = Map.of(
            "search", "--search",
            "keys.cardinality", "--keys",
            "name", "--name",
            "repeat", "--repeat",
            "driver.replicationFactor", "--replication-factor",
            "driver.producerConfig.acks", "--acks",
            "driver.producerConfig.linger.ms", "--linger",
            "driver.producerConfig.batch.size", "--batch-size",
            "driver.producerConfig.compression.type", "--compression");

    private static final String OF_DRIVER = "driver.";
    private static final String CLIENT_PREFIX = "driver\\.(producerConfig\\.)?";
    private static final Map<String, String> BY_WORD = byWord();

    /** A field, and a colon before its value. */
    private static final Pattern FIELD = Pattern.compile("(?<![\\w.-])(?:" + CLIENT_PREFIX + ")?("
            + BY_WORD.keySet().stream()
                    .sorted(Comparator.comparing(String::length).reversed())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|"))
            + ")(?![\\w=])(?! \\(--)(?::(?= (?:max|\\d)))?");

    private static final String SUGGESTION = "did you mean ";

    private OptionNames() {}

    public static String of(String path) {
        return Optional.ofNullable(OF_LOAD.get(path))
                .or(() -> Optional.ofNullable(OTHERS.get(path)))
                .orElseThrow();
    }

    /** Returns whether an option has an effect only without a workload file. */
    public static boolean isOfLoad(String option) {
        return OF_LOAD.containsValue(option);
    }

    /** Returns the fields of drivers for which an option stands, by the last part of their paths. */
    public static Map<String, String> driverFields() {
        return OTHERS.keySet().stream()
                .filter(path -> path.startsWith(OF_DRIVER))
                .collect(Collectors.toMap(path -> path.replaceFirst("^" + CLIENT_PREFIX, ""), path -> path));
    }

    /** Returns a text with options instead of fields. A suggested field stays beside its option. */
    public static String in(String text) {
        return FIELD.matcher(text).replaceAll(match -> {
            String option = BY_WORD.getOrDefault(match.group(2), match.group());
            boolean isSuggestion = text.startsWith(SUGGESTION, match.start() - SUGGESTION.length());
            return isSuggestion ? match.group() + " (" + option + ")" : option;
        });
    }

    /** Returns a text with options instead of fields, if the options of these paths described a whole load. */
    public static String in(String text, Collection<String> given) {
        // Other options than --rate give the rate of a search.
        Set<String> load = OF_LOAD.keySet().stream()
                .filter(path -> !path.equals("producerRate"))
                .collect(Collectors.toSet());
        return given.containsAll(load) ? in(text) : text;
    }

    /** Returns the options by the words for their fields in texts. The names of some fields are also plain words. */
    private static Map<String, String> byWord() {
        Map<String, String> words = new HashMap<>(OF_LOAD);
        OTHERS.forEach((path, option) -> words.put(path.replaceFirst("^" + CLIENT_PREFIX, ""), option));
        words.keySet().removeIf(word -> word.matches("[a-z]+"));
        return words;
    }
}
