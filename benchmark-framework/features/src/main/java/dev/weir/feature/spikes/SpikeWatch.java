package dev.weir.feature.spikes;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.Snapshot;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Interval;
import dev.weir.wire.message.Message.Throttling;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Collects latencies and what can hold up messages, by second. Used by the coordinator's thread. */
final class SpikeWatch implements RunObserver {
    /** A connection misses one acknowledgement in each delay, two in a delay of more than 200 ms; single ones are usual. */
    private static final long UNUSUAL_OVERDUE = 3;
    /** Share of the cores from which on threads wait for them. */
    private static final double FULL = 0.95;
    /** Shorter pauses are usual. */
    private static final long MIN_PAUSE_NANOS = 5_000_000;
    /** A pause of this length is never usual, however often it happens. */
    private static final long LONG_PAUSE_NANOS = 200_000_000;
    /** Snapshots of ten hours, taken every 100 ms; delays in later ones do not count. */
    private static final int MAX_SNAPSHOTS = 10 * SecondSums.MAX_SECONDS;
    /** Orders of {@link Evidence}: a collection can bring about other pauses. */
    private static final int COLLECTION = 0;

    private static final int OTHER_PAUSE = 1;
    /** How long the effect of a broker's fault or of a moving member can begin after it was noted. */
    private static final long EFFECT_NANOS = 1_000_000_000;

    private static final List<Latency> PREFERRED = List.of(
            Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE);

    private static final List<Latency> WITHOUT_END =
            List.of(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.SEND_DELAY);

    private final Map<Latency, DueSeconds> latencies = new EnumMap<>(Latency.class);
    /** Messages that were never sent, or whose sends failed or did not end. */
    private final Map<Latency, DueSeconds> withoutEnd = new EnumMap<>(Latency.class);

    private final List<Evidence> standstills = new ArrayList<>();
    /** Garbage collections and other pauses of workers in nanoseconds, by what is named as their cause. */
    private final Map<String, SecondSums> collections = new LinkedHashMap<>();

    private final Map<String, SecondSums> pauses = new LinkedHashMap<>();
    /** TCP acknowledgements that workers missed. */
    private final Map<String, SecondSums> overdue = new LinkedHashMap<>();

    /** The longest delay of each snapshot, by its number; of consumers, apart: it delays no acknowledgement. */
    private final Map<Long, Evidence> quotas = new LinkedHashMap<>();

    private final Map<Long, Evidence> quotasOfConsumers = new LinkedHashMap<>();
    private final List<Evidence> brokerTroubles = new ArrayList<>();
    private long loadFromNanos = Long.MAX_VALUE;
    private long loadUntilNanos = Long.MIN_VALUE;

    @Override
    public void taken(TakenSnapshot taken) {
        Snapshot snapshot = taken.snapshot();
        throttled(taken.message().throttling(), snapshot);
        Observation observation = taken.message().instrument().observation();
        long beginNanos = snapshot.fromNanos();
        observed(taken.worker().name(), observation, beginNanos, snapshot.toNanos(), taken.aheadNanos());
    }

    /** Takes the ticks after the load, too: they bring the slowest messages of the measurement. */
    @Override
    public void tick(Tick merged) {
        Interval tick = merged.interval();
        boolean isLoad = tick.phase().isMeasured();
        if (isLoad || tick.measured().hasAny()) {
            loadFromNanos = Math.min(loadFromNanos, tick.fromNanos());
            loadUntilNanos = isLoad ? tick.toNanos() : Math.max(loadUntilNanos, loadFromNanos + 1);
            var span = new DueSeconds.Span(tick.fromNanos(), tick.toNanos(), loadFromNanos, loadUntilNanos);
            for (Latency latency : PREFERRED) {
                samples(tick, latency, LatencySamples::values).ifPresent(values -> {
                    DueSeconds known = latencies.computeIfAbsent(latency, any -> new DueSeconds());
                    known.add(values, span);
                    if (isLoad) {
                        known.noteUsual(values, span);
                    }
                });
            }
            for (Latency latency : WITHOUT_END) {
                samples(tick, latency, LatencySamples::lowerBounds)
                        .ifPresent(waits -> withoutEnd
                                .computeIfAbsent(latency, any -> new DueSeconds())
                                .addWaits(waits, span));
            }
        }
    }

