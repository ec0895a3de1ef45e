package dev.weir.driver.kafka.rig;

import java.util.List;
import java.util.Optional;

/** One of those that are compared. */
interface Side {
    /** Whether it knows such a load. */
    default boolean canCarry(Load load) {
        return true;
    }

    /** Carries the load, on a broker without topics, and tells what it took. */
    Run run(Load load);

    /**
     * One run of one side.
     *
     * @param sendDelays how late sends were, where that is told
     * @param parkLoop how late a bare park loop was beside this load, if it is such a one
     */
    record Run(Window window, Optional<Delays> sendDelays, Optional<Delays> parkLoop) {
        Run(Window window) {
            this(window, Optional.empty(), Optional.empty());
        }

        double of(Window.Measure measure) {
            return measure.of(window);
        }
    }

    /** How late sends were, in microseconds: p50, p99, p99.9. */
    record Delays(List<Double> figures) {
        static final List<String> LABELS = List.of("send delay p50, us", "send delay p99, us", "send delay p99.9, us");

        static Delays ofNanos(List<Long> nanos) {
            return new Delays(nanos.stream().map(each -> each / 1e3).toList());
        }
    }
}
