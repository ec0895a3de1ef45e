package dev.weir.result.interval;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

public enum Phase {
    /** Topics, consumers and producers are created, and each partition is proven usable. */
    PREPARE,
    /** The load runs, but is not measured. */
    WARM_UP,
    /** The load runs and is measured while consumers are paused. */
    BACKLOG,
    /** The load runs and is measured while consumers catch up. */
    DRAIN,
    /** The load runs and is measured. */
    MEASUREMENT,
    /** The load has ended; messages in flight are delivered, and the audit compares. */
    SETTLE,
    /** Clients are closed, topics are deleted. */
    CLOSE;

    /** Returns the name in results and on the terminal, such as {@code warm-up}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
        return Stream.of(values()).filter(phase -> phase.key().equals(key)).findFirst();
    }

    public static boolean isMeasured(String key) {
        return of(key).filter(Phase::isMeasured).isPresent();
    }
}