    /** Returns samples of a latency; empty if there are none. */
    private static Optional<LatencyHistogram> samples(
            Interval tick, Latency latency, Function<LatencySamples, LatencyHistogram> kind) {
        return tick.measured().has(latency)
                ? Optional.of(kind.apply(tick.measured().of(latency))).filter(found -> found.count() > 0)
                : Optional.empty();
    }

    /**
     * Adds what a worker observed of its process during a snapshot.
     *
     * @param beginNanos begin of the snapshot, epoch nanoseconds of the coordinator
     * @param aheadNanos by how much the coordinator's clock is ahead of the worker's
     */
    void observed(String worker, Observation observation, long beginNanos, long endNanos, long aheadNanos) {
        String collection = "garbage collection of worker " + worker;
        String hiccup = "worker " + worker + " did not get the processor";
        List<Pause> usualCollections = usual(collection, COLLECTION, observation.gcPauses(), aheadNanos);
        List<Pause> hiccups = usual(hiccup, OTHER_PAUSE, observation.hiccupsApartFromGc(), aheadNanos);
        add(sums(collections, collection), usualCollections, beginNanos, endNanos, aheadNanos);
        if (observation.cpu().stream().anyMatch(cpu -> cpu.busyShare() + cpu.stolenShare() >= FULL)) {
            sums(pauses, hiccup).add(beginNanos, endNanos, endNanos - beginNanos);
        } else {
            add(sums(pauses, hiccup), hiccups, beginNanos, endNanos, aheadNanos);
        }
        sums(overdue, worker).add(beginNanos, endNanos, observation.network().overdueAcknowledgements());
    }

    private static SecondSums sums(Map<String, SecondSums> all, String where) {
        return all.computeIfAbsent(where, any -> new SecondSums());
    }

    /**
     * Notes long pauses as evidence, and returns the others. A long one held up messages also on a host that is always
     * full.
     */
    private List<Pause> usual(String where, int order, List<Pause> all, long aheadNanos) {
        all.stream()
                .filter(pause -> pause.nanos() >= LONG_PAUSE_NANOS && standstills.size() < SecondSums.MAX_SECONDS)
                .map(pause -> pause.onClockAheadBy(aheadNanos))
                .forEach(pause -> standstills.add(new Evidence(
                        SpikeCause.CLIENT_PAUSE, where, order, pause.beginNanos(), pause.endNanos(), pause.nanos())));
        return all.stream().filter(pause -> pause.nanos() < LONG_PAUSE_NANOS).toList();
    }

    /** Adds pauses in their own time: a process that stood still can report the pause with a later snapshot. */
    private static void add(SecondSums sums, List<Pause> pauses, long beginNanos, long endNanos, long aheadNanos) {
        long from = beginNanos;
        long total = 0;
        for (Pause pause : pauses) {
            if (pause.nanos() >= MIN_PAUSE_NANOS) {
                total += pause.nanos();
                from = Math.min(from, pause.beginNanos() + aheadNanos);
            }
        }
        sums.add(from, endNanos, total);
    }

    /**
     * Adds how long brokers delayed the clients of a worker because of quotas. A steady delay counts, too: a queue grows
     * with it.
     */
    void throttled(Throttling throttling, Snapshot snapshot) {
        throttled(quotas, "producers", throttling.producers().longestNanos(), snapshot);
        throttled(quotasOfConsumers, "consumers", throttling.consumers().longestNanos(), snapshot);
    }

    private static void throttled(Map<Long, Evidence> found, String clients, long nanos, Snapshot snapshot) {
        if (nanos > 0 && found.size() < MAX_SNAPSHOTS) {
            var delay = new Evidence(SpikeCause.QUOTA, clients, snapshot.fromNanos(), snapshot.toNanos(), nanos);
            found.merge(snapshot.number(), delay, Evidence::longer);
        }
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        run.troubles().forEach(each -> {
            long until = each.toNanos() == Long.MAX_VALUE ? each.toNanos() : each.toNanos() + EFFECT_NANOS;
            SpikeCause cause = each.absent() ? SpikeCause.BROKER_ABSENT : SpikeCause.LEADER_CHANGE;
            brokerTroubles.add(new Evidence(cause, each.broker(), each.fromNanos(), until, Evidence.ANY));
        });
        RunDetails details = run.details();
        return spikes(BrokerEvidence.in(details), details.course().events(), run.mayHaveDeliveredFailed())
                .map(spikes -> Map.of(Spikes.PART.name(), spikes))
                .orElse(Map.of());
    }

