package dev.weir.worker.recording;

import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.TopicGaps;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Provides the clients of a load with recorders for their latencies and gaps. If there are few clients, each has
 * recorders of its own, with one writer each. Many clients share {@value #STRIPES} recorders for each pair of latencies
 * and each subscription, to which several threads add atomically. The latencies of the run are the same in both cases;
 * with shared recorders, those of single clients are unknown.
 */
public final class Recorders {
    private static final int STRIPES = 8;
    private static final int NO_SUBSCRIPTION = -1;

    private final boolean scheduled;
    private final boolean producersShare;
    private final boolean consumersShare;
    private final boolean sharesLoad;
    private final Map<String, ReadPositions> positions = new ConcurrentHashMap<>();
    private final Map<Key, PairRecorder> shared = new ConcurrentHashMap<>();
    private final Map<GapKey, GapRecorder> gaps = new ConcurrentHashMap<>();
    private final LatencyRecorder late = new LatencyRecorder(true);
    private final Set<Integer> takenSubscriptions = new HashSet<>();

    /** Key of a shared recorder. Messages that stay on this host are recorded a second time. */
    private record Key(Latency first, int subscription, boolean sameHost, int stripe) {}

    private record GapKey(String topic, int subscription) {}

    /** @param sharesLoad whether other workers have clients of the same topics */
    public Recorders(boolean scheduled, boolean producersShare, boolean consumersShare, boolean sharesLoad) {
        this.scheduled = scheduled;
        this.producersShare = producersShare;
        this.consumersShare = consumersShare;
        this.sharesLoad = sharesLoad;
    }

    /** Returns whether producers share recorders, drained here, which hold no single producer's latencies. */
    public boolean producersShare() {
        return producersShare;
    }

    /** Returns whether consumers share recorders, drained here, which hold no single consumer's latencies. */
    public boolean consumersShare() {
        return consumersShare;
    }

    /** Returns the recorder of two latencies of a producer. Any thread. */
    public PairRecorder ofProducer(Latency first, Latency second, int producer) {
        return of(producersShare, new Key(first, NO_SUBSCRIPTION, false, producer % STRIPES), second);
    }

    /** Returns the recorder of the gaps of a topic; {@link TopicGaps#PUBLISHING}: of its producers. Any thread. */
    public GapRecorder gaps(String topic, int subscription, int partitions) {
        return gaps.computeIfAbsent(new GapKey(topic, subscription), key -> new GapRecorder(partitions, sharesLoad));
    }

    /**
     * Returns the recorder of the gaps of all topics together: of producers for {@link TopicGaps#PUBLISHING}, of consumers
     * for 0. Any thread.
     */
    public GapRecorder gapsOfAll(int subscription) {
        return gaps.computeIfAbsent(new GapKey(TopicGaps.ALL, subscription), key -> new GapRecorder(1, true));
    }

    /** Returns the gaps that were recorded since the previous call. */
    public List<TopicGaps> takeGaps(long nowNanos) {
        return gaps.entrySet().stream()
                .map(each -> new TopicGaps(
                        each.getKey().topic(),
                        each.getKey().subscription(),
                        each.getValue().take(nowNanos)))
                .filter(each -> !each.gaps().isEmpty())
                .toList();
    }

    /** Returns the positions that the consumers of a subscription share. Any thread. */
    public ReadPositions positions(String topic, int subscription, int partitions) {
        return positions.computeIfAbsent(topic + '/' + subscription, absent -> new ReadPositions(partitions));
    }

    /** Returns the recorder of a producer's late messages. Any thread. */
    public LatencyRecorder late() {
        return producersShare ? late : new LatencyRecorder();
    }

    /** Returns the recorder of a consumer's latencies. Any thread. */
    public PairRecorder ofConsumer(int subscription, boolean sameHost, int consumer, boolean share) {
        var key = new Key(Latency.END_TO_END_RESPONSE, subscription, sameHost, consumer % STRIPES);
        return of(share, key, Latency.END_TO_END_SERVICE);
    }

    private PairRecorder of(boolean share, Key key, Latency second) {
        return share
                ? shared.computeIfAbsent(key, any -> new PairRecorder(key.first(), second, scheduled, true))
                : new PairRecorder(key.first(), second, scheduled);
    }

    /** Adds what was recorded in shared recorders since the previous call. Always the same thread. */
    public void drainInto(LatencySet warmup, LatencySet measured, LatencySamples lateSends) {
        shared.forEach((key, recorder) -> {
            if (!key.sameHost()) {
                recorder.drainInto(warmup, measured);
            }
        });
        late.drainInto(lateSends);
    }

    /**
     * Adds all measured samples of the consumers that share recorders of a subscription, those that stayed on this host
     * apart. Only its first call for a subscription adds some, so that one consumer carries them. Used by one thread.
     */
    public void takeSubscription(int subscription, LatencySet measured, LatencySet sameHost) {
        if (takenSubscriptions.add(subscription)) {
            shared.forEach((key, recorder) -> {
                if (key.subscription() == subscription) {
                    recorder.addAllMeasuredTo(key.sameHost() ? sameHost : measured);
                }
            });
        }
    }
}
