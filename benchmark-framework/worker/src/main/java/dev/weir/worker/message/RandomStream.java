package dev.weir.worker.message;

import java.util.SplittableRandom;

/**
 * Random decisions of a run. Each kind has its own stream, derived from the run's seed, so that drawing from one stream
 * does not change another, and producers draw different numbers.
 */
public enum RandomStream {
    /** Payloads of the pool; the same on each worker. */
    POOL(1),
    PAYLOAD_CHOICE(2),
    /** Characters of the keys; the same on each worker. */
    KEY_NAMES(3),
    KEY_CHOICE(4),
    /** When the messages of a Poisson process are due. */
    ARRIVAL(5),
    /** Partition of each message, if partitions have weights. */
    PARTITION_CHOICE(6),
    ABORT_CHOICE(7),
    /** In which burst periods a producer reads. */
    READ_TURN(8),
    /** At which message a read begins. */
    READ_POSITION(9),
    /** How consumers of a share group handle each delivery. */
    SHARE_HANDLING(10);

    /** Part of what a seed means: if it changes, the same seed gives other runs. */
    private final long number;

    RandomStream(long number) {
        this.number = number;
    }

    /** Returns the stream that all workers have in common. */
    SplittableRandom ofRun(long seed) {
        return ofProducer(seed, -1);
    }

    public SplittableRandom ofProducer(long seed, int producer) {
        return new SplittableRandom(mix(mix(mix(seed) + number) + producer));
    }

    /** Returns a producer's stream for a segment of the load, so that no warm-up affects the draws after it. */
    public SplittableRandom ofSegment(long seed, int producer, int segment) {
        return new SplittableRandom(mix(mix(mix(mix(seed) + number) + producer) + segment));
    }

    /** Returns a number in [0, 1) for an attempt, from 1, to deliver a message, whichever consumer gets it. */
    public double ofDelivery(long seed, int producer, long sequence, int attempt) {
        long bits = mix(mix(mix(mix(mix(seed) + number) + producer) + sequence) + attempt);
        return (bits >>> 11) * 0x1.0p-53;
    }

    /** Spreads a change of any bit over all 64; reversible. David Stafford's variant 13, as in SplitMix64. */
    static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
