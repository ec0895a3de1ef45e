package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.WrappedNone;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.driver.Doubles;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.exception.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SystemCheckTest {
    @Test
    void reportsFactsOfTheSystem() {
        var facts = new TreeMap<>(Map.of(
                "system", "Kafka",
                "brokers", "3",
                "cluster.id", "abc",
                "broker.min.insync.replicas", "2",
                "feature.metadata.version", "29"));

        List<Check> checks = checks(3, () -> facts);

        assertThat(checks).extracting(Check::verdict).containsExactly(CheckOutcome.OK, CheckOutcome.OK);
        assertThat(checks.get(0).found())
                .matches(
                        "Kafka, brokers 3, cluster\\.id abc, metadata\\.version 29; connected in [\\d,.]+ ms, answered in"
                                + " [\\d,.]+ ms");
        assertThat(checks.get(1).found()).isEqualTo("replicationFactor 3, brokers 3");
    }

    @Test
    void findsThatThereAreTooFewBrokersIfTheirNumberIsKnown() {
        List<Check> checks = checks(4, () -> Map.of("system", "Kafka", "brokers", "3"));

        assertThat(checks.get(1).verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(checks.get(1).remedy()).startsWith("replicationFactor: 3 in fake.yaml");
        assertThat(checks(4, () -> Map.of("system", "other"))).hasSize(1);
    }

    @Test
    void aSystemOfAnotherDriverFailsOnlyIfItsDriverIsNamed() {
        assertThat(checksOfBrokers(SystemCheck.Origin.FILE))
                .extracting(Check::verdict, Check::remedy)
                .contains(tuple(CheckOutcome.FAIL, "driver: redpanda in -b host:9092, or other addresses"));
        assertThat(checksOfBrokers(SystemCheck.Origin.OPTIONS))
                .extracting(Check::verdict, Check::remedy)
                .contains(tuple(CheckOutcome.FAIL, "-d redpanda, or other addresses"));
        assertThat(checksOfBrokers(SystemCheck.Origin.OPTIONS_OF_ANY_DRIVER))
                .extracting(Check::verdict, Check::found, Check::remedy)
                .contains(
                        tuple(CheckOutcome.OK, "redpanda, which a run with -b host:9092 uses", ""),
                        tuple(
                                CheckOutcome.FAIL,
                                "replicationFactor 4, brokers 3: no topic could be created",
                                "--set driver.replicationFactor=3 of the run, or start more brokers"));
    }

    private static List<Check> checksOfBrokers(SystemCheck.Origin origin) {
        var config =
                new DriverConfig("kafka", "kafka", new TopicConfig(4, false, Map.of()), ClientConfig.NONE, Map.of());
        var system = fake(() -> Map.of("system", "Redpanda", "brokers", "3"), "redpanda");
        return new SystemCheck("-b host:9092", origin, system, config).check();
    }

    @Test
    void reportsAnUnreachableSystemInTheDriversWords() {
        Check reached = only(() -> {
            throw new DriverException("cannot reach a broker at client-9:9092");
        });

        assertThat(reached.verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(reached.found()).isEqualTo("cannot reach a broker at client-9:9092");
        assertThat(reached.remedy()).contains("the addresses in fake.yaml");
    }

    @Test
    void reportsThatTheCheckWasInterrupted() {
        Map<RuntimeException, String> failures = Map.of(
                new DriverException("cannot reach a broker: interrupted"),
                "the driver's words: cannot reach a broker: interrupted",
                new IllegalStateException("interrupted"),
                "the driver fake fails: java.lang.IllegalStateException: interrupted");
        failures.forEach((failure, text) -> {
            Check reached = only(() -> {
                Thread.currentThread().interrupt();
                throw failure;
            });

            assertThat(Thread.interrupted()).isTrue();
            assertThat(reached.verdict()).isEqualTo(CheckOutcome.FAIL);
            assertThat(reached.found()).isEqualTo("no answer within 25 s; " + text);
        });
    }

    @Test
    void namesTheDriverThatFailsAndItsFault() {
        Check broken = only(() -> {
            throw new IllegalStateException("a bug");
        });
        Check incomplete = only(() -> {
            throw new NoClassDefFoundError("client/Base");
        });

        assertThat(broken.verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(broken.found()).isEqualTo("the driver fake fails: java.lang.IllegalStateException: a bug");
        assertThat(broken.remedy())
                .startsWith("report it to the author of the driver")
                .contains("that all its jars exist");
        assertThat(incomplete.found()).isEqualTo("the driver fake fails: java.lang.NoClassDefFoundError: client/Base");
    }

    private static Check only(Supplier<Map<String, String>> facts) {
        List<Check> checks = checks(1, facts);
        assertThat(checks).hasSize(1);
        return checks.get(0);
    }

    private static List<Check> checks(int replicationFactor, Supplier<Map<String, String>> facts) {
        var config = new DriverConfig(
                "fake", "fake", new TopicConfig(replicationFactor, false, Map.of()), ClientConfig.NONE, Map.of());
        return new SystemCheck("fake.yaml", SystemCheck.Origin.FILE, fake(facts, ""), config).check();
    }

    /** A system that has facts, and nothing else. */
    private static DriverFactory fake(Supplier<Map<String, String>> facts, String rightDriver) {
        Admin admin = Doubles.of(Admin.class, (method, given) -> switch (method) {
            case "facts" -> facts.get();
            case "rightDriver" -> Optional.of(rightDriver).filter(name -> !name.isEmpty());
            case "createTopics", "deleteTopics" -> throw new AssertionError("a check changes nothing");
            default -> null;
        });
        Driver driver = Doubles.of(Driver.class, (method, given) -> switch (method) {
            case "openAdmin" -> admin;
            case "openProducer", "openConsumer" -> throw new AssertionError("a check sends and receives nothing");
            default -> null;
        });
        return WrappedNone.factory("fake", () -> driver);
    }
}
