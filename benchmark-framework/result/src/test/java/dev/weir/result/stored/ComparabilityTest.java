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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparabilityTest {
    private static final Workload LOAD = Workloads.small().build();

    /** Settings of the producers and the durability of two systems with the same client, fields that may differ, and the text. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '/', textBlock = """
        the same value / linger.ms=1 / linger.ms= 1 / '' / equal
        each setting that differs / linger.ms=1 / batch.size=5 / '' /\
         unequal: producerConfig.batch.size not set | 5, producerConfig.linger.ms 1 | not set
        all differences stated / linger.ms=1, durability.acks=all / linger.ms=5, durability.acks=1 / acks linger.ms /\
         equal; stated: acks all | 1, producerConfig.linger.ms 1 | 5
        one of two stated / linger.ms=1, durability.acks=all / linger.ms=5, durability.acks=1 / acks /\
         unequal: producerConfig.linger.ms 1 | 5; stated: acks all | 1
        unknown of one side / durability.fsync=never / durability.fsync=unknown / '' / unknown: fsync never | unknown
        not told by one side / durability.fsync=never / '' / '' / unknown: fsync never | unknown
        another setting, too / durability.fsync=never / x=1 / '' /\
         unequal: producerConfig.x not set | 1; unknown: fsync never | unknown
        copies flushed after acknowledgements / durability.fsync=by the operating system /\
         durability.fsync=every 100 ms / '' / equal; noted: fsync by the operating system | every 100 ms
        copies flushed before acknowledgements / durability.fsync=before acknowledgement /\
         durability.fsync=every 100 ms / '' / unequal: fsync before acknowledgement | every 100 ms
        versions / durability.brokerVersion=3.9 / durability.brokerVersion=4.3 / '' / equal; noted: brokerVersion 3.9 | 4.3
        """)
    void namesInWhatTwoSystemsDiffer(String name, String ofOne, String ofOther, String stated, String text) {
        List<ComparedSystem> sides = List.of(side("one", "kafka", ofOne), side("other", "redpanda", ofOther));

        Comparability pair = Comparability.of(sides, Set.of(stated.split(" ")));

        assertThat(pair.text()).isEqualTo(text);
        assertThat(pair.verdict().name()).isEqualToIgnoringCase(text.split("[:;]", -1)[0]);
        assertThat(pair.labels()).containsExactly("one", "other");
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
    void anUnknownValueOfAllSidesIsNotEqual() {
        ComparedSystem open = side("open", "kafka", "durability.fsync=unknown");

        Comparability neither = compared(open, open);

        assertThat(neither.verdict()).isEqualTo(ComparabilityVerdict.UNKNOWN);
        assertThat(neither.differences().get(0).isUnknownOfAll()).isTrue();
        ComparedSystem known = side("known", "kafka", "durability.fsync=never");
        assertThat(compared(known, open).differences().get(0).isUnknownOfAll()).isFalse();
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

    /** With such settings of producers as {@code linger.ms=1, durability.acks=all}. */
    private static ComparedSystem side(String label, String driver, String settings) {
        Map<String, String> producer = new TreeMap<>();
        List<DurabilityItem> durability = new ArrayList<>();
        Pattern.compile("(durability\\.)?([\\w.]+)=([^,]*)")
                .matcher(settings)
                .results()
                .forEach(setting -> {
                    if (setting.group(1) == null) {
                        producer.put(setting.group(2), setting.group(3));
                    } else {
                        DurabilityKey key = DurabilityKey.of(setting.group(2)).orElseThrow();
                        durability.add(
                                setting.group(3).equals("unknown")
                                        ? DurabilityItem.unknown(key, "")
                                        : DurabilityItem.of(key, setting.group(3), DurabilitySource.TOPIC));
                    }
                });
        return side(label, driver, producer).measured(new Durability(durability));
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
