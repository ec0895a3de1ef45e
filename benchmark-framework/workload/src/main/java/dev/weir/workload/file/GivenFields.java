package dev.weir.workload.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fields of a run as a person wrote them, where its effective files do not show that.
 *
 * @param throughputs rates that were written in bytes, by field, such as {@code producerRate} to {@code 100MiB/s}
 * @param set fields that options of the command line gave, by path, without secrets: {@code producerRate} to {@code
 *     20k}
 */
public record GivenFields(Map<String, String> throughputs, Map<String, String> set) {
    /** The effective files show everything. */
    public static final GivenFields NONE = new GivenFields(Map.of(), Map.of());

    public GivenFields {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        throughputs = Collections.unmodifiableMap(new LinkedHashMap<>(throughputs));
    }
}
