package dev.weir.driver.kafka.rig;

import java.util.List;

/**
 * What both sides are asked to do, with one producer.
 *
 * @param messagesPerSecond 0: as many as it can, without consumers; else one consumer does
 * @param pacingPrecision what the workload says of it; empty: nothing
 */
record Load(String name, int messageBytes, int partitions, int messagesPerSecond, String pacingPrecision) {
    /** A JVM that is to send few messages compiles for longer: its methods are called less often. */
    private static final int PACED_WARMUP_SECONDS = 60;

    private static final int WARMUP_SECONDS = 6;

    /** What {@link #warmupSeconds} says of them, in words. */
    static final String WARMUPS = "%d s (loads with a rate: %d s)".formatted(WARMUP_SECONDS, PACED_WARMUP_SECONDS);

    /** Those that {@code bin/measure rig} knows. */
    static List<Load> all() {
        return List.of(
                new Load("max-100b-1p", 100, 1, 0, ""),
                new Load("max-100b-16p", 100, 16, 0, ""),
                new Load("max-1kib-1p", 1024, 1, 0, ""),
                new Load("max-1kib-16p", 1024, 16, 0, ""),
                paced("paced-1000", 1_000, ""),
                paced("paced-20000", 20_000, ""),
                paced("paced-50000", 50_000, ""),
                paced("paced-50000-1ms", 50_000, "1ms"));
    }

    /** One of messages of 100 bytes on one partition. */
    static Load paced(String name, int messagesPerSecond, String pacingPrecision) {
        return new Load(name, 100, 1, messagesPerSecond, pacingPrecision);
    }

    /** The one with this name, or else those whose names begin with these words: {@code max} stands for four. */
    static List<Load> named(String words) {
        List<Load> exactly =
                all().stream().filter(load -> load.name().equals(words)).toList();
        return exactly.isEmpty()
                ? all().stream()
                        .filter(load -> load.name().startsWith(words + "-"))
                        .toList()
                : exactly;
    }

    /** How long it runs before anything is measured, unless {@code --warmup} gives another time. */
    int warmupSeconds() {
        return isPaced() ? PACED_WARMUP_SECONDS : WARMUP_SECONDS;
    }

    boolean isPaced() {
        return messagesPerSecond > 0;
    }
}
