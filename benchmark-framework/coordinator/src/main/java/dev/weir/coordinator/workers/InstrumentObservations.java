package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observer;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.StandstillShares;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.result.document.Harness.HarnessResult;
import dev.weir.result.interval.Interval;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.WorkerFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects observations of Weir's processes during the measurement. Events before it, such as JIT compilation, or after
 * it do not affect the figures. Used by the coordinator's thread.
 */
public final class InstrumentObservations implements RunObserver {
    private final List<Assignment> assignments;
    private final List<OfWorker> workers;
    private final StandstillShares producing = new StandstillShares();
    private final StandstillShares consuming = new StandstillShares();
    private ProcessTally ofThisProcess = ProcessTally.NONE;
    private final ChildCpu children = new ChildCpu();
    private @Nullable Observer observer;

    /**
     * Who used the CPUs of a worker's host in the measurement: shares of the time of its cores.
     *
     * @param process share of the worker's process
     * @param children share of its child processes: embedded brokers; 0 if it has none
     */
    public record CpuUsers(double process, double children) {}

    public InstrumentObservations(List<Assignment> assignments) {
        this.assignments = assignments;
        this.workers = assignments.stream().map(any -> new OfWorker()).toList();
    }

    /** Starts to observe the coordinator's process too, unless a worker in the same process does. */
    public void begin(List<WorkerLink> links, Clock clock) {
        for (WorkerLink link : links) {
            link.facts().ifPresent(facts -> {
                workers.get(link.number()).cores = facts.host().cpu().cores();
                workers.get(link.number()).isOfThisProcess = facts.isOfThisProcess();
            });
        }
        if (workers.stream().noneMatch(worker -> worker.isOfThisProcess)) {
            observer = new Observer(clock);
        }
    }

    @Override
    public void tick(Tick tick) {
        Interval interval = tick.interval();
        boolean measured = interval.phase().isMeasured();
        var stretch = new TimeRange(interval.fromNanos(), interval.toNanos());
        children.tick(measured, stretch);
        if (observer != null) {
            Observation observation = observer.take();
            if (measured) {
                ofThisProcess = ofThisProcess.plus(observation, stretch, 0);
            }
        }
    }

    @Override
    public void taken(TakenSnapshot snapshot) {
        OfWorker worker = workers.get(snapshot.worker().number());
        long aheadNanos = snapshot.aheadNanos();
        Snapshot taken = snapshot.message().snapshot();
        InstrumentSample sample = snapshot.message().instrument();
        Observation observation = sample.observation();
        ClientRoles clients = assignments.get(snapshot.worker().number()).clients();
        worker.observed = worker.observed.plusLate(observation);
        // Messages count by when they were due, which is independent of the phase of a snapshot.
        var observed = new TimeRange(taken.fromNanos() + aheadNanos, taken.toNanos() + aheadNanos);
        producing.addLate(sample.lateSends(), observed);
        boolean measured = snapshot.phase().isMeasured();
        worker.addCpu(sample.process().cpuNanos(), measured ? observed.seconds() : 0);
        if (!measured) {
            return;
        }
        worker.observed = worker.observed.plus(observation, observed, aheadNanos);
        worker.counts = worker.counts.plus(taken.counts());
        if (!clients.producers().isEmpty()
                || clients.ofFeatures().size() > clients.relays().size()) {
            producing.add(observation, observed.seconds());
        }
        if (!clients.consumers().isEmpty() || !clients.relays().isEmpty()) {
            consuming.add(observation, observed.seconds());
        }
    }

    /** Returns a worker's messages during the measurement, by the time of their events. */
    public Counts counts(int worker) {
        return workers.get(worker).counts;
    }

    /** Returns who used the CPUs of a worker's host; empty if that is unknown. */
    public Optional<CpuUsers> cpuUsers(int worker) {
        OfWorker of = workers.get(worker);
        double available = of.cpuKnownSeconds * of.cores;
        if (available <= 0) {
            return Optional.empty();
        }
        double ofChildren = of.isOfThisProcess ? children.cpus() / of.cores : 0;
        return Optional.of(new CpuUsers(of.cpuSeconds / available, ofChildren));
    }

    /** Returns how many workers are observed: the first ones in {@link #results}. */
    public int workerCount() {
        return workers.size();
    }

    /** Returns whether all consuming workers also produce, and so send nothing while they stand still. */
    public boolean consumersProduce() {
        Stream<ClientRoles> roles = assignments.stream().map(Assignment::clients);
        return roles.allMatch(
                each -> each.consumers().isEmpty() || !each.producers().isEmpty());
    }

    public StandstillShares producing() {
        return producing;
    }

    public StandstillShares consuming() {
        return consuming;
    }

    /** Returns the observations of each worker in order, then those of the coordinator if it has its own process. */
    public List<HarnessResult> results(List<WorkerLink> links) {
        List<HarnessResult> results = new ArrayList<>();
        for (WorkerLink link : links) {
            ProcessTally observed = workers.get(link.number()).observed;
            results.add(new HarnessResult(link.name(), observed, link.facts().flatMap(WorkerFacts::calibration)));
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

    private static final class OfWorker {
        private ProcessTally observed = ProcessTally.NONE;
        private Counts counts = Counts.NONE;
        private int cores;
        private boolean isOfThisProcess;
        /** Measured time in which the CPU time is known. */
        private double cpuKnownSeconds;
        /** CPU time of the process in that time. */
        private double cpuSeconds;
        /** CPU time at its previous snapshot; negative if unknown. */
        private long lastCpuNanos = -1;

        /** @param seconds measured time since the previous snapshot; 0 before the measurement */
        void addCpu(long cpuNanos, double seconds) {
            if (seconds > 0 && lastCpuNanos >= 0 && cpuNanos >= 0) {
                cpuKnownSeconds += seconds;
                cpuSeconds += (cpuNanos - lastCpuNanos) / 1e9;
            }
            lastCpuNanos = cpuNanos;
        }
    }

    /** CPU time of the child processes of this process in the measurement: embedded brokers. Used by one thread. */
    private static final class ChildCpu {
        /** Reading it costs little once a second. */
        private static final long PERIOD_NANOS = 900_000_000;

        private final Map<Long, Long> nanosBefore = new HashMap<>();
        private List<ProcessHandle> children = List.of();
        private long beforeNanos;
        private long cpuNanos;
        private long observedNanos;

        /** Reads the CPU time at the end of a stretch; those of the measurement count. */
        void tick(boolean measured, TimeRange stretch) {
            if (stretch.endNanos() - beforeNanos < PERIOD_NANOS) {
                return;
            }
            if (children.isEmpty() || !children.stream().allMatch(ProcessHandle::isAlive)) {
                children = ProcessHandle.current().children().toList();
            }
            for (ProcessHandle child : children) {
                long now = child.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
                Long before = nanosBefore.put(child.pid(), now);
                cpuNanos += measured && before != null ? Math.max(0, now - before) : 0;
            }
            observedNanos += measured && beforeNanos > 0 ? stretch.endNanos() - beforeNanos : 0;
            beforeNanos = stretch.endNanos();
        }

        double cpus() {
            return observedNanos == 0 ? 0 : (double) cpuNanos / observedNanos;
        }
    }
}
