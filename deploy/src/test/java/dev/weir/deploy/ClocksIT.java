package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.RequiredTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A worker whose clock is seconds off and drifts, as libfaketime makes it believe. */
@Isolated
@Tag("soak")
class ClocksIT {
    private static final Path FAKETIME = Path.of("src", "test", "faketime").toAbsolutePath();
    private static final int UNAVAILABLE = 69;
    private static final double AHEAD_NANOS = 7e9;
    private static final double DRIFT_PPM = 300;

    @TempDir
    Path folder;

    /** Skips the test if there is no libfaketime on this machine and none can be fetched. */
    @BeforeEach
    void tryFaketimeAndWriteTheWorkload() throws IOException, InterruptedException {
        Process tried = new ProcessBuilder(FAKETIME.toString(), "+1s", "true")
                .redirectErrorStream(true)
                .start();
        // It may have to fetch libfaketime.
        boolean ended = tried.waitFor(5, TimeUnit.MINUTES);
        tried.destroyForcibly();
        assertThat(ended).as("faketime ended within 5 minutes").isTrue();
        String said = "tests with clocks that are wrong: "
                + new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (tried.exitValue() == UNAVAILABLE) {
            System.out.println("SKIP " + said);
            RequiredTool.require(false, said);
        }
        assertThat(tried.exitValue()).as(said).isZero();
        Files.writeString(folder.resolve("short.yaml"), """
                topics: 1
                partitionsPerTopic: 1
                messageSize: 1024
                producersPerTopic: 1
                subscriptionsPerTopic: 1
                consumerPerSubscription: 1
                producerRate: 500
                warmupDuration: 1s
                testDuration: 4s
                sampleRateMillis: 1000
                """);
    }

    /**
     * The producer runs on the worker that is named first, the consumer on the other: so what is left of the clocks'
     * distance would be added in one run, and missing in the other.
     */
    @Test
    void areCorrectedWhetherTheProducersOrTheConsumersIsWrong() throws IOException {
        List<String> faketime = List.of(FAKETIME.toString(), "+7s x1.0003");
        try (var cluster = Command.start(folder, "benchmark", "cluster");
                var one = Command.start(folder, "benchmark-worker", "--port", "0");
                var two = Command.start(folder, "benchmark-worker", "--port", "0");
                var wrong = Command.startThrough(faketime, folder, "benchmark-worker", "--port", "0")) {
            Files.writeString(
                    folder.resolve("kafka.yaml"),
                    "driver: kafka\ncommonConfig: |\n  bootstrap.servers=" + cluster.awaitLine("bootstrap.servers="));
            String right = one.listeningAddress();
            String alsoRight = two.listeningAddress();
            String ahead = wrong.listeningAddress();

            JsonNode plain = run(right, alsoRight);
            JsonNode consumerAhead = run(right, ahead);
            JsonNode producerAhead = run(ahead, right);

            assertThat(plain.at("/weir/clock/mode").asText()).isEqualTo("system");
            for (JsonNode result : List.of(consumerAhead, producerAhead)) {
                assertThat(result.at("/weir/clock/mode").asText()).isEqualTo("corrected");
                JsonNode clock = clockOf(ahead, result);
                assertWithin(clock, "/offsetNanos", AHEAD_NANOS, AHEAD_NANOS / 2);
                assertWithin(
                        clock,
                        "/driftPpm",
                        DRIFT_PPM,
                        clock.path("driftBoundPpm").asDouble());
                assertThat(result.at("/weir/reasons").toString())
                        .doesNotContain("seem to have arrived before", "the wall clock of ");
                assertRightWithinItsBound(result, plain);
            }
        }
    }

    /** Nothing arrives before it was sent; and half of the messages do not take seconds. */
    private static void assertRightWithinItsBound(JsonNode result, JsonNode plain) {
        for (String name : List.of("endToEndResponse", "endToEndService")) {
            double bound = latency(result, name).path("boundNanos").asDouble();
            JsonNode summary = latency(result, name).path("summary");
            JsonNode expected = latency(plain, name).path("summary");
            assertThat(bound).isPositive();
            // A clock that runs fast has room for one more of every 3,333.
            assertThat(summary.path("count").asLong()).isBetween(2000L, 2001L);
            // Three digits.
            assertThat(summary.path("minNanos").asDouble()).isGreaterThanOrEqualTo(-1.002 * bound);
            double allowed = bound
                    + latency(plain, name).path("boundNanos").asDouble()
                    // One run differs from another on a busy machine, but not by multiples.
                    + 2 * expected.at("/quantilesNanos/p50").asDouble();
            assertWithin(
                    summary,
                    "/quantilesNanos/p50",
                    expected.at("/quantilesNanos/p50").asDouble(),
                    allowed);
        }
    }

    private static JsonNode latency(JsonNode result, String name) {
        return result.at("/weir/latency").path(name);
    }

    private static void assertWithin(JsonNode node, String path, double expected, double allowed) {
        double value = node.at(path).asDouble(Double.NaN);
        assertThat(Math.abs(value - expected))
                .as("%s: %f, expected %f", path, value, expected)
                .isLessThanOrEqualTo(allowed);
    }

    private static JsonNode clockOf(String worker, JsonNode result) {
        for (JsonNode clock : result.at("/weir/clock/workers")) {
            if (clock.path("worker").asText().equals(worker)) {
                return clock;
            }
        }
        throw new AssertionError("no clock of " + worker + " in " + result.at("/weir/clock"));
    }

    private JsonNode run(String producing, String consuming) throws IOException {
        String workers = producing + "," + consuming;
        Path result = folder.resolve(workers.replace(':', '-') + ".json");
        Command.run(folder, "benchmark", "-d", "kafka.yaml", "-w", workers, "-o", result, "short.yaml");
        return Results.read(result);
    }
}
