package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code validate} and {@code run} check a workload file together with a driver file, and connect to nothing. */
class ClientChecksOnKafkaTest extends CommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "messageSize: 1048500 | acks=all | fetch.min.bytes=1 | producerConfig.max.request.size:"
                        + " max.request.size must be at least 1048587",
                "headers: {a: {size: 1048575}} | acks=all | fetch.min.bytes=1 | producerConfig.max.request.size:"
                        + " max.request.size must be at least 1048",
                "messageSizeDistribution: {1000-2000: 9, 2500000-3000000: 1} | max.request.size=9000000 |"
                        + " fetch.min.bytes=1 | max.message.bytes must be",
                "transactions: {messages: 5} | acks=1 | fetch.min.bytes=1 | producerConfig.acks: acks must be -1 or"
                        + " all",
                "consumerPerSubscription: 2 | acks=all | group.instance.id=me | consumerConfig.group.instance.id:"
                        + " group.instance.id must differ between the 2 consumers of a group",
                "subscriptions: [{name: a, consumers: 3, consumerConfig: {group.instance.id: me}}] | acks=all |"
                        + " fetch.min.bytes=1 | must differ between the 3 consumers"
            })
    void refusesWhatTheClientsCannotDo(String field, String producer, String consumer, String message)
            throws IOException {
        String workload = workload(field);
        String driver = driver(producer, consumer);

        assertThat(messages(ExitStatus.BAD_INPUT, "validate", workload, driver))
                .contains(message)
                .contains("0 with mistakes; some cannot be run together, see above");
        assertThat(messages(ExitStatus.BAD_INPUT, "run", workload, "-d", driver))
                .contains(message);
    }

    @Test
    void acceptsWhatTheyCanDo() throws IOException {
        messages(
                ExitStatus.OK,
                "validate",
                workload("consumerPerSubscription: 2\nmessageSize: 1048400"),
                driver("acks=all", "group.instance.id=me-{consumer}"));
        messages(
                ExitStatus.OK,
                "validate",
                workload("consumerPerSubscription: 1\nkeys: {distributor: RANDOM_NANO}"),
                driver("acks=1", "group.instance.id=me"));
    }

    private String workload(String field) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "name: pair",
                "topics: 1",
                "partitionsPerTopic: 2",
                "producersPerTopic: 1",
                "producerRate: 10",
                "testDuration: 5s"));
        if (!field.contains("messageSize") && !field.contains("Distribution")) {
            lines.add("messageSize: 100");
        }
        if (!field.contains("subscription") && !field.contains("Subscription")) {
            lines.addAll(List.of("subscriptionsPerTopic: 1", "consumerPerSubscription: 1"));
        } else if (field.contains("consumerPerSubscription")) {
            lines.add("subscriptionsPerTopic: 1");
        }
        lines.add(field);
        return Files.write(folder.resolve("workload.yaml"), lines).toString();
    }

    private String driver(String producer, String consumer) throws IOException {
        return Files.writeString(folder.resolve("driver.yaml"), """
            name: pair
            driver: kafka
            replicationFactor: 1
            topicConfig: |
              max.message.bytes=2000000
            commonConfig: |
              bootstrap.servers=127.0.0.1:1
            producerConfig: |
              %s
            consumerConfig: |
              %s
            """.formatted(producer, consumer))
                .toString();
    }

    private String messages(int status, Object... words) {
        assertThat(execute(words)).as(out.toString() + err).isEqualTo(status);
        return out.toString() + err;
    }
}
