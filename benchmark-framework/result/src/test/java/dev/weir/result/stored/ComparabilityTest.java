package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import dev.weir.result.stored.Comparability.Difference;
import dev.weir.result.stored.Comparability.Difference.Kind;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparabilityTest {
    private static final Workload LOAD = Workloads.small().build();

    @Test
    void theSameOnTwoSystemsIsEqual() {
        ComparedSystem one = side("one", "kafka", Map.of("linger.ms", "1"));
        ComparedSystem other = side("other", "redpanda", Map.of("linger.ms", " 1 "));

        Comparability pair = compared(one, other);

        assertThat(pair.differences()).isEmpty();
        assertThat(pair.text()).isEqualTo("equal");
        assertThat(pair.labels()).containsExactly("one", "other");
    }

    @Test
    void namesEachSettingThatDiffers() {
        ComparedSystem one = side("one", "kafka", Map.of("linger.ms", "1"));
        ComparedSystem other = side("other", "kafka", Map.of("batch.size", "5"));

        Comparability pair = compared(one, other);

        assertThat(pair.verdict()).isEqualTo(ComparabilityVerdict.UNEQUAL);
        assertThat(pair.text())
                .isEqualTo("unequal: producerConfig.batch.size not set | 5, producerConfig.linger.ms 1 | not set");
    }

    @Test
    void namesFieldsOfTheLoad() {
        ComparedSystem one = side("one", "kafka", Map.of());
        ComparedSystem other =
                side("other", "kafka", Map.of(), Workloads.small().rates(10, 10).build());

        assertThat(compared(one, other).of(Kind.UNEQUAL))
                .extracting(Difference::text)
                .containsExactly("producerRate 1000 | 10", "warmupProducerRate 1000 | 10");
    }

    @Test
    void statedDifferencesDoNotMakeSidesUnequal() {
        ComparedSystem one = side("one", "kafka", Map.of("linger.ms", "1"), DurabilityKey.ACKS, "all");
        ComparedSystem other = side("other", "kafka", Map.of("linger.ms", "5"), DurabilityKey.ACKS, "1");

        Comparability stated = Comparability.of(List.of(one, other), Set.of("acks", "linger.ms"));

        assertThat(stated.verdict()).isEqualTo(ComparabilityVerdict.EQUAL);
        assertThat(stated.text()).isEqualTo("equal; stated: acks all | 1, producerConfig.linger.ms 1 | 5");
        assertThat(Comparability.of(List.of(one, other), Set.of("acks")).verdict())
                .isEqualTo(ComparabilityVerdict.UNEQUAL);
    }

    @Test
    void anUnknownValueOfASideIsNotEqual() {
        ComparedSystem known = side("known", "kafka", Map.of(), DurabilityKey.FSYNC, "never");
        ComparedSystem open = side("open", "kafka", Map.of())
                .measured(new Durability(List.of(DurabilityItem.unknown(DurabilityKey.FSYNC, ""))));

        Comparability pair = compared(known, open);
        Comparability neither = compared(open, open);

        assertThat(pair.text()).isEqualTo("unknown: fsync never | unknown");
        assertThat(compared(known, side("other", "kafka", Map.of("x", "1"))).text())
                .isEqualTo("unequal: producerConfig.x not set | 1; unknown: fsync never | unknown");
        assertThat(pair.differences().get(0).isUnknownOfAll()).isFalse();
        assertThat(neither.verdict()).isEqualTo(ComparabilityVerdict.UNKNOWN);
        assertThat(neither.differences().get(0).isUnknownOfAll()).isTrue();
        // One that tells nothing is no better.
        assertThat(compared(known, side("mute", "kafka", Map.of())).verdict()).isEqualTo(ComparabilityVerdict.UNKNOWN);
    }

    @Test
    void copiesFlushedAfterAcknowledgementsCountAsEqual() {
        ComparedSystem byTheOs = side("one", "kafka", Map.of(), DurabilityKey.FSYNC, Durability.BY_THE_OS);
        ComparedSystem inSteps = side("other", "redpanda", Map.of(), DurabilityKey.FSYNC, "every 100 ms");
        ComparedSystem before =
                side("third", "redpanda", Map.of(), DurabilityKey.FSYNC, Durability.BEFORE_ACKNOWLEDGEMENT);

        assertThat(compared(byTheOs, inSteps).text())
                .isEqualTo("equal; noted: fsync by the operating system | every 100 ms");
        assertThat(compared(before, inSteps).verdict()).isEqualTo(ComparabilityVerdict.UNEQUAL);
    }

    @Test
    void versionsAreOnlyNoted() {
        ComparedSystem one = side("one", "kafka", Map.of(), DurabilityKey.BROKER_VERSION, "3.9");
        ComparedSystem other = side("other", "kafka", Map.of(), DurabilityKey.BROKER_VERSION, "4.3");

        assertThat(compared(one, other).text()).isEqualTo("equal; noted: brokerVersion 3.9 | 4.3");
    }

    @Test
    void settingsOfOtherClientCodeAreNotCompared() {
        ComparedSystem one = side("one", "kafka", Map.of("linger.ms", "1"));
        ComparedSystem other =
                ComparedSystem.of("other", new Plain("nats", "nats"), DriverConfig.of("nats"), Optional.of(LOAD));

        assertThat(compared(one, other).differences())
                .containsExactly(new Difference("client", List.of("same", "nats"), Kind.NOTED));
    }

    /** Also on two drivers: what they have in common could have been chosen for both. */
    @ParameterizedTest
    @ValueSource(strings = {"kafka", "redpanda"})
    void aClientThatAFileChoosesDecides(String driver) {
        ComparedSystem one = side("one", "kafka", Map.of("linger.ms", "1"));
        DriverConfig quick = DriverConfig.of(driver).withSettings(Map.of("client", "quick"));
        ComparedSystem other = ComparedSystem.of("other", new Plain(driver, "quick"), quick, Optional.of(LOAD));

        assertThat(compared(one, other).text()).isEqualTo("unequal: client same | quick");
        assertThat(Comparability.of(List.of(one, other), Set.of("client")).text())
                .isEqualTo("equal; stated: client same | quick");
        assertThat(Comparability.fields(List.of(one, other))).contains("client");
    }

    @Test
    void theDefaultClientMayBeWritten() {
        DriverConfig config = DriverConfig.of("kafka").withSettings(Map.of("client", "default"));
        ComparedSystem written = ComparedSystem.of("written", new Plain("kafka", "same"), config, Optional.of(LOAD));

        assertThat(compared(side("one", "kafka", Map.of()), written).text()).isEqualTo("equal");
    }

    @Test
    void leavesSecretsAndAddressesOut() {
        ComparedSystem one = side(
                "one",
                "kafka",
                Map.of("bootstrap.servers", "a:1", "sasl.jaas.config", "x", "ssl.keystore.location", "/a"));
        ComparedSystem other = side("other", "kafka", Map.of("bootstrap.servers", "b:1", "sasl.jaas.config", "y"));

        assertThat(compared(one, other).text()).isEqualTo("equal");
        assertThat(one.toString()).doesNotContain("a:1").doesNotContain("jaas");
    }

    @Test
    void comparesMoreThanTwo() {
        Comparability all = compared(
                side("a", "kafka", Map.of("x", "1")),
                side("b", "kafka", Map.of("x", "1")),
                side("c", "kafka", Map.of("x", "2")));

        assertThat(all.text()).isEqualTo("unequal: producerConfig.x 1 | 1 | 2");
        assertThat(Comparability.ofAll(List.of(all, all))).isEqualTo(all);
    }

    @Test
    void aFieldIsMeantByItsNameWithOrWithoutItsText() {
        assertThat(Comparability.means("linger.ms", "producerConfig.linger.ms")).isTrue();
        assertThat(Comparability.means("producerConfig.linger.ms", "producerConfig.linger.ms"))
                .isTrue();
        assertThat(Comparability.means("ms", "producerConfig.linger.ms")).isFalse();
    }

    private static Comparability compared(ComparedSystem... sides) {
        return Comparability.of(List.of(sides), Set.of());
    }

    private static ComparedSystem side(
            String label, String driver, Map<String, String> producer, DurabilityKey key, String value) {
        return side(label, driver, producer)
                .measured(new Durability(List.of(DurabilityItem.of(key, value, DurabilitySource.TOPIC))));
    }

    private static ComparedSystem side(String label, String driver, Map<String, String> producer) {
        return side(label, driver, producer, LOAD);
    }

    private static ComparedSystem side(String label, String driver, Map<String, String> producer, Workload load) {
        var config = new DriverConfig(
                driver, driver, TopicConfig.DEFAULT, new ClientConfig(Map.of(), producer, Map.of()), Map.of());
        return ComparedSystem.of(label, new Plain(driver, "same"), config, Optional.of(load));
    }

    /** A driver that tells its client's code, and no defaults. */
    private record Plain(String name, String client) implements DriverFactory {
        @Override
        public ClientSettings clientSettings(DriverConfig config) {
            var written = ClientSettings.asWritten(config);
            return new ClientSettings(client, written.topic(), written.producer(), written.consumer());
        }

        @Override
        public Driver open(DriverConfig config) {
            throw new UnsupportedOperationException("only compared");
        }
    }
}
