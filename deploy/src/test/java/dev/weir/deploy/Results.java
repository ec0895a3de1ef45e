package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Result files of runs, and the load of those that have none of their own. */
final class Results {
    /** 1,200 messages in 6 s; the length of the measurement is to be filled in, 4s for this number. */
    static final String WORKLOAD = """
            topics: 1
            partitionsPerTopic: 4
            messageSize: 1024
            producersPerTopic: 2
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
            producerRate: 200
            warmupDuration: 2s
            testDuration: %s
            sampleRateMillis: 1000
            """;

    private Results() {}

    static JsonNode read(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    /** The only result in the folder {@code results} of a command. */
    static Path only(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("results"))) {
            List<Path> results =
                    files.filter(file -> file.toString().endsWith(".json")).toList();
            assertThat(results).hasSize(1);
            return results.get(0);
        }
    }

    /** Of the 1,200 messages of {@link #WORKLOAD}. */
    static void assertNothingIsMissing(JsonNode result) {
        long acknowledged = result.at("/weir/audit/acknowledged").asLong();
        // On a busy host, the last messages can be too late to be sent.
        assertThat(acknowledged + result.at("/weir/unsent").asLong()).isEqualTo(1200);
        assertThat(acknowledged).isPositive();
        assertThat(result.at("/weir/audit/delivered").asLong()).isEqualTo(acknowledged);
    }
}
