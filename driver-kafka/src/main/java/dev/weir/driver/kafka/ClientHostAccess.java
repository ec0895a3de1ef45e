package dev.weir.driver.kafka;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.HostAccess;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SecurityConfig;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.oauthbearer.ClientCredentialsJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtRetriever;
import org.apache.kafka.common.security.oauthbearer.DefaultJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * Which files Kafka's client properties make a client open, and which code they make it run. By the types that the client
 * itself gives its properties, so that one which a later client adds is not overlooked: a list is one of classes unless it is
 * known to be another.
 */
final class ClientHostAccess {
    private static final String KINIT = "/usr/bin/kinit";
    private static final String LOGIN_MODULE = "the login module";

    /** Of the client library, and doing nothing but what they are for. */
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
                    PlainLoginModule.class,
                    ScramLoginModule.class,
                    OAuthBearerLoginModule.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> LISTS_WITHOUT_CLASSES = Set.of(
            "bootstrap.servers",
            // Names, for each of which config.providers.NAME.class has the class.
            "config.providers",
            "sasl.oauthbearer.expected.audience",
            "ssl.cipher.suites",
            "ssl.enabled.protocols");

    /** Whatever a file has for them, {@link ClientProperties} puts its own into their place. */
    private static final Set<String> REPLACED =
            Set.of("key.serializer", "value.serializer", "key.deserializer", "value.deserializer");

    private static final Set<String> KERBEROS_FILES = Set.of("keytab", "ticketcache");

    private final Set<HostAccess> found = new LinkedHashSet<>();

    private ClientHostAccess() {}

    /** Of producers and consumers. */
    static List<HostAccess> of(DriverConfig config) {
        var access = new ClientHostAccess();
        access.look(ProducerConfig.configDef(), config.effectiveProducerConfig());
        access.look(ConsumerConfig.configDef(), config.effectiveConsumerConfig());
        return List.copyOf(access.found);
    }

    private void look(ConfigDef definition, Map<String, String> properties) {
        properties.forEach((name, value) -> {
            ConfigDef.ConfigKey key = definition.configKeys().get(name);
            if (name.equals(SaslConfigs.SASL_JAAS_CONFIG)) {
                lookAtLogin(value);
            } else if (isCode(name, key)) {
                elements(value).forEach(each -> code(name, each));
            } else if (name.equals(SaslConfigs.SASL_KERBEROS_KINIT_CMD)
                    && !value.strip().equals(KINIT)) {
                code(name, value);
            } else {
                lookForFile(name, name, value);
            }
        });
    }

    private static boolean isCode(String name, ConfigDef.@Nullable ConfigKey key) {
        if (REPLACED.contains(name)) {
            return false;
        }
        return name.endsWith(".class")
                || name.equals(SecurityConfig.SECURITY_PROVIDERS_CONFIG)
                || (key != null && key.type() == ConfigDef.Type.CLASS)
                || (key != null && key.type() == ConfigDef.Type.LIST && !LISTS_WITHOUT_CLASSES.contains(name));
    }

    /** With the client's own reading of it: another one could see something else in the same text. */
    private void lookAtLogin(String jaas) {
        List<AppConfigurationEntry> modules;
        try {
            modules = JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas)))
                    .configurationEntries();
        } catch (IllegalArgumentException | KafkaException | SecurityException e) {
            // Its text is a secret. The client cannot read it either.
            code(LOGIN_MODULE, "something that cannot be read");
            return;
        }
        for (AppConfigurationEntry module : modules) {
            code(LOGIN_MODULE, module.getLoginModuleName());
            module.getOptions().forEach((option, value) -> {
                String property = LOGIN_MODULE + "'s " + option;
                if (option.endsWith(".class")) {
                    code(property, value.toString());
                } else if (KERBEROS_FILES.contains(option.toLowerCase(Locale.ROOT))) {
                    file(property, value.toString());
                } else {
                    lookForFile(property, option, value.toString());
                }
            });
        }
    }

    private void lookForFile(String property, String name, String value) {
        if (name.endsWith(".location") || name.endsWith(".file")) {
            file(property, value);
        } else if (name.endsWith(".url") && value.strip().startsWith("file:")) {
            file(property, path(value.strip()));
        }
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

    private static Collection<String> elements(String value) {
        return List.of(value.split(","));
    }
}
