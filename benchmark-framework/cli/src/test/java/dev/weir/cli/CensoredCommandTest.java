package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs in which known messages are never sent or fail: percentiles and thresholds hold them, too. On a busy host Weir itself
 * may leave more of them unsent.
 */
@Tag("slow")
class CensoredCommandTest extends CommandTest {
    /**
     * 200 messages warm up, and 2,000 follow in 2 s, of which no. 1,500 blocks for 3 s. The load is over a second after its end, at 3 s, and the 499 that
     * were due after 1.5 s have not been sent at 4.5 s: they have waited for 2.5 s at least, and so has the p99 of all.
     */
    @Test
    void messagesThatAStallKeptFromBeingSentStandInThePercentiles() throws IOException {
        JsonNode result = run("stallAtMessage: 1700\nstallMillis: 3000\n", "publishResponse.p99 < 2s");

        for (String latency : List.of("publishResponse", "sendDelay", "endToEndResponse")) {
            JsonNode summary = lowerBounds(result, latency);
            assertThat(censored(result, latency))
                    .as(latency)
                    .isEqualTo(result.at("/weir/unsent").asLong())
                    .isGreaterThanOrEqualTo(499);
            assertThat(summary.at("/quantilesNanos/p99").asLong()).as(latency).isGreaterThanOrEqualTo(2_490_000_000L);
        }
        assertThat(censored(result, "publishService")).isZero();
        assertThat(out.toString())
                .containsPattern("publishResponse .* > [\\d,]+ +- +> [\\d,]+\n")
                .containsPattern("threshold MISSED: publishResponse.p99 < 2s: > [\\d,.]+ ms")
                .contains("LATENCIES_CENSORED", " have no publishResponse", " messages were due");
        // As in OMB, whose fields are of the messages that were acknowledged, from when they were sent.
        assertThat(result.path("aggregatedPublishLatency99pct").asDouble()).isLessThan(2000);
    }

    @Test
    void messagesThatFailStandInThePercentiles() throws IOException {
        JsonNode result = run("failEvery: 4\n", "publishResponse.p90 < 1h");

        long sent = summary(result, "sendCall").path("count").asLong();
        long unsent = result.at("/weir/unsent").asLong();
        for (String latency : List.of("publishResponse", "publishService", "endToEndResponse", "endToEndService")) {
            long missing = latency.endsWith("Service") ? 0 : unsent;
            long count = lowerBounds(result, latency).path("count").asLong();
            long censored = censored(result, latency);
            assertThat(count + censored).as(latency).isEqualTo(sent + missing);
            assertThat(censored).as(latency).isGreaterThanOrEqualTo(sent / 4 + missing);
        }
        assertThat(censored(result, "sendDelay")).isEqualTo(unsent);
        assertThat(out.toString())
                .containsPattern("threshold MISSED: publishResponse.p90 < 1h: > [\\d,.]+ ms")
                .contains(" have no publishResponse", "quantiles from", "OMB's fields publishLatency*");
    }

    private JsonNode run(String fault, String threshold) throws IOException {
        replace("producerRate: 500", "producerRate: 1000");
        replace("testDuration: 600ms", "testDuration: 2s");
        append("thresholds: [" + threshold + "]\n");
        Path driver = write("driver.yaml", "name: none\ndriver: none\n" + fault);
        Path result = folder.resolve("result.json");

        assertThat(execute("-d", driver, "--verbose", "-o", result, workload)).isEqualTo(99);
        assertThat(err.toString()).isEmpty();
        return json(result);
    }

    /** Returns the summary of a latency whose high percentiles are lower bounds. */
    private static JsonNode lowerBounds(JsonNode result, String latency) {
        JsonNode summary = summary(result, latency);
        assertThat(summary.path("greaterThan").valueStream().map(JsonNode::asText))
                .as(latency)
                .contains("p90", "p95", "p99", "mean", "max");
        return summary;
    }

    private static long censored(JsonNode result, String latency) {
        return summary(result, latency).path("censored").asLong();
    }

    private static JsonNode summary(JsonNode result, String latency) {
        return result.at("/weir/latency/" + latency + "/summary");
    }
}
