package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.transactions.TransactionSection.DriverTransactions;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTransactionsTest {
    private static final DriverConfig OF_TWO =
            DriverConfig.of("any").withSettings(Map.of(DriverTransactions.REQUESTS.name(), "2"));

    @TempDir
    Path folder;

    private final Problems problems = new Problems();
    private final List<String> contradictions = new ArrayList<>();

    @Test
    void becomeTheLoads() {
        Workload plain = Workloads.small().build();

        assertThat(on(OF_TWO, plain))
                .isEqualTo(Workloads.small()
                        .section(Transactions.STREAM, new TransactionSpec(2, 0))
                        .build());
        assertThat(on(DriverConfig.of("any"), plain)).isSameAs(plain);
        assertThat(contradictions).isEmpty();
    }

    @Test
    void doNotChangeAnEqualLoad() {
        Workload same = Workloads.small()
                .section(Transactions.STREAM, new TransactionSpec(2, 0.5))
                .build();

        assertThat(on(OF_TWO, same)).isSameAs(same);
        assertThat(contradictions).isEmpty();
    }

    @Test
    void areRefusedWhereTheLoadSaysSomethingElse() {
        on(
                OF_TWO,
                Workloads.small()
                        .section(Transactions.STREAM, new TransactionSpec(10, 0))
                        .build());
        var closed = new LoadShape(Arrival.UNIFORM, LoadShape.BURST_PERIOD_NANOS, false, 3, OptionalLong.empty());
        on(OF_TWO, Workloads.small().shape(closed).build());
        on(OF_TWO, Workloads.small().requests(5).build());

        assertThat(contradictions)
                .satisfiesExactly(
                        why -> assertThat(why)
                                .contains(
                                        "asks for transactions of 2 messages",
                                        "has transactions of 10; remove one of them"),
                        why -> assertThat(why).contains("closed loop"),
                        why -> assertThat(why).contains("requests"));
    }

    @Test
    void areKeptForTheRunAndHiddenFromTheDriver() throws IOException {
        DriverConfig config =
                read("driver: none\nfailEvery: 5\nrequestsPerTransaction: 2\n").orElseThrow();

        assertThat(config.settings()).isEqualTo(Map.of("failEvery", "5", "requestsPerTransaction", "2"));
        assertThat(DriverFile.forDriver(config).settings()).isEqualTo(Map.of("failEvery", "5"));
        assertThat(read("driver: none\nrequestsPerTransaction: 0\n")
                        .orElseThrow()
                        .settings())
                .isEmpty();
    }

    @Test
    void refusesAWrongNumber() throws IOException {
        assertThat(read("driver: none\nrequestsPerTransaction: -1\n")).isEmpty();
        assertThat(problems.errors())
                .singleElement()
                .asString()
                .contains(":2: requestsPerTransaction: must be a whole number in [0, 100000] (messages), got -1");
    }

    private Workload on(DriverConfig config, Workload workload) {
        return new DriverTransactions().on(config, workload, contradictions::add);
    }

    private Optional<DriverConfig> read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("driver.yaml"), text);
        return DriverFile.read(file, Drivers.onClassPath(), problems);
    }
}
