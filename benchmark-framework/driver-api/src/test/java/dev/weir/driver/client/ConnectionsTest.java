package dev.weir.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionsTest {
    /** Also where keys choose the partition: a few connections then carry all messages of a partition. */
    @ParameterizedTest
    @CsvSource({"1,1", "16,16", "17,16", "100,16", "300,7"})
    void eachCarriesItsShareInTurnAndServesOnePartition(int count, int partitions) {
        var connections = new Connections(count, 1);
        for (long sequence = 0; sequence < 3L * count; sequence++) {
            int partition = connections.partition(sequence, partitions);

            assertThat(connections.carrying(sequence, partition, partitions)).isEqualTo((int) (sequence % count));
        }

        Set<Integer> used = new HashSet<>();
        for (int partition = 0; partition < partitions; partition++) {
            for (long sequence = -1; sequence < 3L * count; sequence++) {
                int connection = connections.carrying(sequence, partition, partitions);

                assertThat(connection).isBetween(0, count - 1);
                assertThat(connection % partitions).isEqualTo(partition);
                used.add(connection);
            }
        }
        assertThat(used).hasSize(count);
    }
}
