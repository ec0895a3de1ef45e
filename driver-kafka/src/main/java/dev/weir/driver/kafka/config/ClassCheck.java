package dev.weir.driver.kafka.config;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.spi.LoginModule;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.auth.Login;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Checks that the classes exist which a client loads when it is opened, without running their code. */
final class ClassCheck {
    static final Map<String, Class<?>> PRODUCER = Map.of(
            ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, ProducerInterceptor.class,
            ProducerConfig.PARTITIONER_CLASS_CONFIG, Partitioner.class);

    static final Map<String, Class<?>> CONSUMER = Map.of(
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, ConsumerInterceptor.class,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, ConsumerPartitionAssignor.class);

    private static final Map<String, Class<?>> ALL = Map.of(
            CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, MetricsReporter.class,
            SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslEngineFactory.class,
            SaslConfigs.SASL_LOGIN_CLASS, Login.class,
            SaslConfigs.SASL_LOGIN_CALLBACK_HANDLER_CLASS, AuthenticateCallbackHandler.class,
            SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS, AuthenticateCallbackHandler.class);

    private ClassCheck() {}

    /**
     * @param ofKind what the client loads beside what all clients load
     * @throws ConfigException with the first class that the client cannot load
     */
    static void check(AbstractConfig config, Map<String, Class<?>> ofKind) {
        ofKind.forEach((name, type) -> check(config, name, type));
        ALL.forEach((name, type) -> check(config, name, type));
        checkLogin(config.originals().get(SaslConfigs.SASL_JAAS_CONFIG));
    }

    private static void check(AbstractConfig config, String name, Class<?> type) {
        if (config.originals().get(name) instanceof String names) {
            Stream.of(names.split(",", -1))
                    .map(String::strip)
                    .filter(className -> !className.isEmpty())
                    .forEach(className -> load(name, className, type));
        }
    }

    private static void load(String name, String className, Class<?> type) {
        String problem = "";
        try {
            Class<?> loaded = Class.forName(className, false, Utils.getContextOrKafkaClassLoader());
            if (!type.isAssignableFrom(loaded) || Modifier.isAbstract(loaded.getModifiers())) {
                problem = " must be a class that implements " + type.getName();
            } else if (Stream.of(loaded.getConstructors()).noneMatch(each -> each.getParameterCount() == 0)) {
                problem = " has no public constructor without parameters";
            }
        } catch (ClassNotFoundException e) {
            problem = " could not be found";
        } catch (LinkageError e) {
            problem = " could not be loaded: " + e;
        }
        if (!problem.isEmpty()) {
            throw new ConfigException(name, className, "Class " + className + problem + ".");
        }
    }

    /** Checks a login configuration, whose text is a secret. */
    private static void checkLogin(@Nullable Object jaas) {
        if (jaas == null || String.valueOf(jaas).contains(ConfigCheck.PLACEHOLDER)) {
            return;
        }
        List<AppConfigurationEntry> modules = ClientHostAccess.loginModules(String.valueOf(jaas))
                .orElseThrow(() -> new ConfigException(
                        SaslConfigs.SASL_JAAS_CONFIG + " cannot be read: it must be a class, required, options such as"
                                + " username=\"...\" password=\"...\", and a semicolon at the end"));
        for (AppConfigurationEntry module : modules) {
            try {
                load(SaslConfigs.SASL_JAAS_CONFIG, module.getLoginModuleName(), LoginModule.class);
            } catch (ConfigException e) {
                throw new ConfigException(
                        SaslConfigs.SASL_JAAS_CONFIG + ": the class of its login module could not be found.");
            }
        }
    }
}
