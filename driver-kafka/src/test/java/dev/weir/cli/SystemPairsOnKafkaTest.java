package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Campaigns of two driver files on a real broker, which tells what its topics promise. */
class SystemPairsOnKafkaTest extends CommandTest {

    private int status;

    @Test
    void filesThatSeemEqualCanBeUnequalByFactsOfTheBroker() throws IOException {
        JsonNode index =
                campaign(driver("leftOut", "", ""), driver("written", "flush.messages=1", "acks=all"), "--strict");

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
        JsonNode result = json(folder.resolve("results/tiny-written.json"));
        List<String> items = new ArrayList<>();
        result.at("/weir/durability")
                .forEach(item -> items.add(item.path("item").asText()));
        assertThat(items).contains("acks", "brokers", "brokerVersion", "clientVersion", "clientJvm", "clientHeap");
    }

    /** By files and results alone, and on all that is made of them. */
    @Test
    void clientsAreNamedAndNotComparedUnlessThatIsMeant() throws IOException {
        String java = driver("java", "", "");
        String wire = driver("quick", "", "linger.ms=5\nclient: wire");
        JsonNode index = campaign(java, wire, "--differs", "client");

        assertThat(err.toString()).isEmpty();
        assertThat(index.at("/pairs/0/verdict").asText()).isEqualTo("equal");
        assertThat(out.toString().replaceAll("\\s+", " ")).contains("stated: client kafka-clients | weir-wire");
        String a = folder.resolve("results/tiny-java.json").toString();
        String b = folder.resolve("results/tiny-quick.json").toString();
        JsonNode provenance = json(Path.of(b)).at("/weir/provenance");
        assertThat(provenance.path("client").asText()).isEqualTo("weir-wire");
        assertThat(provenance.at("/system/client").asText()).startsWith("weir-wire on kafka-clients 4.");

        print("compare", a, b);
        assertThat(out.toString()).contains("unequal", "client: kafka-clients | weir-wire");
        print("compare", "--differs", "client", a, b);
        assertThat(out.toString()).contains("client: kafka-clients | weir-wire (named by --differs)");

        Path page = folder.resolve("page.html");
        print("report", "-o", page.toString(), a, b);
        assertThat(Files.readString(page).contains("driver.client")).isTrue();
        print("report", "-o", page.toString(), b);
        assertThat(Files.readString(page).contains("client library: weir-wire on kafka-clients 4."))
                .isTrue();
    }

    private JsonNode campaign(String one, String other, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of(
                "--verbose",
                "-d",
                one + "," + other,
                "-o",
                folder.resolve("results").toString(),
                workload.toString()));
        print(words.toArray());
        return json(folder.resolve("results/index.json"));
    }

    private void print(Object... words) {
        status = execute(words);
    }

    private String driver(String name, String topic, String producer) throws IOException {
        String file = "name: " + name + "\ndriver: kafka\nreplicationFactor: 1\ntopicConfig: |\n  " + topic
                + "\ncommonConfig: |\n  bootstrap.servers="
                + SharedCluster.servers() + "\nproducerConfig: |\n  "
                + producer
                + "\n";
        return Files.writeString(folder.resolve(name + ".yaml"), file).toString();
    }
}
