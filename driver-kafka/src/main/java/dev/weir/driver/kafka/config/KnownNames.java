package dev.weir.driver.kafka.config;

import dev.weir.driver.config.NearestName;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.TopicConfig;

/** Names of the properties of Kafka's clients and topics. */
public final class KnownNames {
    /** Of producers, consumers and the administration. */
    static final Set<String> CLIENTS = clients();

    static final Set<String> TOPICS = topics();

    /** All that Kafka documents of clients and topics, without those that are secrets. */
    public static final Set<String> WITHOUT_SECRETS = withoutSecrets();

    private KnownNames() {}

    private static Set<String> withoutSecrets() {
        var names = new TreeSet<>(CLIENTS);
        Stream.of(ProducerConfig.configDef(), ConsumerConfig.configDef(), AdminClientConfig.configDef())
                .flatMap(definition -> definition.configKeys().values().stream())
                .filter(key -> key.type() == ConfigDef.Type.PASSWORD)
                .forEach(key -> names.remove(key.name));
        names.addAll(TOPICS);
        names.add(ClientProperties.OFFSET_COMMIT_LINGER_MS);
        return Collections.unmodifiableSet(names);
    }

    private static Set<String> clients() {
        var names = new TreeSet<>(ProducerConfig.configNames());
        names.addAll(ConsumerConfig.configNames());
        names.addAll(AdminClientConfig.configNames());
        return Collections.unmodifiableSet(names);
    }

    private static Set<String> topics() {
        var names = new TreeSet<String>();
        for (Field field : TopicConfig.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getName().endsWith("_CONFIG")) {
                try {
                    names.add(String.valueOf(field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new LinkageError("public fields can be read", e);
                }
            }
        }
        return Collections.unmodifiableSet(names);
    }

    /** Returns the most similar known name, if the other one is probably a typing error. */
    static Optional<String> near(String name, Set<String> known) {
        return NearestName.within(Math.max(1, Math.min(3, name.length() / 5)), name, known);
    }
}
