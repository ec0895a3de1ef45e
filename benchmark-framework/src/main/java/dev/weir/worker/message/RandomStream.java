package dev.weir.worker.message;

import java.util.SplittableRandom;

/**
 * What is random in a run. Each has a stream of its own, made of the run's seed, so that no draw of one moves another, and
 * two producers do not draw alike.
 */
public enum RandomStream {
    /** The payloads of the pool; the same on every worker. */
    POOL(1),
    /** Which payload each message carries. */
    PAYLOAD_CHOICE(2),
    /** The characters of the keys; the same on every worker. */
    KEY_NAMES(3),
    /** Which key each message has. */
    KEY_CHOICE(4),
    /** When the messages of a Poisson process are due. */
    ARRIVAL(5),
    /** To which partition each message goes, where that has weights. */
    PARTITION_CHOICE(6),
    /** Which transactions are aborted on purpose. */
    TRANSACTION_CHOICE(7),
    /** In which burst periods a producer reads. */
    READ_TURN(8),
    /** From where it reads. */
    READ_PLACE(9),
    /** What consumers of a share group do with each delivery. */
    SHARE_HANDLING(10);

    /** Part of what a seed means: another number gives other runs. */
    private final long number;

    RandomStream(long number) {
        this.number = number;
    }

    /** The stream that all workers have in common. */
    SplittableRandom ofRun(long seed) {
        return ofProducer(seed, -1);
    }

    /** A producer's own stream. */
    public SplittableRandom ofProducer(long seed, int producer) {
        return new SplittableRandom(mix(mix(mix(seed) + number) + producer));
    }

    /**
     * What a delivery of a message draws, whichever consumer gets it: in [0, 1).
     *
     * @param attempt of the delivery, from 1
     */
    public double ofDelivery(long seed, int producer, long sequence, int attempt) {
        long bits = mix(mix(mix(mix(mix(seed) + number) + producer) + sequence) + attempt);
        return (bits >>> 11) * 0x1.0p-53;
    }

    /** Spreads a change of any bit over all 64; one to one. David Stafford's variant 13, as in SplitMix64. */
    static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
