package dev.weir.driver.kafka.rig;

import java.util.List;
import java.util.stream.Stream;

/**
 * What both sides are asked to do, with one producer.
 *
 * @param messagesPerSecond 0: as many as it can, and nobody consumes; else one consumer does
 * @param pacingPrecision what Weir is told of it; empty: nothing
 */
record Load(String name, int messageBytes, int partitions, int messagesPerSecond, String pacingPrecision) {
    private static final int PACED_RATE = 50_000;

    /** Those that {@code bin/measure rig} knows. */
    static List<Load> all() {
        return List.of(
                new Load("max-100b-1p", 100, 1, 0, ""),
                new Load("max-100b-16p", 100, 16, 0, ""),
                new Load("max-1kib-1p", 1024, 1, 0, ""),
                new Load("max-1kib-16p", 1024, 16, 0, ""),
                paced("paced-default", ""),
                paced("paced-1ms", "1ms"));
    }

    /** One of 50,000 messages of 100 bytes per second on one partition. */
    static Load paced(String name, String pacingPrecision) {
        return new Load(name, 100, 1, PACED_RATE, pacingPrecision);
    }

    /** Those whose name begins with these words: {@code max} stands for four. */
    static Stream<Load> named(String beginning) {
        return all().stream()
                .filter(load -> load.name().equals(beginning) || load.name().startsWith(beginning + "-"));
    }

    boolean isPaced() {
        return messagesPerSecond > 0;
    }
}
