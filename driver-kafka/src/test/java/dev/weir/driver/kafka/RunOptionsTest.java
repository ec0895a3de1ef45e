package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options of a run on Kafka that need no broker. */
class RunOptionsTest extends CommandTest {
    @Test
    void setsAFieldOfAFileForEachOption() throws IOException {
        Path properties = Files.writeString(folder.resolve("client.properties"), "request.timeout.ms=9000\n");
        String options =
                "--keys 1k --name mine --repeat 3 --interval 500ms --replication-factor 2 --acks 1 --linger 5ms"
                        + " --batch-size 64KiB --compression lz4 --rate 5k --command-config " + properties;
        List<String> words = new ArrayList<>(List.of("run", "-b", "127.0.0.1:9", "-d", "kafka", "--print-workload"));
        words.addAll(List.of(options.split(" ")));

        assertThat(execute(words.toArray())).isZero();
        assertThat(out.toString().lines())
                .contains(
                        "  cardinality: 1k",
                        "name: mine",
                        "repeat: 3",
                        "sampleRateMillis: 500ms",
                        "producerRate: 5k",
                        "replicationFactor: 2",
                        "  acks: '1'",
                        "  linger.ms: '5'",
                        "  batch.size: '65536'",
                        "  compression.type: lz4",
                        "  request.timeout.ms: '9000'");
    }

    @Test
    void findsAWorkerThatDoesNotListenBeforeItWritesAnything() throws IOException {
        List<String> before = files(folder);
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }

        int status = execute("run", "-w", "127.0.0.1:" + port, workload.toString());

        assertThat(status).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("worker 127.0.0.1:" + port + " cannot be reached: Connection refused")
                .contains("is bin/benchmark-worker running there?");
        assertThat(files(folder)).isEqualTo(before);
    }
}
