package dev.weir.workload.file;

import dev.weir.driver.Capability;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A driver that is only looked up and asked for problems: it refuses idempotence with more than 5 requests in flight. */
record FakeDriver(String name, Set<String> aliases, Map<String, String> settings) implements DriverFactory {
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";

    /** Two drivers, with the names that OMB's files have for them. */
    static Drivers drivers() {
        String omb = "io.openmessaging.benchmark.driver.";
        return new Drivers(List.of(
                new FakeDriver("kafka", Set.of(omb + "kafka.KafkaBenchmarkDriver"), Map.of()),
                new FakeDriver(
                        "redpanda",
                        Set.of(omb + "redpanda.RedpandaBenchmarkDriver", omb + "redpanda.tx.RedpandaBenchmarkDriver"),
                        Map.of("adminUrl", "where the admin API listens"))));
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        var producer = config.clients().effectiveProducer();
        List<ConfigProblem> problems = new ArrayList<>();
        if ("true".equals(producer.get("enable.idempotence")) && "10".equals(producer.get(IN_FLIGHT))) {
            problems.add(new ConfigProblem("producerConfig", IN_FLIGHT, "must be at most 5 with idempotence, got 10"));
        }
        if (config.topics().properties().containsKey("forbidden")) {
            problems.add(new ConfigProblem("topicConfig", "", "must not be here"));
        }
        if (config.topics().properties().containsKey("break")) {
            throw new IllegalStateException("I break");
        }
        return problems;
    }

    @Override
    public Set<Capability> capabilities(DriverConfig config) {
        return name.equals("redpanda") ? Set.of(Capability.CLUSTER_SETTINGS) : Set.of();
    }

    @Override
    public Driver open(DriverConfig config) {
        throw new UnsupportedOperationException("only read about");
    }
}
