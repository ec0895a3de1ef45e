package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster whose owner ends, and one that must not end with the signals that its owner gets. */
class OwnerEndTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void killingTheOwnerLeavesNothing(int brokers) throws Exception {
        Process owner = startOwner(brokers);
        try {
            Remains remains = readRemains(owner);
            assertThat(remains.processIds()).hasSize(brokers).allMatch(Remains::runs);

            ClusterDirectory.sweep();
            assertThat(remains.directory()).as("swept although its owner lives").isDirectory();

            owner.destroyForcibly().waitFor();
            remains.awaitNone();
        } finally {
            owner.destroyForcibly();
        }
    }

    /** It cannot notice anything itself while it stands still. */
    @Test
    void killingTheOwnerLeavesNoPausedBrokerEither() throws Exception {
        Process owner = startOwner(1, "paused");
        try {
            Remains remains = readRemains(owner);
            assertThat(remains.processIds()).hasSize(1).allMatch(Remains::runs);

            owner.destroyForcibly().waitFor();
            remains.awaitNone();
        } finally {
            owner.destroyForcibly();
        }
    }

    @Test
    void anOwnerThatExitsWithoutClosingLeavesNothing() throws Exception {
        Process owner = startOwner(1);
        try {
            Remains remains = readRemains(owner);
            owner.getOutputStream().close();
            assertThat(owner.waitFor(20, TimeUnit.SECONDS)).isTrue();
            remains.awaitNone();
        } finally {
            owner.destroyForcibly();
        }
    }

    @Test
    void signalsToTheGroupDoNotEndABroker() throws Exception {
        try (var cluster = new KafkaEmbeddedClusters().start(1, 0)) {
            long pid = cluster.processIds().get(0);
            for (String signal : new String[] {"-INT", "-HUP", "-TERM"}) {
                var kill = new ProcessBuilder("kill", signal, Long.toString(pid)).start();
                assertThat(kill.waitFor()).isZero();
            }
            await("a broker that goes on").during(Duration.ofSeconds(1)).until(() -> Remains.runs(pid));
        }
    }

    private static Process startOwner(int brokers, String... more) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                ClusterOwner.class.getName(),
                Integer.toString(brokers)));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Remains readRemains(Process owner) throws IOException {
        // Not closed: the owner goes on, and a write of its to a closed pipe would be another end than the one tested.
        BufferedReader reader = owner.inputReader(StandardCharsets.UTF_8);
        var lines = new ArrayList<String>();
        for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
            lines.add(line);
        }
        assertThat(lines).as("what the owner printed").hasSizeGreaterThan(2);
        return new Remains(
                Path.of(lines.get(0)),
                Remains.portsOf(lines.get(1)),
                lines.stream().skip(2).map(Long::valueOf).toList());
    }
}
