package dev.weir.driver.kafka.rig;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What both sides are asked to do, with one client or one of each kind.
 *
 * @param messagesPerSecond 0: as many as it can
 * @param pacingPrecision what the workload says of it; empty: nothing
 */
record Load(Kind kind, String name, int messageBytes, int partitions, int messagesPerSecond, String pacingPrecision) {
    /** What is done. The names of scenarios begin with it. */
    enum Kind {
        /** One producer sends as fast as it can. */
        MAX,
        /** The same to {@link dev.weir.driver.kafka.wire.AcknowledgingSink} instead of a broker. */
        SINK,
        /** One consumer reads as fast as it can what is stored. */
        READ,
        /** One producer sends at a rate, and one consumer receives. */
        PACED
    }

    /** A JVM that is to send few messages compiles for longer: its methods are called less often. */
    private static final int PACED_WARMUP_SECONDS = 60;

    private static final int WARMUP_SECONDS = 6;

    /** What {@link #warmupSeconds} says of them, in words. */
    static final String WARMUPS = "%d s (loads with a rate: %d s)".formatted(WARMUP_SECONDS, PACED_WARMUP_SECONDS);

    /** Those that {@code bin/measure rig} knows. */
    static List<Load> all() {
        Stream<Load> unpaced = Stream.of(Kind.MAX, Kind.SINK, Kind.READ)
                .flatMap(kind -> Stream.of(
                        unpaced(kind, "100b", 100, 1),
                        unpaced(kind, "100b", 100, 16),
                        unpaced(kind, "1kib", 1024, 1),
                        unpaced(kind, "1kib", 1024, 16)));
        Stream<Load> paced = Stream.of(
                paced("paced-1000", 1_000, ""),
                paced("paced-20000", 20_000, ""),
                paced("paced-50000", 50_000, ""),
                paced("paced-50000-1ms", 50_000, "1ms"));
        return Stream.concat(unpaced, paced).toList();
    }

    private static Load unpaced(Kind kind, String size, int messageBytes, int partitions) {
        String name = kind.name().toLowerCase(Locale.ROOT) + "-" + size + "-" + partitions + "p";
        return new Load(kind, name, messageBytes, partitions, 0, "");
    }

    /** One of messages of 100 bytes on one partition. */
    static Load paced(String name, int messagesPerSecond, String pacingPrecision) {
        return new Load(Kind.PACED, name, 100, 1, messagesPerSecond, pacingPrecision);
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
        return kind == Kind.PACED;
    }

    boolean reads() {
        return kind == Kind.READ;
    }

    /** How many there are in Weir's run. */
    int consumers() {
        return isPaced() || reads() ? 1 : 0;
    }
}
