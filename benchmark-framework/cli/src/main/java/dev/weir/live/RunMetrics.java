package dev.weir.live;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Info;
import java.time.Duration;
import java.util.Optional;

/** Figures of a coordinator's runs: of all workers together, with target rate and phase. */
public final class RunMetrics implements CampaignListener {
    private final LoadMetrics load;
    private final Gauge target;
    private final Gauge backlog;
    private final Gauge phases;
    private final Info runs;

    public RunMetrics(Telemetry telemetry) {
        load = new LoadMetrics(telemetry);
        target = telemetry.gauge("weir_target_messages_per_second", "Asked for now; NaN without a rate");
        backlog = telemetry.gauge(
                "weir_backlog_messages",
                "Deliveries outstanding: acknowledged messages times subscriptions, less those received");
        phases = telemetry.gauge("weir_phase", "1 for the current phase, 0 for all others", "phase");
        runs = Info.builder()
                .name("weir_run")
                .help("The run that goes on")
                .labelNames("workload", "driver")
                .register(telemetry.registry());
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return follow(run.workload().name(), run.system().driver().name());
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        rest();
    }

    @Override
    public void probeEnds(RunResult result, String whyNotSustained) {
        rest();
    }

    public ProgressListener follow(String workload, String driver) {
        runs.setLabelValues(workload, driver);
        return new Following();
    }

    void rest() {
        load.rest();
        target.set(Double.NaN);
        backlog.set(0);
        show(Optional.empty());
    }

    private void show(Optional<Phase> current) {
        for (Phase phase : Phase.values()) {
            phases.labelValues(phase.key()).set(current.equals(Optional.of(phase)) ? 1 : 0);
        }
    }

    private final class Following implements ProgressListener {
        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {
            show(Optional.of(phase));
            if (!phase.isLoaded()) {
                load.rest();
                target.set(Double.NaN);
            }
        }

        @Override
        public void tick(Interval tick, double targetMessagesPerSecond) {
            load.add(tick.counts(), tick.latencies(), tick.seconds());
            load.distribute(tick.warmup(), tick.measured());
            backlog.set((double) tick.backlog());
            target.set(Double.isFinite(targetMessagesPerSecond) ? targetMessagesPerSecond : Double.NaN);
        }
    }
}
