package dev.weir.coordinator.phase;

import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.phase.LoadPhases.LoadContext;
import dev.weir.coordinator.phase.LoadPhases.LoadGrid;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.system.TopicRetention;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerStandstills;
import dev.weir.feature.Features;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Carries a load through its phases: {@link #run} lists the steps. No phase knows the others. Used by the coordinator's
 * thread.
 */
public final class LoadSequence implements RunObserver {
    private final Workload workload;
    private final boolean driverSetsRetention;
    private final LoadPhases phases;
    private final LoadContext load;
    private final LastArrival lastArrival;
    private final LaterSubscriptions later;
    private final WarmUp warmUp;
    private final Optional<AddedPhase> added;
    private final Measurement measurement;
    private final List<Reason> reasons = new ArrayList<>();

    /**
     * Creates a sequence whose first message is due shortly. {@code whenMeasured} receives the begin of the measurement in
     * advance, in nanoseconds of the coordinator's clock.
     */
    public LoadSequence(
            RunRequest request,
            LoadContext load,
            LastArrival lastArrival,
            LaterSubscriptions later,
            LongConsumer whenMeasured) {
        this.workload = request.workload();
        this.driverSetsRetention = TopicRetention.isSetBy(request.system().driver());
        this.load = load;
        this.phases =
                new LoadPhases(LoadGrid.of(workload, load.clock().epochNanos() + LoadPhases.NOTICE.toNanos()), load);
        this.lastArrival = lastArrival;
        this.later = later;
        this.measurement = new Measurement(workload, phases, later, whenMeasured);
        this.warmUp = new WarmUp(workload, phases, measurement);
        this.added = Features.in(AddedPhase.Maker.class).stream()
                .flatMap(feature -> feature.of(workload, phases).stream())
                .findFirst();
    }

    public Optional<AddedPhase> added() {
        return added;
    }

    public long startNanos() {
        return phases.grid().startNanos();
    }

    public List<PhaseSpan> spans() {
        return phases.spans();
    }

    public boolean needsLogs() {
        return workload.phases().warmupEnd() == WarmupEnd.RETENTION
                || workload.phases().retention().isSaid()
                || driverSetsRetention
                || added.isPresent();
    }

    /**
     * Carries the load, from its first message to the order that ends it. {@code whileWaiting} is done several times a
     * second during each wait.
     */
    public void run(LogWatch logs, Runnable whileWaiting) throws InterruptedException {
        load.workers().whileWaiting(() -> {
            load.clocks().keepUp();
            phases.keepUp();
            logs.newest().ifPresent(this::evaluate);
            whileWaiting.run();
        });
        phases.start(workload.load().warmupRate().atBegin(), added.isPresent() || later.needPositions());
        long begin = warmUp.carryOut(logs, this::plan);
        if (added.isPresent() && !phases.endsEarly()) {
            added.get().carryOut(begin, logs);
            begin = phases.endsEarly() ? begin : measurement.planRest(begin);
        }
        if (!phases.endsEarly()) {
            measurement.carryOut(begin);
        }
        if (workload.isConsumeOnly() && lastArrival.isLongAgo()) {
            reasons.add(lastArrival.allConsumed());
        }
        if (phases.endsEarly()) {
            phases.endEarly();
        }
    }

    private void plan(long snapshot) {
        added.ifPresentOrElse(each -> phases.plan(each.first(), snapshot), () -> measurement.plan(snapshot));
        lastArrival.measurementBegins();
    }

    private void evaluate(LogWatch.Reading reading) {
        load.expired().add(reading);
        if (!reading.ranges().isEmpty()) {
            added.ifPresent(each -> each.read(reading));
            measurement.read(reading);
        }
    }

    @Override
    public void tick(Tick tick) {
        warmUp.tick(tick.interval());
        measurement.tick(tick.interval());
    }

    @Override
    public void taken(TakenSnapshot taken) {
        WorkerStandstills standstills = load.workers().losses().standstills();
        long dueNanos = phases.grid().at(taken.snapshot().number() + 1);
        standstills.taken(taken.worker(), taken.snapshot(), dueNanos);
        taken.message().instrument().observation().hiccups().stream()
                .map(pause -> pause.onClockAheadBy(taken.aheadNanos()))
                .forEach(pause -> standstills.stood(taken.worker(), pause, this::measuredPart));
    }

    private Optional<TimeRange> measuredPart(TimeRange range) {
        LoadGrid grid = phases.grid();
        long first = Math.max(0, grid.snapshotFrom(range.beginNanos()) - 1);
        long[] measured = LongStream.range(first, grid.snapshotFrom(range.endNanos()))
                .filter(snapshot -> load.store().phaseAt(snapshot).isMeasured())
                .toArray();
        if (measured.length == 0) {
            return Optional.empty();
        }
        long begin = Math.max(range.beginNanos(), grid.at(measured[0]));
        long end = Math.min(range.endNanos(), grid.at(measured[measured.length - 1] + 1));
        return Optional.of(new TimeRange(begin, end));
    }

    public List<RunEvent> events() {
        List<RunEvent> events = new ArrayList<>(measurement.events());
        added.ifPresent(each -> events.addAll(each.events()));
        return events;
    }

    @Override
    public List<Reason> reasons() {
        return reasons;
    }

    /**
     * Returns reasons about the steadiness of a load, which depend on whether the target rate was achieved. They are known
     * after all workers have reported all snapshots.
     */
    public List<Reason> steadiness(boolean loadMet) {
        return Stream.of(warmUp.unfinished(), measurement.unsteady(loadMet))
                .flatMap(Optional::stream)
                .toList();
    }
}
