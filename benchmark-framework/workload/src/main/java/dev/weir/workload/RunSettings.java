package dev.weir.workload;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.section.Sections;
import java.util.List;

/**
 * Judgement, observation and disturbances of a run.
 *
 * @param thresholds thresholds in addition to the default ones
 * @param audited whether each message is followed from its acknowledgement to its delivery
 * @param brokerMetrics endpoints of the system's hosts that are sampled during the load, each URL once
 */
public record RunSettings(
        List<Threshold> thresholds,
        boolean audited,
        Hooks hooks,
        List<MetricsEndpoint> brokerMetrics,
        Sections sections,
        boolean continuesAfterLoss,
        long seed) {
    public RunSettings {
        thresholds = List.copyOf(thresholds);
        brokerMetrics = List.copyOf(brokerMetrics);
    }

    public static RunSettings plain(boolean audited, long seed) {
        return new RunSettings(List.of(), audited, Hooks.NONE, List.of(), Sections.NONE, false, seed);
    }

    public RunSettings with(Sections.Given<?> other) {
        return new RunSettings(
                thresholds, audited, hooks, brokerMetrics, sections.with(other), continuesAfterLoss, seed);
    }

    public RunSettings withThresholds(List<Threshold> others) {
        return new RunSettings(others, audited, hooks, brokerMetrics, sections, continuesAfterLoss, seed);
    }
}
