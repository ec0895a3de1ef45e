package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.DriverTransactions;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DriverTransactionsTest {
    private static final DriverConfig OF_TWO =
            DriverConfig.of("any").withSettings(Map.of(DriverTransactions.FIELD, "2"));

    @Test
    void becomeTheLoads() {
        Workload plain = Workloads.small().build();

        assertThat(DriverTransactions.on(OF_TWO, plain))
                .isEqualTo(Workloads.small()
                        .section(Transactions.STREAM, new TransactionSpec(2, 0))
                        .build());
        assertThat(DriverTransactions.on(DriverConfig.of("any"), plain)).isSameAs(plain);
    }

    @Test
    void doNotChangeAnEqualLoad() {
        Workload same = Workloads.small()
                .section(Transactions.STREAM, new TransactionSpec(2, 0.5))
                .build();

        assertThat(DriverTransactions.contradiction(OF_TWO, same)).isEmpty();
        assertThat(DriverTransactions.on(OF_TWO, same)).isSameAs(same);
    }

    @Test
    void areRefusedWhereTheLoadSaysSomethingElse() {
        assertThat(DriverTransactions.contradiction(
                        OF_TWO,
                        Workloads.small()
                                .section(Transactions.STREAM, new TransactionSpec(10, 0))
                                .build()))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("asks for transactions of 2 messages", "has transactions of 10; remove one of them"));
        var closed = new LoadShape(Arrival.UNIFORM, LoadShape.BURST_PERIOD_NANOS, false, 3, OptionalLong.empty());
        assertThat(DriverTransactions.contradiction(
                        OF_TWO, Workloads.small().shape(closed).build()))
                .hasValueSatisfying(why -> assertThat(why).contains("closed loop"));
        assertThat(DriverTransactions.contradiction(
                        OF_TWO, Workloads.small().requests(5).build()))
                .hasValueSatisfying(why -> assertThat(why).contains("requests"));
    }
}
