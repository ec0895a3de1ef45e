package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster whose owner ends. */
class OwnerEndTest {

    /** The last broker is paused, and cannot notice anything itself while it stands still. */
    @ParameterizedTest
    @CsvSource({"true, 2", "false, 1"})
    void anOwnerThatIsKilledOrExitsLeavesNothing(boolean killed, int brokers) throws Exception {
        Process owner = startOwner(brokers);
        try {
            Remains remains = readRemains(owner);
            assertThat(remains.processIds()).hasSize(brokers).allMatch(Remains::runs);

            ClusterDirectory.sweep();
            assertThat(remains.directory()).as("swept although its owner lives").isDirectory();

            if (killed) {
                owner.destroyForcibly();
            } else {
                owner.getOutputStream().close();
            }
            assertThat(owner.waitFor(20, TimeUnit.SECONDS)).isTrue();
            remains.awaitNone();
        } finally {
            owner.destroyForcibly();
        }
    }

    private static Process startOwner(int brokers) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterOwner.class.getName(),
                        Integer.toString(brokers))
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

    /**
     * The main of a process that owns a cluster, of which it pauses the last broker, for tests of the end of such a process.
     * Prints, one a line, the directory, the brokers' ports and their process ids, and an empty line; then waits for the end of
     * its standard input and leaves without closing the cluster.
     */
    static final class ClusterOwner {
        private ClusterOwner() {}

        public static void main(String[] args) throws IOException {
            int brokers = Integer.parseInt(args[0]);
            var cluster = new KafkaEmbeddedClusters().start(brokers, 0);
            cluster.faults().orElseThrow().pause(brokers);
            System.out.println(cluster.directory());
            System.out.println(cluster.bootstrapServers());
            cluster.processIds().forEach(System.out::println);
            System.out.println();
            while (System.in.read() >= 0) {
                // The parent writes nothing. It closes the pipe when it ends.
            }
        }
    }
}
