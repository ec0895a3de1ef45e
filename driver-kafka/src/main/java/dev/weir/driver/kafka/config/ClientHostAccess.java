package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.config.UnresolvedReferences;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigTransformer;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SecurityConfig;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.oauthbearer.ClientCredentialsJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that Kafka's client properties make a client open, and the code that they make it run. A property is
 * harmless if the client reads a number from it, or if it is in the list of harmless texts: so properties of later
 * clients are not.
 */
public final class ClientHostAccess {
    private static final String KINIT = "/usr/bin/kinit";
    private static final String LOGIN_MODULE = "the login module";

    /** Classes of the client library that only do their own task. */
    private static final Set<String> HARMLESS = Stream.of(
                    RangeAssignor.class,
                    RoundRobinAssignor.class,
                    StickyAssignor.class,
                    CooperativeStickyAssignor.class,
                    RoundRobinPartitioner.class,
                    JmxReporter.class,
                    DefaultJwtRetriever.class,
                    ClientCredentialsJwtRetriever.class,
                    DefaultJwtValidator.class,
                    OAuthBearerLoginCallbackHandler.class,
                    PlainLoginModule.class,
                    ScramLoginModule.class,
                    OAuthBearerLoginModule.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<ConfigDef.Type> NUMBERS = EnumSet.of(
            ConfigDef.Type.BOOLEAN,
            ConfigDef.Type.DOUBLE,
            ConfigDef.Type.INT,
            ConfigDef.Type.LONG,
            ConfigDef.Type.SHORT);

    /**
     * Properties with texts that name neither files nor code. Clients of a schema registry have a user and a password in
     * {@code basic.auth.user.info}; {@code config.providers} has names, for each of which {@code
     * config.providers.NAME.class} has the class.
     */
    private static final Set<String> TEXTS = Set.of("""
            acks auto.offset.reset basic.auth.user.info bootstrap.servers client.dns.lookup client.id client.rack
            compression.type config.providers group.id group.instance.id group.protocol group.remote.assignor
            isolation.level metadata.recovery.strategy metrics.recording.level sasl.kerberos.service.name sasl.mechanism
            sasl.oauthbearer.assertion.algorithm sasl.oauthbearer.assertion.claim.aud
            sasl.oauthbearer.assertion.claim.iss sasl.oauthbearer.assertion.claim.sub
            sasl.oauthbearer.assertion.private.key.passphrase sasl.oauthbearer.client.credentials.client.id
            sasl.oauthbearer.client.credentials.client.secret sasl.oauthbearer.expected.audience
            sasl.oauthbearer.expected.issuer sasl.oauthbearer.scope sasl.oauthbearer.scope.claim.name
            sasl.oauthbearer.sub.claim.name schema.registry.basic.auth.user.info security.protocol
            share.acknowledgement.mode share.acquire.mode ssl.cipher.suites ssl.enabled.protocols
            ssl.endpoint.identification.algorithm ssl.key.password ssl.keymanager.algorithm
            ssl.keystore.certificate.chain ssl.keystore.key ssl.keystore.password ssl.keystore.type ssl.protocol
            ssl.provider ssl.secure.random.implementation ssl.trustmanager.algorithm ssl.truststore.certificates
            ssl.truststore.password ssl.truststore.type transactional.id""".split("\\s+"));

    /** Options of login modules with harmless texts, including secrets. */
    private static final Set<String> LOGIN_TEXTS =
            Set.of("username password user principal servicename clientid clientsecret scope tokenauth".split(" "));

    /** {@link ClientProperties} replaces these, whatever a file contains. */
    static final Set<String> REPLACED =
            Set.of("key.serializer", "value.serializer", "key.deserializer", "value.deserializer");

    private static final Set<String> KERBEROS_FILES = Set.of("keytab", "ticketcache");

    private static final Set<String> FILE_PROVIDERS =
            Set.of(FileConfigProvider.class.getName(), DirectoryConfigProvider.class.getName());

    private final Set<HostAccess> found = new LinkedHashSet<>();

    private ClientHostAccess() {}

    public static List<HostAccess> of(DriverConfig config) {
        var access = new ClientHostAccess();
        access.check(ProducerConfig.configDef(), config.clients().effectiveProducer());
        access.check(ConsumerConfig.configDef(), config.clients().effectiveConsumer());
        return List.copyOf(access.found);
    }

    private void check(ConfigDef definition, Map<String, String> properties) {
        properties.forEach((name, value) -> {
            if (UnresolvedReferences.isIn(value)) {
                references(name, value, properties);
            } else if (name.equalsIgnoreCase(SaslConfigs.SASL_JAAS_CONFIG)) {
                checkLogin(definition, value);
            } else if (!REPLACED.contains(name)) {
                check(definition, name, name, value);
            }
        });
    }

    /**
     * Adds the files that config providers read for the references in a value; the value itself is checked when it is
     * resolved. Other providers are code that has to be allowed by its name.
     */
    private void references(String property, String value, Map<String, String> properties) {
        ConfigTransformer.DEFAULT_PATTERN.matcher(value).results().forEach(reference -> {
            String type = properties
                    .getOrDefault(AbstractConfig.CONFIG_PROVIDERS_CONFIG + "." + reference.group(1) + ".class", "")
                    .strip();
            if (FILE_PROVIDERS.contains(type) && reference.group(3) != null) {
                file(property, reference.group(3));
            }
        });
    }

    /** Checks a property. Names are compared without case, because a later client may accept another spelling. */
    private void check(ConfigDef definition, String property, String name, String value) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        ConfigDef.ConfigKey key = definition.configKeys().get(lower);
        if (TEXTS.contains(lower) || (key != null && NUMBERS.contains(key.type()))) {
            return;
        }
        if (lower.equals(SaslConfigs.SASL_KERBEROS_KINIT_CMD)) {
            if (!value.strip().equals(KINIT)) {
                code(property, value);
            }
        } else if (isCode(lower, key)) {
            Stream.of(value.split(",", -1)).forEach(each -> code(property, each));
        } else if (lower.endsWith(".url")) {
            address(property, value.strip());
        } else if (key != null || isFile(lower) || HostAccess.mayNameFile(value)) {
            file(property, value);
        } else if (HostAccess.mayNameClass(value)) {
            code(property, value);
        }
    }

