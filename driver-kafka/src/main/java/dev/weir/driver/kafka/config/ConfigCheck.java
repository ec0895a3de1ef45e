package dev.weir.driver.kafka.config;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.driver.embedded.EmbeddedClusters;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Checks a driver file without connecting. A property that no client knows may be meant for a plug-in, so it is an
 * error only if it is similar to a known one.
 */
public final class ConfigCheck {
    private static final Pattern LABELLED_ACKS = Pattern.compile("(?i)acks[ =_-]?(all|0|1|-1)(?![0-9])");

    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9_]+://)?(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+):[0-9]{1,5}");

    /** Marks values in shipped driver files that the user has to fill in. */
    static final String PLACEHOLDER = "CHANGE-ME";

    private static final Set<String> FILES =
            Set.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

    /** Properties that show which part a security protocol was meant to have. */
    private static final Map<String, String> OF_PROTOCOLS = new TreeMap<>(Map.of(
            SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, "SSL",
            SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, "SSL",
            SaslConfigs.SASL_JAAS_CONFIG, "SASL"));

    private final DriverConfig file;
    /** The file with the values of config providers, as the clients read them. */
    private final DriverConfig config;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private final Set<String> topicProperties;

    private ConfigCheck(DriverConfig config, Set<String> moreTopicProperties) {
        this.file = config;
        this.config = ConfigValues.resolved(config);
        this.topicProperties = new HashSet<>(KnownNames.TOPICS);
        topicProperties.addAll(moreTopicProperties);
    }

    /** Returns errors and warnings for a system with these topic properties in addition to Kafka's. */
    public static List<ConfigProblem> problems(DriverConfig config, Set<String> moreTopicProperties) {
        var check = new ConfigCheck(config, moreTopicProperties);
        check.problems.addAll(ConfigValues.problems(config));
        check.bootstrapServers();
        check.names();
        check.unfit();
        check.group();
        check.replaced();
        check.transactionalId();
        check.security();
        check.replicas();
        check.commitLinger();
        check.acknowledgements();
        check.label();
        check.problems.addAll(FeatureNames.problems(check.config));
        check.problems.addAll(EmbeddedSettings.problems(config));
        check.problems.addAll(ClientKind.problems(check.config));
        check.values(
                "producerConfig",
                config.clients().producer(),
                ClientProperties.forProducer(check.config, "check"),
                values -> ClassCheck.check(new ProducerConfig(values), ClassCheck.PRODUCER));
        check.values(
                "consumerConfig",
                config.clients().consumer(),
                ClientProperties.forConsumer(check.config, new ConsumerSpec("check", "check", 1, "check")),
                values -> ClassCheck.check(new ConsumerConfig(values), ClassCheck.CONSUMER));
        check.deliveryTimeout();
        check.heartbeat();
        return ConfigValues.redacted(check.problems, config);
    }

    /** Returns the field that sets a property of producers, or that could set it. */
    static String producerField(DriverConfig config, String property) {
        return field(config.clients(), config.clients().producer(), property, "producerConfig");
    }

    static String consumerField(DriverConfig config, String property) {
        return field(config.clients(), config.clients().consumer(), property, "consumerConfig");
    }

    private static String field(ClientConfig clients, Map<String, String> own, String property, String otherwise) {
        return clients.common().containsKey(property) && !own.containsKey(property) ? "commonConfig" : otherwise;
    }

    private void report(String field, String property, String message) {
        problems.add(new ConfigProblem(field, property, message));
    }

    private void warn(String field, String property, String message) {
        problems.add(ConfigProblem.warning(field, property, message));
    }

    /**
     * Checks the addresses: a template that was not filled in, such as {@code ${servers}}, would be looked up as a
     * host.
     */
    private void bootstrapServers() {
        String name = CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG;
        if (!config.clients().common().containsKey(name)) {
            if (EmbeddedClusters.isAskedFor(config)) {
                return;
            }
            report("commonConfig", name, name + " is missing: the addresses host:port,... that clients start from");
            return;
        }
        String text = file.clients().common().getOrDefault(name, "");
        String servers = config.clients().common().getOrDefault(name, "");
        if (UnresolvedReferences.isIn(servers)) {
            return;
        }
        for (String address : servers.split(",", -1)) {
            if (!ADDRESS.matcher(address.strip()).matches()) {
                // A value of a config provider can be anything, also a secret.
                String shown =
                        UnresolvedReferences.isIn(text) ? "something else from " + text.strip() : address.strip();
                String got = address.isBlank() ? "an empty one" : shown;
                report("commonConfig", name, name + " must be addresses host:port,..., got " + got);
            }
        }
    }

    private void names() {
        Set<String> clients = new HashSet<>(KnownNames.CLIENTS);
        checkNames("commonConfig", file.clients().common(), clients);
        checkNames("producerConfig", file.clients().producer(), clients);
        clients.add(ClientProperties.OFFSET_COMMIT_LINGER_MS);
        checkNames("consumerConfig", file.clients().consumer(), clients);
        checkNames("topicConfig", config.topics().properties(), topicProperties);
    }

    private void checkNames(String field, Map<String, String> properties, Set<String> known) {
        for (String name : properties.keySet()) {
            Optional<String> near = known.contains(name) ? Optional.empty() : KnownNames.near(name, known);
            if (near.isPresent()) {
                report(field, name, name + " is not known, did you mean " + near.get() + "?");
            } else if (!known.contains(name) && !name.startsWith(AbstractConfig.CONFIG_PROVIDERS_CONFIG + ".")) {
                warn(field, name, name + " is unknown: Weir passes it on unchanged");
            }
        }
    }

    /** Finds values that the user has yet to fill in, or that do not fit this host. */
    private void unfit() {
        eachProperty((field, name, value) -> {
            // Messages do not contain the values, which may be secrets.
            if (value.contains(PLACEHOLDER)) {
                report(field, name, name + " still has " + PLACEHOLDER + " in it: put your own value in its place");
            } else if (FILES.contains(name) && !UnresolvedReferences.isIn(value) && !isFile(value)) {
                String message = name + " must be a file, and there is none on this host: " + value;
                // The administration runs here, and uses all common properties. Producers and consumers run on the
                // workers' hosts.
                problems.add(new ConfigProblem(field, name, message, field.equals("commonConfig")));
            }
        });
    }

    private interface PropertyCheck {
        void check(String field, String name, String value);
    }

    private void eachProperty(PropertyCheck check) {
        config.clients()
                .byField()
                .forEach((field, all) -> all.forEach((name, value) -> check.check(field, name, value)));
    }

    private static boolean isFile(String path) {
        try {
            return Files.isRegularFile(Path.of(path.strip()));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private void group() {
        String name = ConsumerConfig.GROUP_ID_CONFIG;
        if (config.clients().effectiveConsumer().containsKey(name)) {
            String message = " has no effect on topics that Weir creates: each subscription is a group of its own. The"
                    + " consumers of existingTopics join the group, from its committed offsets on";
            warn(consumerField(config, name), name, name + message);
        }
    }

    private void replaced() {
        Set<String> bytes = Set.of(ByteArraySerializer.class.getName(), ByteArrayDeserializer.class.getName());
        eachProperty((field, name, value) -> {
            if (ClientHostAccess.REPLACED.contains(name) && !bytes.contains(value.strip())) {
                String cost = " has no effect: Weir sends and receives bytes, so the cost of " + value.strip();
                warn(field, name, name + cost + " is not measured; remove it");
            } else if (name.equals(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG)) {
                warn(field, name, name + " has no effect: the subscription in the workload decides it; remove it");
            }
        });
    }

    /** A producer with an id that does not begin with transactions cannot send. */
    private void transactionalId() {
        String name = ProducerConfig.TRANSACTIONAL_ID_CONFIG;
        if (config.clients().effectiveProducer().containsKey(name)) {
            String message =
                    " must not be set: Weir gives each transactional producer its own, and without transactions"
                            + " a producer with an id cannot send; remove it, and use transactions: in the workload";
            report(producerField(config, name), name, name + message);
        }
    }

    /** Warns about security settings that the protocol does not use. */
    private void security() {
        String protocol = ClientProperties.securityProtocol(config);
        OF_PROTOCOLS.forEach((name, part) -> {
            if (config.clients().common().containsKey(name) && !protocol.contains(part)) {
                String right = part.equals("SSL") ? "SSL or SASL_SSL" : "SASL_PLAINTEXT or SASL_SSL";
                String without = name + " has no effect with security.protocol=" + protocol;
                warn("commonConfig", name, without + ": set security.protocol to " + right);
            }
        });
    }

    private void replicas() {
        String name = "min.insync.replicas";
        String inSync = config.topics().properties().getOrDefault(name, "1").strip();
        if (!inSync.matches("[0-9]{1,5}") || Integer.parseInt(inSync) < 1) {
            report("topicConfig", name, name + " must be a whole number, at least 1, got " + inSync);
        } else if (Integer.parseInt(inSync) > config.topics().replicas().orElse(Integer.MAX_VALUE) && waitsForAll()) {
            String range =
                    " must be at most the replicationFactor, " + config.topics().replicationFactor();
            report("topicConfig", name, name + range + ", got " + inSync + ": no write with acks=all would succeed");
        }
    }

    /**
     * Warns if min.insync.replicas has no effect: a broker with too few replicas refuses only producers that wait for
     * all of them.
     */
    private void acknowledgements() {
        String name = "min.insync.replicas";
        String inSync = config.topics().properties().getOrDefault(name, "1").strip();
        if (!waitsForAll() && !inSync.equals("1")) {
            String message = inSync + " has no effect with acks=" + acks();
            warn(
                    "topicConfig",
                    name,
                    name + " " + message + ": acknowledged messages can be lost with the leader alone");
        }
    }

    /**
     * Checks the label, which charts show: published comparisons had one that stated another durability than was run.
     */
    private void label() {
        Matcher labelled = LABELLED_ACKS.matcher(config.name());
        if (labelled.find()) {
            String said = labelled.group(1).equals("-1") ? "all" : labelled.group(1);
            String run = acks().equals("-1") ? "all" : acks();
            if (!said.equals(run)) {
                warn("producerConfig", "acks", "acks is " + run + ", but the name " + config.name() + " says " + said);
            }
        }
    }

    private boolean waitsForAll() {
        return !Set.of("0", "1").contains(acks());
    }

    private String acks() {
        return config.clients().effectiveProducer().getOrDefault("acks", "all").strip();
    }

    private void commitLinger() {
        String name = ClientProperties.OFFSET_COMMIT_LINGER_MS;
        Map<String, String> properties = config.clients().effectiveConsumer();
        String linger = properties.getOrDefault(name, "0").strip();
        if (!linger.matches("[0-9]{1,9}")) {
            report("consumerConfig", name, name + " must be a whole number of milliseconds, got " + linger);
        }
    }

    /**
     * Lets the client's own rules check the values. They stop at the first error, so they are applied again without
     * that value.
     */
    private void values(
            String field, Map<String, String> own, Map<String, Object> all, Consumer<Map<String, Object>> rules) {
        if (isAnyReference(file.clients().effectiveProducer())
                || isAnyReference(file.clients().effectiveConsumer())) {
            // The values are resolved, or there is a problem for each that is not.
            all.keySet().removeIf(name -> name.startsWith(AbstractConfig.CONFIG_PROVIDERS_CONFIG));
            all.values().removeIf(value -> UnresolvedReferences.isIn(value.toString()));
        }
        all.putIfAbsent(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, ClientProperties.NO_ADDRESS_YET);
        boolean more = true;
        while (more) {
            try {
                rules.accept(all);
                more = false;
            } catch (ConfigException e) {
                String message = String.valueOf(e.getMessage());
                String property = named(message);
                if (message.contains("could not be found") || message.contains("could not be loaded")) {
                    message += " Put its jar on the class path: WEIR_CLASSPATH=FOLDER/*, here and for workers";
                }
                var problem = new ConfigProblem(field(config.clients(), own, property, field), property, message);
                if (!problems.contains(problem)) {
                    problems.add(problem);
                }
                more = all.remove(property) != null;
            }
        }
    }

    private static boolean isAnyReference(Map<String, String> properties) {
        return properties.values().stream().anyMatch(UnresolvedReferences::isIn);
    }

    /** Returns the property of a client's message: the longest one in it, first among those in the file. */
    private String named(String message) {
        ClientConfig clients = config.clients();
        var inFile = Stream.of(clients.producer(), clients.consumer(), clients.common())
                .flatMap(properties -> properties.keySet().stream());
        return Stream.of(inFile, KnownNames.CLIENTS.stream())
                .flatMap(names -> names.filter(message::contains).max(Comparator.comparingInt(String::length)).stream())
                .findFirst()
                .orElse("");
    }

    /** Checks the delivery timeout, which the client checks only when the producer is opened. */
    private void deliveryTimeout() {
        Map<String, String> properties = config.clients().effectiveProducer();
        String name = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
        if (problems.stream().anyMatch(ConfigProblem::refuses) || !properties.containsKey(name)) {
            return;
        }
        var parsed = ClientProperties.parsedProducer(config, "check");
        long least = parsed.getLong(ProducerConfig.LINGER_MS_CONFIG)
                + parsed.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        int got = parsed.getInt(name);
        if (got < least) {
            String numbers = numbers(least, got, file.clients().effectiveProducer());
            report(
                    producerField(config, name),
                    name,
                    name + " must be at least linger.ms + request.timeout.ms" + numbers);
        }
    }

    /** Returns a limit and its violation; empty if they could reveal a value of a config provider. */
    private static String numbers(long limit, long got, Map<String, String> properties) {
        return isAnyReference(properties) ? "" : ", " + limit + ", got " + got;
    }

    /** Checks the heartbeat, which the classic consumer checks only when it is opened. */
    private void heartbeat() {
        Map<String, String> properties = config.clients().effectiveConsumer();
        String name = ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG;
        String session = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
        if (problems.stream().anyMatch(ConfigProblem::refuses)
                || !(properties.containsKey(name) || properties.containsKey(session))) {
            return;
        }
        var parsed = ClientProperties.parsedConsumer(config, "check");
        int got = parsed.getInt(name);
        int limit = parsed.getInt(session);
        if (got >= limit
                && parsed.getString(ConsumerConfig.GROUP_PROTOCOL_CONFIG).equalsIgnoreCase("classic")) {
            String given = properties.containsKey(name) ? name : session;
            String numbers = numbers(limit, got, file.clients().effectiveConsumer());
            report(consumerField(config, given), given, name + " must be less than " + session + numbers);
        }
    }

    /** Names of the properties of Kafka's clients and topics. */
    public static final class KnownNames {
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
}
