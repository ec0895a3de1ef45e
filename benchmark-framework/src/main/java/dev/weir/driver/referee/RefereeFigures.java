package dev.weir.driver.referee;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures that a tool of {@link Referees} reported. Figures that the tool does not report are absent.
 *
 * @param command the arguments with which the tool was started
 * @param values by name, which is one of the constants here
 * @param output the lines of the tool's output that contain the figures
 */
public record RefereeFigures(List<String> command, Map<String, Double> values, List<String> output) {
    /** The number of messages that the tool measured. */
    public static final String MESSAGES = "messages";

    /** Messages per second. */
    public static final String MESSAGES_PER_SECOND = "messagesPerSecond";

    /** Payload per second, MiB. */
    public static final String MEBIBYTES_PER_SECOND = "mebibytesPerSecond";

    /** Mean of the tool's latency in milliseconds. The following figures are milliseconds, too. */
    public static final String MEAN_MILLIS = "meanMillis";

    public static final String P50_MILLIS = "p50Millis";
    public static final String P95_MILLIS = "p95Millis";
    public static final String P99_MILLIS = "p99Millis";
    public static final String P999_MILLIS = "p99.9Millis";
    public static final String MAX_MILLIS = "maxMillis";

    /** How long a consumer waited for its partitions, milliseconds. */
    public static final String REBALANCE_MILLIS = "rebalanceMillis";

    public RefereeFigures {
        command = List.copyOf(command);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        output = List.copyOf(output);
    }
}
