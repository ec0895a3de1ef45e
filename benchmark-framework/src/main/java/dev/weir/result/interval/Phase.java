package dev.weir.result.interval;

import java.util.Optional;
import java.util.stream.Stream;

/** A stretch of a run. */
public enum Phase {
    /** Topics, consumers and producers are made, and every partition is proven usable. */
    PREPARE("prepare"),
    /** The load runs, and nothing that is due counts. */
    WARM_UP("warm-up"),
    /** The load runs while consumers are paused, and what is due counts. */
    BACKLOG("backlog"),
    /** The load runs while consumers catch up, and what is due counts. */
    DRAIN("drain"),
    /** The load runs, and what is due counts. */
    MEASUREMENT("measurement"),
    /** The load has ended; what is under way is delivered, and the audit compares. */
    SETTLE("settle"),
    /** Clients and topics are taken away. */
    CLOSE("close");

    private final String key;

    Phase(String key) {
        this.key = key;
    }

    /** The name in results and on the terminal. */
    public String key() {
        return key;
    }

    /** Whether the load runs. */
    public boolean isLoaded() {
        return this == WARM_UP || isMeasured();
    }

    /** Whether what is due in it counts. */
    public boolean isMeasured() {
        return this == BACKLOG || this == DRAIN || this == MEASUREMENT;
    }

    /** The phase with that name; empty if there is none. */
    public static Optional<Phase> of(String key) {
        return Stream.of(values()).filter(phase -> phase.key.equals(key)).findFirst();
    }

    /** Whether a phase with that name is measured. */
    public static boolean isMeasured(String key) {
        return of(key).filter(Phase::isMeasured).isPresent();
    }
}
