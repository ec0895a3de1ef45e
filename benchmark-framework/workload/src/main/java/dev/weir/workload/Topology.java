package dev.weir.workload;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Distribution of producers and consumers over workers. The names are those of OMB's {@code --topology}. */
public enum Topology {
    /** Each worker has its share of both roles. A result with a topology of a later version is read as one with this. */
    @JsonEnumDefaultValue
    SWARM,

    /** Half of the workers produce, the others consume: no host's network carries both directions. OMB's default. */
    ENSEMBLE,

    /** A third of the workers produce, two thirds consume, so that backlogs drain fast: OMB's {@code -x}. */
    EXTRA_CONSUMERS;

    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns how many workers produce: the first ones; the others consume. A single worker, and all workers of a swarm,
     * do both.
     *
     * @param workers number of workers, at least 1
     */
    public int producingWorkers(int workers) {
        return switch (this) {
            case SWARM -> workers;
            case ENSEMBLE -> Math.max(1, workers / 2);
            case EXTRA_CONSUMERS -> Math.min(workers, (workers + 2) / 3);
        };
    }
}
