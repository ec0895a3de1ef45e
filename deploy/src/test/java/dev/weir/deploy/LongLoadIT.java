package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final long MOST_RESIDENT_BYTES = (256 + 256) << 20;

    private static final long MOST_JOURNAL_BYTES_PER_INTERVAL = 4 << 10;

    /** With what is there once. */
    private static final long MOST_RESULT_BYTES_PER_INTERVAL = 6 << 10;

    /** Of each worker six histograms. */
    private static final long MOST_LOG_BYTES_PER_INTERVAL = 24 << 10;

    private static final long MOST_PRINTED_BYTES_PER_INTERVAL = 200;

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    @TempDir
    Path folder;

    @Test
    void isHeldInBounds() throws Exception {
        long seconds = Long.getLong("weir.load.seconds");
        Files.writeString(folder.resolve("load.yaml"), WORKLOAD.formatted(seconds));
        var resident = new TreeMap<String, List<Long>>();
        long journal = 0;
        try (var cluster = Command.start(folder, "benchmark", "cluster", "--brokers", "3");
                var first = Command.start(folder, "benchmark-worker", "--port", "0");
                var second = Command.start(folder, "benchmark-worker", "--port", "0")) {
            Files.writeString(
                    folder.resolve("kafka.yaml"),
                    "name: kafka\ndriver: kafka\nreplicationFactor: 3\ncommonConfig: |\n  bootstrap.servers="
                            + cluster.awaitLine("bootstrap.servers=") + "\n");
            try (var run = Command.start(
                    folder,
                    "benchmark",
                    "-d",
                    "kafka.yaml",
                    "-w",
                    first.listeningAddress() + "," + second.listeningAddress(),
                    "-o",
                    "r.json",
                    "load.yaml")) {
                run.awaitLine("measurement");
                while (run.isAlive()) {
                    for (var process : Map.of("coordinator", run, "first", first, "second", second)
                            .entrySet()) {
                        resident.computeIfAbsent(process.getKey(), name -> new ArrayList<>())
                                .add(residentBytes(process.getValue().pid()));
                    }
                    journal = Math.max(journal, bytes("r.journal.jsonl"));
                    run.endsWithin(Duration.ofSeconds(5));
                }
                // Or invalid, on a host that has much else to do.
                assertThat(run.exitStatus()).as(run.output()).isIn(0, 3);
            }
            for (Command command : List.of(first, second, cluster)) {
                command.signal("TERM");
                command.exitStatus();
            }
        }

        JsonNode result = new ObjectMapper().readTree(folder.resolve("r.json").toFile());
        long intervals = result.at("/weir/intervals").size();
        System.out.printf(
                "%d intervals; bytes for each: journal %d, hlog %d, result %d, printed %d; resident %s%n",
                intervals,
                journal / intervals,
                bytes("r.hlog") / intervals,
                bytes("r.json") / intervals,
                printedBytes() / intervals,
                resident.entrySet().stream()
                        .map(process -> process.getKey() + " " + (most(firstHalf(process.getValue())) >> 20) + " then "
                                + (most(secondHalf(process.getValue())) >> 20) + " MiB")
                        .toList());
        assertThat(result.at("/weir/audit/verdict").asText()).isEqualTo("clean");
        assertThat(intervals).isGreaterThanOrEqualTo(seconds * 9 / 10);
        assertThat(journal).isPositive().isLessThan(intervals * MOST_JOURNAL_BYTES_PER_INTERVAL);
        assertThat(bytes("r.json")).isLessThan(intervals * MOST_RESULT_BYTES_PER_INTERVAL);
        assertThat(bytes("r.hlog")).isPositive().isLessThan(intervals * MOST_LOG_BYTES_PER_INTERVAL);
        assertThat(printedBytes()).isLessThan(intervals * MOST_PRINTED_BYTES_PER_INTERVAL);
        assertThat(resident).allSatisfy((process, bytes) -> {
            assertThat(most(bytes)).isLessThan(MOST_RESIDENT_BYTES);
            // The heap is used in full by then.
            assertThat(most(secondHalf(bytes))).isLessThan(most(firstHalf(bytes)) * 5 / 4);
        });
        Leftovers.assertNone(folder);
    }

    private static List<Long> firstHalf(List<Long> samples) {
        return samples.subList(0, samples.size() / 2);
    }

    private static List<Long> secondHalf(List<Long> samples) {
        return samples.subList(samples.size() / 2, samples.size());
    }

    private static long most(List<Long> samples) {
        return samples.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    /** 0 of one that has just ended. */
    private static long residentBytes(long process) throws IOException {
        try {
            var resident = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process + "/status")));
            return resident.find() ? Long.parseLong(resident.group(1)) << 10 : 0;
        } catch (NoSuchFileException e) {
            return 0;
        }
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
