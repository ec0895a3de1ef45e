package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Campaigns of two driver files on a real broker, which tells what its topics promise. */
class SystemPairsOnKafkaTest extends CommandTest {

    @Test
    void filesThatSeemEqualCanBeUnequalByFactsOfTheBroker() throws IOException {
        int status = campaign(driver("leftOut", "", ""), driver("written", "flush.messages=1", "acks=all"), "--strict");

        assertThat(status).isEqualTo(ExitStatus.INVALID);
        // What a topic gets that is not told to flush, the file does not know.
        assertThat(err.toString())
                .contains("leftOut and written may not be equal: known only after the runs: fsync unknown | before"
                        + " acknowledgement");
        JsonNode pair = json(folder.resolve("results/index.json")).at("/pairs/0");
        assertThat(pair.path("verdict").asText()).isEqualTo("unequal");
        assertThat(pair.path("differences")).hasSize(1);
        assertThat(pair.at("/differences/0/field").asText()).isEqualTo("fsync");
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "pair leftOut | written: unequal: fsync by the operating system | before acknowledgement",
                        "durability acks all, idempotence true, replicationFactor 1, minInsyncReplicas 1, fsync before"
                                + " acknowledgement (flush.messages=1)");
        assertThat(json(folder.resolve("results/tiny-written.json"))
                        .at("/weir/durability")
                        .findValuesAsText("item"))
                .contains("acks", "brokers", "brokerVersion", "clientVersion", "clientJvm", "clientHeap");
    }

    /** By files and results alone, and on all that is made of them. */
    @Test
    void clientsAreNamedAndNotComparedUnlessThatIsMeant() throws IOException {
        campaign(driver("java", "", ""), driver("quick", "", "linger.ms=5\nclient: wire"), "--differs", "client");

        assertThat(err.toString()).isEmpty();
        Path results = folder.resolve("results");
        assertThat(json(results.resolve("index.json")).at("/pairs/0/verdict").asText())
                .isEqualTo("equal");
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("stated: client kafka-clients | weir-wire");
        Path a = results.resolve("tiny-java.json");
        Path b = results.resolve("tiny-quick.json");
        JsonNode provenance = json(b).at("/weir/provenance");
        assertThat(provenance.path("client").asText()).isEqualTo("weir-wire");
        assertThat(provenance.at("/system/client").asText()).startsWith("weir-wire on kafka-clients 4.");

        execute("compare", a, b);
        assertThat(out.toString()).contains("unequal", "client: kafka-clients | weir-wire");
        execute("compare", "--differs", "client", a, b);
        assertThat(out.toString()).contains("client: kafka-clients | weir-wire (named by --differs)");

        Path page = folder.resolve("page.html");
        execute("report", "-o", page, a, b);
        assertThat(Files.readString(page).contains("driver.client")).isTrue();
        execute("report", "-o", page, b);
        assertThat(Files.readString(page).contains("client library: weir-wire on kafka-clients 4."))
                .isTrue();
    }

    /** Returns the exit status. */
    private int campaign(Path one, Path other, String... options) {
        return execute(line(
                String.join(" ", options) + " --verbose -d %s -o %s %s",
                one + "," + other,
                folder.resolve("results"),
                workload));
    }

    private Path driver(String name, String topic, String producer) throws IOException {
        return write(name + ".yaml", """
            name: %s
            driver: kafka
            replicationFactor: 1
            topicConfig: |
              %s
            commonConfig: |
              bootstrap.servers=%s
            producerConfig: |
              %s
            """.formatted(name, topic, SharedCluster.servers(), producer));
    }
}
