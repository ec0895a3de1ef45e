package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;

/**
 * Values of client properties as Kafka's clients read them: a client replaces references such as {@code ${env:ACKS}} by
 * the values of its {@code config.providers}. Kafka's own code resolves them here, too, so that both results agree. A
 * resolved value can be a secret: messages and results contain the reference instead.
 */
public final class ConfigValues {
    private static final String PROVIDERS = AbstractConfig.CONFIG_PROVIDERS_CONFIG;

    /** Shorter values are parts of many words, such as the 1 of {@code acks}. */
    private static final int MIN_HIDDEN_ANYWHERE = 4;

    private static final Pattern SEPARATORS = Pattern.compile("[\\s,;=\"']+");

    /** Words of login configurations that messages have, too. */
    private static final Set<String> LOGIN_WORDS =
            Set.of("required", "requisite", "sufficient", "optional", "username", "password");

    /** Settings with free texts that are not secrets, and that change what is measured. */
    private static final Set<String> PUBLIC_TEXTS = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG,
            ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
            CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
            SaslConfigs.SASL_MECHANISM,
            SslConfigs.SSL_PROTOCOL_CONFIG,
            SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG,
            SslConfigs.SSL_CIPHER_SUITES_CONFIG,
            SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
            ClientProperties.OFFSET_COMMIT_LINGER_MS);

    private ConfigValues() {}

    /**
     * Returns a configuration with the values that clients of this process use. The administration uses the common
     * properties alone, so a provider of {@code producerConfig} does not resolve them for it. References that no
     * provider resolves stay.
     */
    public static DriverConfig resolved(DriverConfig config) {
        ClientConfig given = config.clients();
        Map<String, String> common = resolved(given.common());
        return config.withClients(new ClientConfig(
                common,
                own(given.producer(), resolved(given.effectiveProducer()), common),
                own(given.consumer(), resolved(given.effectiveConsumer()), common)));
    }

    /** Returns the properties of a client that are its own, or have another value with its providers. */
    private static Map<String, String> own(
            Map<String, String> given, Map<String, String> all, Map<String, String> common) {
        Map<String, String> own = new TreeMap<>(all);
        all.forEach((name, value) -> {
            if (!given.containsKey(name) && value.equals(common.get(name))) {
                own.remove(name);
            }
        });
        return own;
    }

    /** Returns the properties of one client; a property whose provider fails is left as it is. */
    private static Map<String, String> resolved(Map<String, String> properties) {
        if (properties.values().stream().noneMatch(UnresolvedReferences::isIn)) {
            return properties;
        }
        try {
            return byClient(properties);
        } catch (KafkaException e) {
            Map<String, String> values = new TreeMap<>(properties);
            properties.forEach((name, text) -> {
                try {
                    values.put(name, byClient(name, properties));
                } catch (KafkaException ofThisProperty) {
                    values.put(name, text);
                }
            });
            return values;
        }
    }

    private static Map<String, String> byClient(Map<String, String> properties) {
        Map<String, String> values = new TreeMap<>();
        new AbstractConfig(new ConfigDef(), properties, false)
                .originals()
                .forEach((name, value) -> values.put(name, String.valueOf(value)));
        return values;
    }

    private static String byClient(String name, Map<String, String> properties) {
        Map<String, String> alone = providers(properties);
        String text = properties.getOrDefault(name, "");
        alone.put(name, text);
        return byClient(alone).getOrDefault(name, text);
    }

    private static Map<String, String> providers(Map<String, String> properties) {
        Map<String, String> providers = new TreeMap<>(properties);
        providers.keySet().removeIf(name -> !name.equals(PROVIDERS) && !name.startsWith(PROVIDERS + "."));
        return providers;
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        ClientConfig given = config.clients();
        ClientConfig values = resolved(config).clients();
        List<ConfigProblem> problems = new ArrayList<>();
        check("commonConfig", given.common(), given.common(), values.common(), problems);
        check("producerConfig", given.producer(), given.effectiveProducer(), values.effectiveProducer(), problems);
        check("consumerConfig", given.consumer(), given.effectiveConsumer(), values.effectiveConsumer(), problems);
        return problems;
    }

    private static void check(
            String field,
            Map<String, String> own,
            Map<String, String> all,
            Map<String, String> values,
            List<ConfigProblem> problems) {
        own.forEach((name, text) -> {
            if (UnresolvedReferences.isIn(values.getOrDefault(name, text))) {
                String message = name + " still has " + reference(name, text) + " in it: " + remedy(name, text, all);
                problems.add(new ConfigProblem(field, name, message));
            }
        });
    }

    /** Returns the reference in a value. The value of a password is not shown, whatever is in it. */
    private static String reference(String name, String text) {
        ConfigDef.ConfigKey key = key(name);
        return key == null || key.type() == ConfigDef.Type.PASSWORD
                ? "${...}"
                : UnresolvedReferences.first(text).orElse("${...}");
    }

    private static String remedy(String name, String text, Map<String, String> all) {
        try {
            byClient(name, all);
        } catch (KafkaException e) {
            return "its config provider fails: " + e.getMessage();
        }
        List<String> known = List.of(all.getOrDefault(PROVIDERS, "").split(","));
        var references = ConfigTransformer.DEFAULT_PATTERN.matcher(text).results();
        return references
                .map(each -> each.group(1))
                .filter(known::contains)
                .findFirst()
                .map(provider -> "the config provider " + provider + " has no such value for this process; set it, or"
                        + " check " + PROVIDERS + "." + provider + ".param.*")
                .orElse("write the value itself, or ${env:NAME} with " + PROVIDERS + "=env and " + PROVIDERS
                        + ".env.class=org.apache.kafka.common.config.provider.EnvVarConfigProvider beside it");
    }

    /** Returns whether a result may contain the value of a setting that a provider has resolved. */
    static boolean isPublic(String name) {
        ConfigDef.ConfigKey key = key(name);
        return PUBLIC_TEXTS.contains(name)
                || (key != null
                        && switch (key.type()) {
                            case BOOLEAN, DOUBLE, INT, LONG, SHORT, CLASS -> true;
                            case STRING ->
                                key.validator instanceof ConfigDef.ValidString
                                        || key.validator instanceof ConfigDef.CaseInsensitiveValidString;
                            case LIST, PASSWORD -> false;
                        });
    }

    private static ConfigDef.@Nullable ConfigKey key(String name) {
        ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
        return key == null ? ConsumerConfig.configDef().configKeys().get(name) : key;
    }

    static List<ConfigProblem> redacted(List<ConfigProblem> problems, DriverConfig config) {
        return problems.stream()
                .map(problem -> new ConfigProblem(
                        problem.field(), problem.property(), redacted(problem.message(), config), problem.refuses()))
                .toList();
    }

    /**
     * Returns a message with references in the place of the values that providers have for them, and of parts of these
     * values: clients split lists and login configurations, and change the case of names.
     */
    public static String redacted(String message, DriverConfig config) {
        String text = message;
        ClientConfig clients = config.clients();
        for (var properties : List.of(clients.common(), clients.effectiveProducer(), clients.effectiveConsumer())) {
            for (String reference : references(properties)) {
                Map<String, String> alone = providers(properties);
                alone.put("value", reference);
                String value = resolved(alone).getOrDefault("value", reference).strip();
                if (!value.equals(reference) && !value.isEmpty()) {
                    text = replaced(text, value, reference);
                }
            }
        }
        return text;
    }

    private static List<String> references(Map<String, String> properties) {
        Pattern pattern = ConfigTransformer.DEFAULT_PATTERN;
        var found = properties.values().stream()
                .flatMap(value -> pattern.matcher(value).results());
        return found.map(MatchResult::group).distinct().toList();
    }

    private static String replaced(String message, String value, String reference) {
        String text = replacedAll(message, value, reference);
        for (String part : SEPARATORS.split(value, -1)) {
            if (part.length() >= MIN_HIDDEN_ANYWHERE && !LOGIN_WORDS.contains(part.toLowerCase(Locale.ROOT))) {
                text = replacedAll(text, part, reference);
            }
        }
        return text;
    }

    /** Replaces a value outside of references: the path in a reference can contain the value. */
    private static String replacedAll(String message, String value, String reference) {
        // A short value is part of many words and numbers.
        String quoted = Pattern.quote(value);
        String found = value.length() >= MIN_HIDDEN_ANYWHERE ? quoted : "(?<![\\w.])" + quoted + "(?![\\w]|\\.\\w)";
        return Pattern.compile("(?is)(\\$\\{[^}]*})|" + found)
                .matcher(message)
                .replaceAll(match -> Matcher.quoteReplacement(match.group(1) == null ? reference : match.group(1)));
    }
}