    /**
     * Returns the spikes and their causes, once, after the run has ended; empty if no latency was measured, or if no
     * threshold fits.
     *
     * @param ofBrokers what their metrics show
     * @param deliveredThoughFailed whether messages whose sends failed were delivered, or may have been
     */
    Optional<LatencySpikes> spikes(List<Evidence> ofBrokers, List<RunEvent> events, boolean deliveredThoughFailed) {
        List<Evidence> evidence = new ArrayList<>(standstills);
        collections.forEach((where, sums) ->
                sums.unusual().forEach(each -> evidence.add(each.lasting(SpikeCause.CLIENT_PAUSE, where, COLLECTION))));
        pauses.forEach((where, sums) -> sums.unusual()
                .forEach(each -> evidence.add(each.lasting(SpikeCause.CLIENT_PAUSE, where, OTHER_PAUSE))));
        overdue.forEach((worker, sums) -> sums.unusual().stream()
                .filter(each -> each.amount() >= UNUSUAL_OVERDUE)
                .forEach(each -> evidence.add(
                        new Evidence(SpikeCause.NETWORK, worker, each.beginNanos(), each.endNanos(), Evidence.ANY))));
        evidence.addAll(quotas.values());
        evidence.addAll(ofBrokers);
        List<Evidence> ofDelivery = new ArrayList<>(quotasOfConsumers.values());
        for (RunEvent event : events) {
            if (event.kind() == EventKind.BROKER_FAULT) {
                evidence.add(ofEvent(SpikeCause.FAULT, event));
            } else if (event.kind() == EventKind.MEMBER_CHANGED) {
                ofDelivery.add(ofEvent(SpikeCause.REBALANCE, event));
            }
        }
        evidence.addAll(brokerTroubles);
        ofDelivery.addAll(evidence);
        List<LatencySpikes> found = new ArrayList<>();
        for (Latency latency : PREFERRED) {
            List<Evidence> possible = isPublish(latency) ? evidence : ofDelivery;
            dueSeconds(latency, deliveredThoughFailed)
                    .flatMap(seconds -> SpikeRule.spikes(latency.key(), seconds, possible))
                    .ifPresent(found::add);
        }
        return found.stream()
                .filter(each -> each.count() > 0)
                .findFirst()
                .or(() -> found.stream().findFirst());
    }

    /**
     * Returns all messages of a latency; empty if there are none, or if nothing was delivered. A message that was not
     * published was not delivered either. If some were, and it is unknown which, only those that were never sent count.
     */
    private Optional<DueSeconds> dueSeconds(Latency latency, boolean deliveredThoughFailed) {
        boolean isPublish = isPublish(latency);
        Latency unended = isPublish ? latency : unpublished(latency, deliveredThoughFailed);
        if (!latencies.containsKey(latency) && !(isPublish && withoutEnd.containsKey(unended))) {
            return Optional.empty();
        }
        var all = new DueSeconds();
        all.add(latencies.getOrDefault(latency, new DueSeconds()));
        all.add(withoutEnd.getOrDefault(unended, new DueSeconds()));
        return Optional.of(all);
    }

    private static boolean isPublish(Latency latency) {
        return latency == Latency.PUBLISH_RESPONSE || latency == Latency.PUBLISH_SERVICE;
    }

    private static Latency unpublished(Latency endToEnd, boolean deliveredThoughFailed) {
        boolean isResponse = endToEnd == Latency.END_TO_END_RESPONSE;
        if (deliveredThoughFailed) {
            return isResponse ? Latency.SEND_DELAY : endToEnd;
        }
        return isResponse ? Latency.PUBLISH_RESPONSE : Latency.PUBLISH_SERVICE;
    }

    private static Evidence ofEvent(SpikeCause cause, RunEvent event) {
        return new Evidence(cause, event.text(), event.atNanos(), event.atNanos() + EFFECT_NANOS, Evidence.ANY);
    }
}
