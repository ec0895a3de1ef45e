package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator and two workers that load three brokers for as long as {@code -Dweir.load.seconds} says, each with a heap of
 * 256 MB: what they hold and write is bounded. Only for the soak: what grows slowly is not seen in a minute.
 */
@DisplayName("a load of an hour")
@EnabledIfSystemProperty(named = "weir.load.seconds", matches = "\\d+")
class LongLoadIT {
    private static final String WORKLOAD = """
            topics: 1
            partitionsPerTopic: 6
            messageSize: 100
            producersPerTopic: 2
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
            producerRate: 5000
            warmupDuration: 30s
            testDuration: %ss
            sampleRateMillis: 1000
            """;

    /** Heap, and what a JVM, its threads and buffers need beside it. */
    private static final long MAX_RESIDENT_BYTES = (256 + 96) << 20;

    /** Of the coordinator, which holds what stands in the result of an interval; see LongRunTest. */
    private static final long MAX_HELD_BYTES_PER_INTERVAL = 5 << 10;

    /** What is held at one time and not at another: buffers, connections, caches. */
    private static final long MAX_HELD_BYTES_MORE = 8 << 20;

    private static final long MAX_JOURNAL_BYTES_PER_INTERVAL = 4 << 10;

    /** With what is there once. */
    private static final long MAX_RESULT_BYTES_PER_INTERVAL = 6 << 10;

    /** Of each worker six histograms. */
    private static final long MAX_LOG_BYTES_PER_INTERVAL = 24 << 10;

    private static final long MAX_PRINTED_BYTES_PER_INTERVAL = 200;

    private static final int SAMPLES = 12;

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    /** Objects and bytes of a heap, after a collection. */
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

    @TempDir
    Path folder;

    @Test
    void isHeldInBounds() throws Exception {
        long seconds = Long.getLong("weir.load.seconds");
        Files.writeString(folder.resolve("load.yaml"), WORKLOAD.formatted(seconds));
        var resident = new TreeMap<String, List<Long>>();
        var held = new TreeMap<String, List<Long>>();
        long journal = 0;
        try (var cluster = Command.start(folder, "benchmark", "cluster", "--broker-count", "3");
                var first = Command.start(folder, "benchmark-worker", "--port", "0");
                var second = Command.start(folder, "benchmark-worker", "--port", "0")) {
            Files.writeString(
                    folder.resolve("kafka.yaml"),
                    "name: kafka\ndriver: kafka\nreplicationFactor: 3\ncommonConfig: |\n  bootstrap.servers="
                            + cluster.awaitLine("bootstrap.servers=") + "\n");
            String workers = first.listeningAddress() + "," + second.listeningAddress();
            try (var run = Command.start(
                    folder, "benchmark", "-d", "kafka.yaml", "-w", workers, "-o", "r.json", "load.yaml")) {
                run.awaitLine("measurement");
                do {
                    for (var process : Map.of("coordinator", run, "first", first, "second", second)
                            .entrySet()) {
                        long pid = process.getValue().pid();
                        sample(residentBytes(pid), process.getKey(), resident);
                        sample(heldBytes(pid), process.getKey(), held);
                    }
                    journal = Math.max(journal, bytes("r.journal.jsonl"));
                } while (!run.endsWithin(Duration.ofSeconds(seconds / SAMPLES)));
                // Or invalid, on a host that has much else to do.
                assertThat(run.exitStatus()).as(run.output()).isIn(0, 3);
            }
            for (Command command : List.of(first, second, cluster)) {
                command.signal("TERM");
                command.exitStatus();
            }
        }

        JsonNode result = Results.read(folder.resolve("r.json"));
        long intervals = result.at("/weir/intervals").size();
        System.out.printf(
                "%d intervals; bytes for each: journal %d, hlog %d, result %d, printed %d; MiB resident %s, held %s%n",
                intervals,
                journal / intervals,
                bytes("r.hlog") / intervals,
                bytes("r.json") / intervals,
                printedBytes() / intervals,
                mebibytes(resident),
                mebibytes(held));
        assertThat(result.at("/weir/audit/verdict").asText()).isEqualTo("clean");
        assertThat(intervals).isGreaterThanOrEqualTo(seconds * 9 / 10);
        assertThat(journal).isPositive().isLessThan(intervals * MAX_JOURNAL_BYTES_PER_INTERVAL);
        assertThat(bytes("r.json")).isLessThan(intervals * MAX_RESULT_BYTES_PER_INTERVAL);
        assertThat(bytes("r.hlog")).isPositive().isLessThan(intervals * MAX_LOG_BYTES_PER_INTERVAL);
        assertThat(printedBytes()).isLessThan(intervals * MAX_PRINTED_BYTES_PER_INTERVAL);
        assertThat(resident.values())
                .allSatisfy(bytes -> assertThat(Collections.max(bytes)).isLessThan(MAX_RESIDENT_BYTES));
        assertThat(held.values()).allSatisfy(bytes -> assertThat(bytes).hasSizeGreaterThanOrEqualTo(SAMPLES - 1));
        held.forEach((process, bytes) -> {
            long more = bytes.get(bytes.size() - 1) - bytes.get(0);
            long perInterval = process.equals("coordinator") ? MAX_HELD_BYTES_PER_INTERVAL : 0;
            assertThat(more).as(process).isLessThan(MAX_HELD_BYTES_MORE + intervals * perInterval);
        });
        Command.assertLeftNothing(folder);
    }

    /** None of a process that has just ended. */
    private static void sample(OptionalLong bytes, String process, Map<String, List<Long>> samples) {
        bytes.ifPresent(sample ->
                samples.computeIfAbsent(process, name -> new ArrayList<>()).add(sample));
    }

    private static OptionalLong residentBytes(long process) throws IOException {
        try {
            var resident = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process + "/status")));
            return resident.find() ? OptionalLong.of(Long.parseLong(resident.group(1)) << 10) : OptionalLong.empty();
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        }
    }

    /** What is reachable in its heap. */
    private OptionalLong heldBytes(long process) throws IOException, InterruptedException {
        Path histogram = folder.resolve("heap.txt");
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(process),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .redirectOutput(histogram.toFile())
                .start();
        assertThat(jcmd.waitFor(60, TimeUnit.SECONDS)).isTrue();
        var total = TOTAL.matcher(Files.readString(histogram));
        return total.find() ? OptionalLong.of(Long.parseLong(total.group(1))) : OptionalLong.empty();
    }

    private static Map<String, List<Long>> mebibytes(Map<String, List<Long>> bytes) {
        var mebibytes = new TreeMap<String, List<Long>>();
        bytes.forEach((process, samples) -> mebibytes.put(
                process, samples.stream().map(sample -> sample >> 20).toList()));
        return mebibytes;
    }

    private long bytes(String file) throws IOException {
        Path path = folder.resolve(file);
        return Files.exists(path) ? Files.size(path) : 0;
    }

    /** By all of them. */
    private long printedBytes() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            long all = 0;
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".out")).toList()) {
                all += Files.size(file);
            }
            return all;
        }
    }
}
