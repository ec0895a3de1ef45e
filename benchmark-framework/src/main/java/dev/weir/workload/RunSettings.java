package dev.weir.workload;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.goal.Threshold;
import java.util.List;

/**
 * How a run is judged, observed and disturbed.
 *
 * @param thresholds what the run has to keep to, beside what always holds
 * @param audited whether every message is followed from its acknowledgement to its delivery
 * @param hooks commands around the run
 * @param brokerMetrics endpoints of the system's hosts that are sampled while the load runs, each URL once
 * @param faults what is done to brokers of an embedded cluster
 * @param outlivesWorkers whether the run goes on when a worker is lost, as far as it can
 * @param seed of everything random
 */
public record RunSettings(
        List<Threshold> thresholds,
        boolean audited,
        Hooks hooks,
        List<MetricsEndpoint> brokerMetrics,
        List<BrokerFault> faults,
        boolean outlivesWorkers,
        long seed) {
    public RunSettings {
        thresholds = List.copyOf(thresholds);
        brokerMetrics = List.copyOf(brokerMetrics);
        faults = List.copyOf(faults);
    }

    /** Nothing but a seed, and whether every message is followed. */
    public static RunSettings plain(boolean audited, long seed) {
        return new RunSettings(List.of(), audited, Hooks.NONE, List.of(), List.of(), false, seed);
    }

    /** The same with other thresholds. */
    public RunSettings withThresholds(List<Threshold> others) {
        return new RunSettings(others, audited, hooks, brokerMetrics, faults, outlivesWorkers, seed);
    }
}
