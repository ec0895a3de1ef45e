package dev.weir.result.interval;

import java.util.Optional;
import java.util.stream.Stream;

public enum Phase {
    /** Topics, consumers and producers are created, and each partition is proven usable. */
    PREPARE("prepare"),
    /** The load runs, but is not measured. */
    WARM_UP("warm-up"),
    /** The load runs and is measured while consumers are paused. */
    BACKLOG("backlog"),
    /** The load runs and is measured while consumers catch up. */
    DRAIN("drain"),
    /** The load runs and is measured. */
    MEASUREMENT("measurement"),
    /** The load has ended; messages in flight are delivered, and the audit compares. */
    SETTLE("settle"),
    /** Clients are closed, topics are deleted. */
    CLOSE("close");

    private final String key;

    Phase(String key) {
        this.key = key;
    }

    /** Returns the name in results and on the terminal. */
    public String key() {
        return key;
    }

    public boolean isLoaded() {
        return this == WARM_UP || isMeasured();
    }

    /** Returns whether messages due in it are measured. */
    public boolean isMeasured() {
        return this == BACKLOG || this == DRAIN || this == MEASUREMENT;
    }

    public boolean pausesConsumers() {
        return this == BACKLOG;
    }

    public static Optional<Phase> of(String key) {
        return Stream.of(values()).filter(phase -> phase.key.equals(key)).findFirst();
    }

    public static boolean isMeasured(String key) {
        return of(key).filter(Phase::isMeasured).isPresent();
    }
}
