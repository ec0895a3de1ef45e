package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
class ManyClientsTest {
    @TempDir
    private Path folder;

    /** A tenth of 2 GiB, which 10,000 of each have, and what a JVM needs for any run. */
    @Test
    void aThousandProducersAndConsumersRunIn256MiB() throws IOException, InterruptedException {
        Path workload = Files.writeString(folder.resolve("many.yaml"), """
                name: many
                topics: 10
                partitionsPerTopic: 100
                messageSize: 100
                producersPerTopic: 100
                subscriptionsPerTopic: 1
                consumerPerSubscription: 100
                producerRate: 1000
                warmupDuration: 1s
                testDuration: 3s
                """);
        Path output = folder.resolve("output");
        Process process = CommandTest.program(
                        folder, "-d", "none", "--local", "-o", folder.resolve("result.json"), workload)
                .start();
        try {
            assertThat(process.waitFor(4, TimeUnit.MINUTES))
                    .as(Files.readString(output))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }

        // The delivery is checked, and not the time that it took: that depends on the host.
        assertThat(Files.readString(output)).contains(" delivered once, in order");
    }
}
