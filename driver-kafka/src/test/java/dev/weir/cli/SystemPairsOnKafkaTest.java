package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Campaigns of two driver files on a real broker, which tells what its topics promise. */
class SystemPairsOnKafkaTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private int status;

    @Test
    void filesThatSeemEqualCanBeUnequalByFactsOfTheBroker() throws IOException {
        JsonNode index = campaign(driver("leftOut", "", ""), driver("written", "flush.messages=1", "acks=all"));

        assertThat(status).isEqualTo(ExitStatus.INVALID);
        // What a topic gets that is not told to flush, the file does not know.
        assertThat(err.toString())
                .contains("leftOut and written may not be equal: known only after the runs: fsync unknown | before"
                        + " acknowledgement");
        JsonNode pair = index.at("/pairs/0");
        assertThat(pair.path("verdict").asText()).isEqualTo("unequal");
        assertThat(pair.path("differences")).hasSize(1);
        assertThat(pair.at("/differences/0/field").asText()).isEqualTo("fsync");
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "pair leftOut | written: unequal: fsync by the operating system | before acknowledgement",
                        "durability acks all, idempotence true, replicationFactor 1, minInsyncReplicas 1, fsync before"
                                + " acknowledgement (flush.messages=1)");
        JsonNode result = new ObjectMapper()
                .readTree(folder.resolve("results/tiny-written.json").toFile());
        List<String> items = new ArrayList<>();
        result.at("/weir/durability")
                .forEach(item -> items.add(item.path("item").asText()));
        assertThat(items).contains("acks", "brokers", "brokerVersion", "clientVersion", "clientJvm", "clientHeap");
    }

    @Test
    void aWrittenDefaultIsEqualToOneThatIsLeftOut() throws IOException {
        JsonNode index = campaign(driver("leftOut", "", ""), driver("written", "", "acks=all\n  linger.ms=5"));

        assertThat(err.toString()).isEmpty();
        assertThat(index.at("/pairs/0/verdict").asText()).isEqualTo("equal");
    }

    private JsonNode campaign(String one, String other) throws IOException {
        Path workload = Files.writeString(folder.resolve("tiny.yaml"), """
            topics: 1
            partitionsPerTopic: 1
            messageSize: 100
            producersPerTopic: 1
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            producerRate: 200
            warmupDuration: 200ms
            testDuration: 600ms
            sampleRateMillis: 200
            """);
        Path results = folder.resolve("results");
        String[] words = {
            "--strict", "--verbose", "-d", one + "," + other, "-o", results.toString(), workload.toString()
        };
        CommandLine commands =
                Benchmark.commands(words).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        status = Benchmark.execute(commands, words);
        return new ObjectMapper().readTree(results.resolve("index.json").toFile());
    }

    private String driver(String name, String topic, String producer) throws IOException {
        String file = "name: " + name + "\ndriver: kafka\nreplicationFactor: 1\ntopicConfig: |\n  " + topic
                + "\ncommonConfig: |\n  bootstrap.servers="
                + SharedCluster.config("kafka").clients().common().get("bootstrap.servers") + "\nproducerConfig: |\n  "
                + producer
                + "\n";
        return Files.writeString(folder.resolve(name + ".yaml"), file).toString();
    }
}