    private static boolean isCode(String name, ConfigDef.@Nullable ConfigKey key) {
        return name.endsWith(".class")
                || name.equals(SecurityConfig.SECURITY_PROVIDERS_CONFIG)
                || (key != null && (key.type() == ConfigDef.Type.CLASS || key.type() == ConfigDef.Type.LIST));
    }

    private static boolean isFile(String name) {
        return name.endsWith(".location") || name.endsWith(".file") || KERBEROS_FILES.contains(name);
    }

    /**
     * Returns the modules of a login configuration, by the client's own parser, because another one could read the same
     * text differently; empty if the client cannot read it. Its text is a secret.
     */
    static Optional<List<AppConfigurationEntry>> loginModules(String jaas) {
        try {
            return Optional.of(JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas)))
                    .configurationEntries());
        } catch (IllegalArgumentException | KafkaException | SecurityException e) {
            return Optional.empty();
        }
    }

    private void checkLogin(ConfigDef definition, String jaas) {
        Optional<List<AppConfigurationEntry>> modules = loginModules(jaas);
        if (modules.isEmpty()) {
            code(LOGIN_MODULE, "something that cannot be read");
            return;
        }
        for (AppConfigurationEntry module : modules.get()) {
            code(LOGIN_MODULE, module.getLoginModuleName());
            module.getOptions().forEach((option, value) -> {
                if (!LOGIN_TEXTS.contains(option.toLowerCase(Locale.ROOT))) {
                    check(definition, LOGIN_MODULE + "'s " + option, option, value.toString());
                }
            });
        }
    }

    /** Checks a URL of a network or of a file; Java also opens files through {@code jar:} and {@code url:}. */
    private void address(String property, String url) {
        if (url.regionMatches(true, 0, "http://", 0, 7) || url.regionMatches(true, 0, "https://", 0, 8)) {
            return;
        }
        file(property, url.regionMatches(true, 0, "file:", 0, 5) ? path(url) : url);
    }

    private static String path(String url) {
        try {
            String path = URI.create(url).getPath();
            return path == null ? url : path;
        } catch (IllegalArgumentException e) {
            return url;
        }
    }

    private void file(String property, String value) {
        if (!value.isBlank()) {
            found.add(new HostAccess(property, HostAccess.Kind.FILE, value.strip()));
        }
    }

    private void code(String property, String value) {
        if (!value.isBlank() && !HARMLESS.contains(value.strip())) {
            found.add(new HostAccess(property, HostAccess.Kind.CODE, value.strip()));
        }
    }
}
