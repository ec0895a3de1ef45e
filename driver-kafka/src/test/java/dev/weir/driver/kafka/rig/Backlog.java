package dev.weir.driver.kafka.rig;

import java.time.Duration;

/**
 * The stored messages of a load of {@link Load.Kind#READ}. As many bytes of them are measured on each side, after the code
 * that reads them has been compiled and before their end: by the bytes that the process has read.
 */
final class Backlog {
    /** What is measured, as it is stored. */
    static final int MEASURED_MEBIBYTES = 1000;
    /** Payload that a tool finds. It has no other warm-up than the messages before those that are measured. */
    static final int STORED_MEBIBYTES = 3072;
    /** Payload that waits for Weir's consumer, which has received for a while before. */
    static final int WAITING_MEBIBYTES = 1536;

    /** Limit for storing it, and for the pause of the consumer. */
    static final Duration LIMIT = Duration.ofMinutes(3);

    private static final int MIB = 1 << 20;
    private static final int BEFORE_STORED_MEBIBYTES = 1800;
    private static final int BEFORE_WAITING_MEBIBYTES = 200;

    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long MAX_IN_PAUSE_BYTES = 8L * MIB;

    private Backlog() {}

    static long messages(Load load) {
        return (long) STORED_MEBIBYTES * MIB / load.messageBytes();
    }

    /** What a tool does that begins to read what is stored. */
    static Window ofStored(Child process, Topics topics, String topic, Load load) {
        return window(process, BEFORE_STORED_MEBIBYTES, topics, topic, load);
    }

    /**
     * What a worker does whose one consumer pauses, or soon will, while messages are stored.
     *
     * @param topic what the name of the topic begins with
     */
    static Window ofWaiting(Child worker, Topics topics, String topic, Load load) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        long before;
        long now = ProcessFigures.of(worker.pid()).readBytes();
        do {
            worker.runFor(PAUSE);
            before = now;
            now = ProcessFigures.of(worker.pid()).readBytes();
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the consumer has not paused within " + LIMIT.toMinutes()
                        + " min; it last read " + (now - before) / MIB + " MiB in a second");
            }
        } while (now - before > MAX_IN_PAUSE_BYTES);
        return window(worker, BEFORE_WAITING_MEBIBYTES, topics, topic, load);
    }

    private static Window window(Child process, int beforeMebibytes, Topics topics, String topic, Load load) {
        return Window.ofReading(
                process,
                (long) beforeMebibytes * MIB,
                (long) (beforeMebibytes + MEASURED_MEBIBYTES) * MIB,
                () -> topics.storedBytesPerMessage(topic, load.partitions()));
    }
}
