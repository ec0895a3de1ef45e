package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What happened between two instants of a load that goes on before and after them, so that nothing of starting, compiling
 * and closing is in it.
 *
 * @param messages appended to the topic
 * @param cpuSeconds of all client processes together, like the rest
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

    /** Lets the clients go on for so long, and takes what they do meanwhile. */
    static Window of(List<Child> clients, LongSupplier messages, Duration length) {
        List<Allocation> allocations = new ArrayList<>();
        try {
            clients.forEach(client -> allocations.add(Allocation.of(client.pid())));
            // Classes that the first answer needs are loaded by it, and not in the window.
            allocations.forEach(Allocation::bytesByThread);
            List<Map<Long, Long>> before =
                    allocations.stream().map(Allocation::bytesByThread).toList();
            Instant begin = Instant.now(clients, messages);
            clients.get(0).runFor(length);
            Instant end = Instant.now(clients, messages);
            long allocated = 0;
            for (int i = 0; i < allocations.size(); i++) {
                allocated +=
                        Allocation.between(before.get(i), allocations.get(i).bytesByThread());
            }
            return new Window(
                    (end.nanos - begin.nanos) / 1e9,
                    end.messages - begin.messages,
                    end.cpuSeconds() - begin.cpuSeconds(),
                    allocated,
                    end.sum(ProcessFigures::residentBytes),
                    end.sum(ProcessFigures::peakResidentBytes));
        } finally {
            allocations.forEach(Allocation::close);
        }
    }

    /** The same, where the messages became known in another way. */
    Window withMessages(long counted) {
        return new Window(seconds, counted, cpuSeconds, allocatedBytes, residentBytes, peakResidentBytes);
    }

    private record Instant(long nanos, long messages, List<ProcessFigures> processes) {
        static Instant now(List<Child> clients, LongSupplier messages) {
            long counted = messages.getAsLong();
            long nanos = System.nanoTime();
            return new Instant(
                    nanos,
                    counted,
                    clients.stream()
                            .map(client -> ProcessFigures.of(client.pid()))
                            .toList());
        }

        double cpuSeconds() {
            return processes.stream().mapToDouble(ProcessFigures::cpuSeconds).sum();
        }

        long sum(ToLongFunction<ProcessFigures> figure) {
            return processes.stream().mapToLong(figure).sum();
        }
    }
}
