package dev.weir.driver.redpanda;

import dev.weir.driver.ConfigProblem;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.KafkaDriverFactory;
import java.util.List;
import java.util.Set;

/** The driver {@code redpanda}. There is no embedded cluster of it: Redpanda is no library. */
public final class RedpandaDriverFactory implements DriverFactory {
    private final KafkaDriverFactory kafka = new KafkaDriverFactory();

    @Override
    public String name() {
        return "redpanda";
    }

    @Override
    public Set<String> aliases() {
        // Redpanda's line has variants of its class for topologies and transactions, which here are options and fields.
        return Set.of(
                "io.openmessaging.benchmark.driver.redpanda.RedpandaBenchmarkDriver",
                "io.openmessaging.benchmark.driver.redpanda.swarm.RedpandaBenchmarkDriver",
                "io.openmessaging.benchmark.driver.redpanda.tx.RedpandaBenchmarkDriver");
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        return kafka.problems(config);
    }

    @Override
    public Driver open(DriverConfig config) {
        return new KafkaDriver(config, "Redpanda");
    }
}
