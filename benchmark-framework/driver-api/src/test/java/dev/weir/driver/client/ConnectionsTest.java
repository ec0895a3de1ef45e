package dev.weir.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionsTest {
    @ParameterizedTest
    @CsvSource({"1,1", "16,16", "17,16", "100,16", "300,7"})
    void eachCarriesItsShareInTurn(int count, int partitions) {
        var connections = new Connections(count, 1);
        for (long sequence = 0; sequence < 3L * count; sequence++) {
            int partition = connections.partition(sequence, partitions);

            assertThat(connections.carrying(sequence, partition, partitions)).isEqualTo((int) (sequence % count));
        }
    }

    /** Also where keys choose the partition: all messages of a partition are for a few of them. */
    @ParameterizedTest
    @CsvSource({"1,1", "16,16", "17,16", "100,16", "300,7"})
    void aConnectionServesOnePartition(int count, int partitions) {
        var connections = new Connections(count, 1);
        Map<Integer, Integer> messages = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            for (long sequence = -1; sequence < 3L * count; sequence++) {
                int connection = connections.carrying(sequence, partition, partitions);

                assertThat(connection).isBetween(0, count - 1);
                assertThat(connection % partitions).isEqualTo(partition);
                messages.merge(connection, 1, Integer::sum);
            }
        }
        assertThat(messages).hasSize(count);
    }
}
