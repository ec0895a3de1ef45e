package dev.weir.driver.kafka.config;

import static dev.weir.driver.kafka.config.GivenConfig.config;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.HostAccess;
import dev.weir.driver.config.HostAccess.Kind;
import dev.weir.driver.kafka.KafkaDriverFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What client properties from the network would make a worker's host do. */
class ClientHostAccessTest {
    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"/b.file\";";

    private static final String OAUTH =
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId=\"a\" clientSecret=\"b:/c\"";

    @ParameterizedTest
    @CsvSource({
        "interceptor.classes, com.example.Spy, CODE",
        "metric.reporters, com.example.Spy, CODE",
        "partitioner.class, com.example.Spy, CODE",
        "partition.assignment.strategy, com.example.Spy, CODE",
        "ssl.engine.factory.class, com.example.Spy, CODE",
        "security.providers, com.example.Spy, CODE",
        "sasl.login.class, com.example.Spy, CODE",
        "sasl.login.callback.handler.class, com.example.Spy, CODE",
        "sasl.client.callback.handler.class, com.example.Spy, CODE",
        "sasl.oauthbearer.jwt.retriever.class, org.apache.kafka.common.security.oauthbearer.FileJwtRetriever, CODE",
        "config.providers.file.class, org.apache.kafka.common.config.provider.FileConfigProvider, CODE",
        "sasl.kerberos.kinit.cmd, /bin/sh, CODE",
        "ssl.keystore.location, /etc/shadow, FILE",
        "ssl.truststore.location, /etc/shadow, FILE",
        "sasl.oauthbearer.assertion.file, /etc/shadow, FILE",
        "sasl.oauthbearer.assertion.private.key.file, /etc/shadow, FILE",
        // In any case of letters.
        "SSL.Keystore.Location, a.jks, FILE",
        "Interceptor.Classes, com.example.Spy, CODE",
        // The client does not know this one.
        "some.plugin.setting, jar:file:/a!/b, FILE",
        "some.plugin.setting, /etc/shadow, FILE",
        "some.plugin.setting, com.example.Spy, CODE"
    })
    void isNamed(String property, String value, Kind kind) {
        assertThat(of(property, value)).containsExactly(new HostAccess(property, kind, value));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sasl.jaas.config|" + PLAIN,
                "sasl.jaas.config|org.apache.kafka.common.security.scram.ScramLoginModule required username=\"a\";",
                "partition.assignment.strategy|org.apache.kafka.clients.consumer.CooperativeStickyAssignor,"
                        + "org.apache.kafka.clients.consumer.RangeAssignor",
                "key.serializer|org.apache.kafka.common.serialization.StringSerializer",
                "sasl.login.callback.handler.class"
                        + "|org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
                "ssl.truststore.certificates|-----BEGIN CERTIFICATE-----",
                "bootstrap.servers|a:9092,b:9092",
                "sasl.oauthbearer.token.endpoint.url|https://login.example.com/token",
                "sasl.oauthbearer.token.endpoint.url|HTTPS://login.example.com/token",
                "some.plugin.setting|fast",
                "some.plugin.setting|a:9092,b:9092",
                "some.plugin.setting|https://a/b"
            })
    void isHarmless(String property, String value) {
        assertThat(of(property, value)).isEmpty();
    }

    @Test
    void eachElementOfAListAndTheFileOfAnAddressAreNamed() {
        assertThat(of("interceptor.classes", "a.A, b.B"))
                .containsExactly(
                        new HostAccess("interceptor.classes", Kind.CODE, "a.A"),
                        new HostAccess("interceptor.classes", Kind.CODE, "b.B"));
        assertThat(of("sasl.oauthbearer.token.endpoint.url", "file:///tmp/token"))
                .containsExactly(new HostAccess("sasl.oauthbearer.token.endpoint.url", Kind.FILE, "/tmp/token"));
    }

    /** Java's {@code URL} knows {@code url:} and {@code jar:}, and schemes in any case. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "FILE:///etc/shadow",
                "url:file:///etc/shadow",
                "URL:file:/etc/shadow",
                "jar:file:/etc/a.jar!/b",
                "Jar:http://a/b.jar!/c",
                "jrt:/java.base",
                "ftp://a/b",
                "/etc/shadow",
                "any"
            })
    void anyOtherAddressIsNamed(String url) {
        assertThat(of("sasl.oauthbearer.jwks.endpoint.url", url))
                .extracting(HostAccess::kind)
                .containsExactly(Kind.FILE);
        assertThat(of("sasl.jaas.config", OAUTH + " sasl.oauthbearer.token.endpoint.url=\"" + url + "\";"))
                .extracting(HostAccess::kind)
                .containsExactly(Kind.FILE);
    }

    /** In any case of letters, and two in one text: the first one is not all. What cannot be read is not shown. */
    @Test
    void otherLoginModulesAndTheirFilesAreNamed() {
        String kerberos =
                "com.sun.security.auth.module.Krb5LoginModule required keyTab=\"/etc/k.keytab\" useKeyTab=true;";
        assertThat(of("sasl.jaas.config", kerberos))
                .containsExactlyInAnyOrder(
                        new HostAccess("the login module", Kind.CODE, "com.sun.security.auth.module.Krb5LoginModule"),
                        new HostAccess("the login module's keyTab", Kind.FILE, "/etc/k.keytab"));
        assertThat(of(
                        "sasl.jaas.config",
                        "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                                + " ssl.truststore.location=\"/etc/t.pem\";"))
                .containsExactly(new HostAccess("the login module's ssl.truststore.location", Kind.FILE, "/etc/t.pem"));
        assertThat(of("SASL.JAAS.CONFIG", PLAIN.replace("plain.Plain", "Other")))
                .extracting(HostAccess::kind)
                .containsExactly(Kind.CODE);
        assertThat(of("sasl.jaas.config", PLAIN + " com.example.Spy required;"))
                .isNotEmpty()
                .allMatch(each -> each.kind() == Kind.CODE);
        assertThat(of("sasl.jaas.config", "hunter2"))
                .containsExactly(new HostAccess("the login module", Kind.CODE, "something that cannot be read"));
    }

    /** What a newer client adds is to be looked at: these are all that could name files, classes or programs. */
    @Test
    void noPropertyOfTheClientIsOverlooked() {
        Set<String> suspects = new TreeSet<>();
        for (ConfigDef definition : List.of(ProducerConfig.configDef(), ConsumerConfig.configDef())) {
            for (ConfigDef.ConfigKey key : definition.configKeys().values()) {
                boolean named = key.name.matches(
                        ".*(class|classes|file|location|path|dir|cmd|command|script|reporters|providers)");
                boolean isNamed = !of(key.name, "com.example.Spy").isEmpty();
                if ((named || key.type == ConfigDef.Type.CLASS) && !isNamed) {
                    suspects.add(key.name);
                }
            }
        }

        assertThat(suspects)
                .containsExactly(
                        "config.providers",
                        "key.deserializer",
                        "key.serializer",
                        "value.deserializer",
                        "value.serializer");
    }

    private static List<HostAccess> of(String property, String value) {
        return new KafkaDriverFactory().hostAccess(config("common." + property + "=" + value));
    }
}
