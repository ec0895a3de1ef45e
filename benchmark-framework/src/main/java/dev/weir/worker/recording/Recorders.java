package dev.weir.worker.recording;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencyRecorder;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PairRecorder;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives the clients of a load the recorders of their latencies. Few clients have recorders of their own, with one writer
 * each. Many share {@value #STRIPES} recorders for each pair of latencies and each subscription, into which several threads
 * add atomically. The latencies of the run are the same in both cases; those of single clients are unknown in the second.
 */
public final class Recorders {
    private static final int STRIPES = 8;
    private static final int NO_SUBSCRIPTION = -1;

    private final boolean scheduled;
    private final boolean producersShare;
    private final boolean consumersShare;
    private final Map<Key, PairRecorder> shared = new ConcurrentHashMap<>();
    private final LatencyRecorder late = new LatencyRecorder(true);
    private final Set<Integer> takenSubscriptions = new HashSet<>();

    /**
     * The use of one shared recorder.
     *
     * @param sameHost whether its messages stay on this host, and are recorded a second time for that
     */
    private record Key(Latency first, int subscription, boolean sameHost, int stripe) {}

    /** For the clients of one load. */
    public Recorders(boolean scheduled, boolean producersShare, boolean consumersShare) {
        this.scheduled = scheduled;
        this.producersShare = producersShare;
        this.consumersShare = consumersShare;
    }

    /** Whether the producers' recorders are drained here, and hold no single producer's latencies. */
    public boolean producersShare() {
        return producersShare;
    }

    /** Whether the consumers' recorders are drained here, and hold no single consumer's latencies. */
    public boolean consumersShare() {
        return consumersShare;
    }

    /** Returns the recorder of two latencies of a producer. Any thread. */
    public PairRecorder ofProducer(Latency first, Latency second, int producer) {
        return of(producersShare, new Key(first, NO_SUBSCRIPTION, false, producer % STRIPES), second);
    }

    /** Returns the recorder of a producer's late messages. Any thread. */
    public LatencyRecorder late() {
        return producersShare ? late : new LatencyRecorder();
    }

    /**
     * Returns the recorder of a consumer's latencies. Any thread.
     *
     * @param share whether it is one that several consumers share
     */
    public PairRecorder ofConsumer(int subscription, boolean sameHost, int consumer, boolean share) {
        var key = new Key(Latency.END_TO_END_RESPONSE, subscription, sameHost, consumer % STRIPES);
        return of(share, key, Latency.END_TO_END_SERVICE);
    }

    private PairRecorder of(boolean share, Key key, Latency second) {
        return share
                ? shared.computeIfAbsent(key, any -> new PairRecorder(key.first(), second, scheduled, true))
                : new PairRecorder(key.first(), second, scheduled);
    }

    /** Adds what shared recorders hold since the last call. Always the same thread. */
    public void drainInto(LatencySet warmup, LatencySet measured, LatencySamples lateSends) {
        shared.forEach((key, recorder) -> {
            if (!key.sameHost()) {
                recorder.drainInto(warmup, measured);
            }
        });
        late.drainInto(lateSends);
    }

    /**
     * Adds all measured samples of the consumers that share the recorders of a subscription. Adds nothing when it is called
     * again for that subscription, so that one of its consumers carries them. One thread.
     *
     * @param sameHost takes those whose messages stayed on this host
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

    /** How many recorders are shared, for tests. */
    int sharedCount() {
        return shared.size();
    }
}
