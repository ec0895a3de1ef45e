package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.process.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code validate} and {@code run} check a workload file together with a driver file, and connect to nothing. */
class ClientChecksOnKafkaTest extends CommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            messageSize | messageSize: 1048500 | acks=all | fetch.min.bytes=1 | producerConfig.max.request.size: max.request.size must be at least 1048587
            none | headers: {a: {size: 1048575}} | acks=all | fetch.min.bytes=1 | producerConfig.max.request.size: max.request.size must be at least 1048
            messageSize | messageSizeDistribution: {1000-2000: 9, 2500000-3000000: 1} | max.request.size=9000000 | fetch.min.bytes=1 | max.message.bytes must be
            none | transactions: {messages: 5} | acks=1 | fetch.min.bytes=1 | producerConfig.acks: acks must be -1 or all
            consumer.* | consumerPerSubscription: 2 | acks=all | group.instance.id=me | consumerConfig.group.instance.id: group.instance.id must differ between the 2 consumers of a group
            .*ubscription.* | subscriptions: [{name: a, consumers: 3, consumerConfig: {group.instance.id: me}}] | acks=all | fetch.min.bytes=1 | must differ between the 3 consumers
            """)
    void refusesWhatTheClientsCannotDo(String without, String field, String producer, String consumer, String message)
            throws IOException {
        Path workload = workload(without, field);
        Path driver = driver(producer, consumer);

        assertThat(execute("validate", workload, driver)).isEqualTo(ExitStatus.BAD_INPUT);
        assertThat(out.toString() + err).contains(message, "0 with mistakes; some cannot be run together, see above");
        refuses(message, "run", workload, "-d", driver);
    }

    @Test
    void acceptsWhatTheyCanDo() throws IOException {
        succeeds(
                "validate",
                workload("(consumer.*|messageSize)", "consumerPerSubscription: 2\nmessageSize: 1048400"),
                driver("acks=all", "group.instance.id=me-{consumer}"));
        succeeds(
                "validate",
                workload("none", "keys: {distributor: RANDOM_NANO}"),
                driver("acks=1", "group.instance.id=me"));
    }

    /** @param without regular expression: the field replaces those of the workload whose names match */
    private Path workload(String without, String field) throws IOException {
        String others = Files.readString(workload).replaceAll("(?m)^" + without + ":.*\n", "");
        return write("workload.yaml", others + field + "\n");
    }

    private Path driver(String producer, String consumer) throws IOException {
        return write("driver.yaml", """
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
            """.formatted(producer, consumer));
    }
}
