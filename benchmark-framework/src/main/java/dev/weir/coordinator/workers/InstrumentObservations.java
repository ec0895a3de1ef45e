package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observer;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.StandstillShares;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.plan.Assignment;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.HarnessResult;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects what was observed of the instrument's processes during the measurement: what happens to them before, when
 * the JVM compiles, or after, says nothing of the figures. Used by the coordinator's thread.
 */
public final class InstrumentObservations implements AutoCloseable {
    private final List<Assignment> assignments;
    private final List<ProcessTally> workers = new ArrayList<>();
    private final List<Counts> counts = new ArrayList<>();
    private final StandstillShares producing = new StandstillShares();
    private final StandstillShares consuming = new StandstillShares();
    private final ProcessTally ofThisProcess = new ProcessTally();
    private @Nullable Observer observer;

    /** Of the workers that carry these out. */
    public InstrumentObservations(List<Assignment> assignments) {
        this.assignments = assignments;
        assignments.forEach(assignment -> {
            workers.add(new ProcessTally());
            counts.add(Counts.NONE);
        });
    }

    /** Watches the coordinator's process too, unless a worker in it does. */
    public void begin(List<WorkerLink> links, Clock clock) {
        boolean watched =
                links.stream().flatMap(link -> link.facts().stream()).anyMatch(WorkerFacts::toldByThisProcess);
        if (!watched) {
            observer = Observer.started(clock);
        }
    }

    /**
     * Takes in what a worker observed.
     *
     * @param aheadNanos how far the coordinator's clock is ahead of the worker's
     */
    public void taken(int worker, Message.SnapshotTaken taken, Phase phase, long aheadNanos) {
        Assignment assignment = assignments.get(worker);
        workers.get(worker).addLate(taken.instrument().observation());
        // Counted by when they were due, which no phase of a snapshot decides.
        var observed = new TimeRange(
                taken.snapshot().fromNanos() + aheadNanos, taken.snapshot().toNanos() + aheadNanos);
        producing.addLate(taken.instrument().lateSends(), observed);
        if (!phase.isMeasured()) {
            return;
        }
        workers.get(worker).add(taken.instrument().observation(), observed, aheadNanos);
        counts.set(worker, counts.get(worker).plus(taken.snapshot().counts()));
        if (!assignment.clients().producers().isEmpty()
                || !assignment.clients().loops().isEmpty()) {
            producing.add(taken.instrument().observation(), observed.seconds());
        }
        if (!assignment.clients().consumers().isEmpty()
                || !assignment.clients().pipelines().isEmpty()) {
            consuming.add(taken.instrument().observation(), observed.seconds());
        }
    }

    /** All workers have reported a stretch: looks at the coordinator's process. */
    public void tick(Phase phase, TimeRange stretch) {
        if (observer != null) {
            Observation observation = observer.take();
            if (phase.isMeasured()) {
                ofThisProcess.add(observation, stretch, 0);
            }
        }
    }

    /** Messages of a worker during the measurement, by when the event happened. */
    public Counts counts(int worker) {
        return counts.get(worker);
    }

    /** How many workers are watched: the first of {@link #results}. */
    public int workerCount() {
        return workers.size();
    }

    /** Whether all workers that consume also produce, and so send nothing while they stand still. */
    public boolean consumersProduce() {
        return assignments.stream()
                .allMatch(each -> each.clients().consumers().isEmpty()
                        || !each.clients().producers().isEmpty());
    }

    /** How long the workers that produce stood still. */
    public StandstillShares producing() {
        return producing;
    }

    /** How long the workers that consume stood still, also on the way to those. */
    public StandstillShares consuming() {
        return consuming;
    }

    /** Of each worker, in their order, and of the coordinator if it has a process of its own. */
    public List<HarnessResult> results(List<WorkerLink> links) {
        List<HarnessResult> results = new ArrayList<>();
        for (WorkerLink link : links) {
            results.add(new HarnessResult(
                    link.name(), workers.get(link.number()), link.facts().flatMap(WorkerFacts::calibration)));
        }
        if (observer != null) {
            results.add(new HarnessResult("coordinator", ofThisProcess, Optional.empty()));
        }
        return results;
    }

    @Override
    public void close() {
        if (observer != null) {
            observer.close();
        }
    }
}
