package dev.weir.feature.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.client.Connections;
import dev.weir.feature.SectionFiles;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionSectionTest extends SectionFiles {
    private static final String BASE = """
        topics: 1
        partitionsPerTopic: 4
        messageSize: 4
        producerRate: 5000
        subscriptionsPerTopic: 1
        consumerPerSubscription: 1
        """;

    @Test
    void readsConnectionsWithTheirRateAndWritesThem() throws IOException {
        Workload all =
                read(BASE + "producersPerTopic: 2\nconnectionsPerProducer: 8\n").orElseThrow();
        Workload some = read(BASE + "producersPerTopic: 2\nconnectionsPerProducer: 8\nconnectionRate: 4\n")
                .orElseThrow();

        assertThat(all.run().sections().connections()).isEqualTo(new Connections(8, Double.POSITIVE_INFINITY));
        assertThat(some.run().sections().connections()).isEqualTo(new Connections(8, 4));
        assertThat(Workloads.small().build().run().sections().connections()).isEqualTo(Connections.OF_CLIENT);
        assertReadsBack(all);
        assertReadsBack(some);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            connectionRate: 5 | needs connectionsPerProducer; add it, or remove this
            connectionsPerProducer: 3 | must be at least the number of partitions of a topic, 4, got 3: each connection serves one partition
            connectionsPerProducer: 8; transactions: {messages: 2} | cannot stand beside transactions, whose producers have one connection to each broker; remove one of the two
            connectionsPerProducer: 8; pipeline: {instancesPerTopic: 1} | cannot stand beside pipeline, whose producers have one connection to each broker; remove one of the two
            connectionsPerProducer: 1000000; producersPerTopic: 20 | makes 20000000 connections over all topics, must be at most 10000000
            """)
    void refusesConnectionsThatCannotBe(String fields, String message) throws IOException {
        String producers = fields.contains("producersPerTopic") ? "" : "producersPerTopic: 2\n";

        read(BASE + producers, fields);

        assertThat(problems.errors()).extracting(Problem::message).containsExactly(message);
    }
}
