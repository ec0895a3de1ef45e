package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Driver files of OMB that ask for transactions. */
class DriverTransactionsCommandTest extends CommandTest {
    @Test
    void theRunSendsInTransactionsOfThatSize() throws IOException {
        Path driver = write("tx.yaml", "driver: none\nrequestsPerTransaction: 5\n");
        Path file = folder.resolve("r.json");

        succeeds("-q", "-d", driver, "-o", file, workload);

        JsonNode result = json(file);
        assertThat(result.at("/weir/provenance/workload/transactions/messages").asInt())
                .isEqualTo(5);
        long acknowledged = result.at("/weir/audit/acknowledged").asLong();
        assertThat(acknowledged).isGreaterThan(100);
        assertThat(result.at("/weir/transactions/committed").asLong())
                .isBetween(acknowledged / 5, acknowledged / 5 + 1);
        assertThat(result.at("/weir/audit/verdict").asText()).isEqualTo("clean");
    }
}
