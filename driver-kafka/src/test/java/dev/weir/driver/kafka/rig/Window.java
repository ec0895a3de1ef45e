package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What happened between two instants of a load that goes on before and after them, so that nothing of starting, compiling
 * and closing is in it.
 *
 * @param messages appended to the topic, or read
 * @param cpuSeconds of the process, like the rest
 * @param residentBytes at its end
 * @param peakResidentBytes until its end, start-up included
 */
record Window(
        double seconds,
        long messages,
        double cpuSeconds,
        long allocatedBytes,
        long residentBytes,
        long peakResidentBytes) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(5);

    /** What the rig compares. */
    enum Measure {
        THROUGHPUT("messages/s"),
        CPU("CPU s per million messages"),
        ALLOCATION("allocated bytes per message"),
        RESIDENT("resident MiB at the end"),
        PEAK("resident MiB at most");

        final String label;

        Measure(String label) {
            this.label = label;
        }

        double of(Window window) {
            return switch (this) {
                case THROUGHPUT -> window.messages / window.seconds;
                case CPU -> window.cpuSeconds * 1e6 / window.messages;
                case ALLOCATION -> (double) window.allocatedBytes / window.messages;
                case RESIDENT -> window.residentBytes / 1048576.0;
                case PEAK -> window.peakResidentBytes / 1048576.0;
            };
        }
    }

    /** What a process does that sends to a topic, when it has done so for as long as the load is to warm up. */
    static Window of(Bench bench, Topics topics, Child process, Load load) {
        var topic = topics.awaitLoad(process, load.partitions());
        process.runFor(Duration.ofSeconds(bench.options().warmupSeconds(load) + 1));
        return of(
                process,
                () -> topics.messages(topic),
                Duration.ofSeconds(bench.options().seconds()));
    }

    /** Lets a process go on for so long, and takes what it does meanwhile. */
    static Window of(Child process, LongSupplier messages, Duration length) {
        return of(process, messages, () -> {}, () -> process.runFor(length));
    }

    /**
     * What a process does from the moment that it has read so many bytes on until it has read others. The count begins with
     * this call.
     *
     * @param bytesPerMessage asked at the end
     */
    static Window ofReading(Child process, long from, long to, DoubleSupplier bytesPerMessage) {
        LongSupplier read = () -> ProcessFigures.of(process.pid()).readBytes();
        long begin = read.getAsLong();
        Window window = of(
                process, read, () -> runUntil(process, read, begin + from), () -> runUntil(process, read, begin + to));
        return window.withMessages(Math.round(window.messages() / bytesPerMessage.getAsDouble()));
    }

    private static void runUntil(Child process, LongSupplier count, long least) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (count.getAsLong() < least) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("only " + count.getAsLong() + " of " + least
                        + " bytes were read within " + LIMIT.toSeconds() + " s");
            }
            process.runFor(STEP);
        }
    }

    private static Window of(Child process, LongSupplier messages, Runnable awaitBegin, Runnable awaitEnd) {
        try (Allocation allocation = Allocation.of(process.pid())) {
            // Classes that the first answer needs are loaded by it, and not in the window.
            allocation.bytesByThread();
            awaitBegin.run();
            Map<Long, Long> allocated = allocation.bytesByThread();
            long before = messages.getAsLong();
            long begin = System.nanoTime();
            var atBegin = ProcessFigures.of(process.pid());
            awaitEnd.run();
            long after = messages.getAsLong();
            long end = System.nanoTime();
            var atEnd = ProcessFigures.of(process.pid());
            return new Window(
                    (end - begin) / 1e9,
                    after - before,
                    atEnd.cpuSeconds() - atBegin.cpuSeconds(),
                    Allocation.between(allocated, allocation.bytesByThread()),
                    atEnd.residentBytes(),
                    atEnd.peakResidentBytes());
        }
    }

    /** The same, where the messages became known in another way. */
    Window withMessages(long counted) {
        return new Window(seconds, counted, cpuSeconds, allocatedBytes, residentBytes, peakResidentBytes);
    }
}
