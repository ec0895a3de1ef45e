package dev.weir.workload.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a person wrote of a run that its effective files do not show any more.
 *
 * @param throughputs rates that were written in bytes, by field, such as {@code producerRate} to {@code 100MiB/s}
 * @param set fields that options of the command line gave, by path, without secrets: {@code producerRate} to {@code 20k}
 */
public record GivenFields(Map<String, String> throughputs, Map<String, String> set) {
    /** Its effective files show all of it. */
    public static final GivenFields NONE = new GivenFields(Map.of(), Map.of());

    public GivenFields {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        throughputs = Collections.unmodifiableMap(new LinkedHashMap<>(throughputs));
    }
}
