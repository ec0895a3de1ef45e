package dev.weir.coordinator.spike;

import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.document.LatencySpikes;
import dev.weir.result.interval.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collects, during the measurement, latencies and what can have held up messages, once per snapshot. Used by the
 * coordinator's thread.
 */
public final class SpikeWatch {
    /** TCP sends a segment again after 200 ms at the earliest; a few are usual. */
    private static final long UNUSUAL_RETRANSMISSIONS = 10;
    /** Ten hours; of longer runs, the first ten hours are explained. */
    private static final int MOST_TICKS = 36_000;
    /** Shorter snapshots are added up. */
    private static final long SECOND_NANOS = 900_000_000;
    /** Share of the cores from which on threads wait for them. */
    private static final double FULL = 0.95;
    /** Shorter pauses are usual. */
    private static final long LEAST_PAUSE_NANOS = 5_000_000;
    /** How long the effect of a broker's fault or of a moving member can begin after it was noted. */
    private static final long EFFECT_NANOS = 1_000_000_000;

    private static final List<Latency> PREFERRED = List.of(
            Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE);

    private final Map<Latency, List<Tick>> ticks = new LinkedHashMap<>();
    private final Map<String, SecondSums> collections = new LinkedHashMap<>();
    private final Map<String, SecondSums> pauses = new LinkedHashMap<>();
    private final Map<String, SecondSums> retransmissions = new LinkedHashMap<>();
    private LatencySet second = new LatencySet();
    private long secondBeginNanos = -1;

    /** Adds a merged snapshot of all workers, in order. */
    public void tick(Interval tick) {
        if (!tick.phase().isMeasured()) {
            return;
        }
        secondBeginNanos = secondBeginNanos < 0 ? tick.fromNanos() : secondBeginNanos;
        second.add(tick.measured());
        if (tick.toNanos() - secondBeginNanos < SECOND_NANOS) {
            return;
        }
        for (Latency latency : PREFERRED) {
            List<Tick> known = ticks.computeIfAbsent(latency, any -> new ArrayList<>());
            if (second.has(latency) && second.of(latency).values().count() > 0 && known.size() < MOST_TICKS) {
                known.add(Tick.of(secondBeginNanos, tick.toNanos(), second.of(latency)));
            }
        }
        second = new LatencySet();
        secondBeginNanos = -1;
    }

    /**
     * Adds what a worker observed of its process during a snapshot of the measurement.
     *
     * @param beginNanos begin of the snapshot, epoch nanoseconds of the coordinator
     */
    public void observed(String worker, Observation observation, long beginNanos, long endNanos) {
        collections
                .computeIfAbsent(worker, any -> new SecondSums(SpikeCause.CLIENT_COLLECTION, worker))
                .add(beginNanos, endNanos, total(observation.gcPauses()));
        pauses.computeIfAbsent(worker, any -> new SecondSums(SpikeCause.CLIENT_PAUSE, worker))
                .add(
                        beginNanos,
                        endNanos,
                        isHostFull(observation) ? endNanos - beginNanos : total(observation.hiccupsApartFromGc()));
        retransmissions
                .computeIfAbsent(worker, any -> new SecondSums(SpikeCause.RETRANSMISSION, worker))
                .add(beginNanos, endNanos, observation.network().retransmittedSegments());
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

    /** Returns the spikes and their causes; empty if no latency was measured. */
    public Optional<LatencySpikes> spikes(Optional<BrokerMetrics> brokers, List<RunEvent> events) {
        List<Evidence> evidence = new ArrayList<>();
        retransmissions.values().stream()
                .flatMap(each -> each.unusual().stream())
                .filter(each -> each.heldNanos() >= UNUSUAL_RETRANSMISSIONS)
                .map(each -> new Evidence(each.cause(), each.where(), each.beginNanos(), each.endNanos(), Evidence.ANY))
                .forEach(evidence::add);
        collections.values().forEach(each -> evidence.addAll(each.unusual()));
        pauses.values().forEach(each -> evidence.addAll(each.unusual()));
        brokers.filter(each -> each.begin().isPresent()).ifPresent(each -> evidence.addAll(BrokerEvidence.of(each)));
        events.forEach(event -> ofEvent(event).ifPresent(evidence::add));
        return PREFERRED.stream()
                .filter(latency -> !ticks.getOrDefault(latency, List.of()).isEmpty())
                .findFirst()
                .flatMap(latency -> SpikeRule.spikes(latency.key(), ticks.getOrDefault(latency, List.of()), evidence));
    }

    private static Optional<Evidence> ofEvent(RunEvent event) {
        String kind = event.kind().name();
        SpikeCause cause = kind.startsWith("BROKER_") ? SpikeCause.FAULT : SpikeCause.REBALANCE;
        return kind.startsWith("BROKER_") || kind.startsWith("MEMBER_")
                ? Optional.of(new Evidence(
                        cause, event.text(), event.atNanos(), event.atNanos() + EFFECT_NANOS, Evidence.ANY))
                : Optional.empty();
    }
}
