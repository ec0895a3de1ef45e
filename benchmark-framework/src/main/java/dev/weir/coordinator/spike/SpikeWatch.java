package dev.weir.coordinator.spike;

import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.document.LatencySpikes;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects, during the measurement, latencies and what can have held up messages, for each second. Used by the
 * coordinator's thread.
 */
public final class SpikeWatch {
    /** A connection misses one acknowledgement in each delay, two in a delay of more than 200 ms; single ones are usual. */
    private static final long UNUSUAL_OVERDUE = 3;
    /** Share of the cores from which on threads wait for them. */
    private static final double FULL = 0.95;
    /** Shorter pauses are usual. */
    private static final long LEAST_PAUSE_NANOS = 5_000_000;
    /** How long the effect of a broker's fault or of a moving member can begin after it was noted. */
    private static final long EFFECT_NANOS = 1_000_000_000;

    private static final List<Latency> PREFERRED = List.of(
            Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE);

    private final Map<Latency, List<Tick>> ticks = new EnumMap<>(Latency.class);
    private final Map<String, OfWorker> workers = new LinkedHashMap<>();
    private LatencySet second = new LatencySet();
    private long secondBeginNanos;
    private long secondEndNanos;

    /** What one worker observed: pauses in nanoseconds, and a number of TCP acknowledgements. */
    private record OfWorker(SecondSums collections, SecondSums pauses, SecondSums overdue) {}

    /** Adds a merged snapshot of all workers, in order. */
    public void tick(Interval tick) {
        if (!tick.phase().isMeasured()) {
            return;
        }
        secondBeginNanos = second.hasAny() ? secondBeginNanos : tick.fromNanos();
        secondEndNanos = tick.toNanos();
        second.add(tick.measured());
        if (secondEndNanos - secondBeginNanos >= SecondSums.SECOND_NANOS) {
            endSecond();
        }
    }

    private void endSecond() {
        for (Latency latency : PREFERRED) {
            List<Tick> known = ticks.computeIfAbsent(latency, any -> new ArrayList<>());
            if (second.has(latency)
                    && second.of(latency).values().count() > 0
                    && known.size() < SecondSums.MOST_SECONDS) {
                known.add(Tick.of(secondBeginNanos, secondEndNanos, second.of(latency)));
            }
        }
        second = new LatencySet();
    }

    /**
     * Adds what a worker observed of its process during a snapshot.
     *
     * @param beginNanos begin of the snapshot, epoch nanoseconds of the coordinator
     */
    public void observed(String worker, Phase phase, Observation observation, long beginNanos, long endNanos) {
        if (!phase.isMeasured()) {
            return;
        }
        OfWorker sums = workers.computeIfAbsent(
                worker, any -> new OfWorker(new SecondSums(), new SecondSums(), new SecondSums()));
        sums.collections().add(beginNanos, endNanos, total(observation.gcPauses()));
        sums.pauses()
                .add(
                        beginNanos,
                        endNanos,
                        isHostFull(observation) ? endNanos - beginNanos : total(observation.hiccupsApartFromGc()));
        sums.overdue().add(beginNanos, endNanos, observation.network().overdueAcknowledgements());
    }

    private static boolean isHostFull(Observation observation) {
        return observation
                .cpu()
                .filter(cpu -> cpu.busyShare() + cpu.stolenShare() >= FULL)
                .isPresent();
    }

    private static long total(List<Pause> pauses) {
        return pauses.stream()
                .mapToLong(Pause::nanos)
                .filter(nanos -> nanos >= LEAST_PAUSE_NANOS)
                .sum();
    }

    /**
     * Returns the spikes and their causes, once, after the load has ended; empty if no latency was measured, or if no
     * threshold fits.
     */
    public Optional<LatencySpikes> spikes(Optional<BrokerMetrics> brokers, List<RunEvent> events) {
        if (second.hasAny()) {
            endSecond();
        }
        List<Evidence> evidence = new ArrayList<>();
        workers.forEach((worker, sums) -> {
            sums.collections()
                    .unusual()
                    .forEach(each -> evidence.add(each.lasting(SpikeCause.CLIENT_COLLECTION, worker)));
            sums.pauses().unusual().forEach(each -> evidence.add(each.lasting(SpikeCause.CLIENT_PAUSE, worker)));
            sums.overdue().unusual().stream()
                    .filter(each -> each.amount() >= UNUSUAL_OVERDUE)
                    .forEach(each -> evidence.add(each.lastingAny(SpikeCause.NETWORK, worker)));
        });
        brokers.filter(each -> each.begin().isPresent()).ifPresent(each -> evidence.addAll(BrokerEvidence.of(each)));
        events.forEach(event -> cause(event)
                .ifPresent(cause -> evidence.add(new Evidence(
                        cause, event.text(), event.atNanos(), event.atNanos() + EFFECT_NANOS, Evidence.ANY))));
        for (Latency latency : PREFERRED) {
            List<Tick> known = ticks.getOrDefault(latency, List.of());
            if (!known.isEmpty()) {
                return SpikeRule.spikes(latency.key(), known, evidence);
            }
        }
        return Optional.empty();
    }

    private static Optional<SpikeCause> cause(RunEvent event) {
        if (!(event.kind() instanceof EventKind kind)) {
            return Optional.empty();
        }
        return switch (kind) {
            case BROKER_KILLED, BROKER_PAUSED, BROKER_STOPPING, BROKER_STOPPED, BROKER_RESUMED, BROKER_STARTED ->
                Optional.of(SpikeCause.FAULT);
            case MEMBER_JOINED, MEMBER_LEFT, MEMBER_STOPPED, MEMBER_KILLED -> Optional.of(SpikeCause.REBALANCE);
            default -> Optional.empty();
        };
    }
}
