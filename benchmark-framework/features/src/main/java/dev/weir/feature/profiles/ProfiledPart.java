package dev.weir.feature.profiles;

import java.util.Optional;
import java.util.stream.Stream;

/** Part of a run that its profiles cover. */
public enum ProfiledPart {
    /** All measured phases. */
    MEASUREMENT("measurement"),
    WARM_UP("warm-up"),
    BACKLOG("backlog"),
    DRAIN("drain"),
    /** The reporting interval of the measurement with the slowest 99th percentile. */
    WORST_INTERVAL("worst-interval");

    private final String key;

    ProfiledPart(String key) {
        this.key = key;
    }

    /** The name in workload files; that of the phase, where it is one. */
    public String key() {
        return key;
    }

    /** The part with that name; empty if there is none. */
    public static Optional<ProfiledPart> of(String key) {
        return Stream.of(values()).filter(part -> part.key.equals(key)).findFirst();
    }
}
