package dev.weir.workload.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.none.NoneDriverFactory;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

    @Test
    void hidesTheSecretsOfAFileLineByLine() {
        String file =
                "user: bench\npassword: sword fish\nuris: [amqp://a:b@host]\nclient: {authToken: abc, other: 1}\n";

        assertThat(Secrets.withoutSecret("file", file)).isEqualTo("""
                        user: bench
                        password: [hidden]
                        uris: [amqp://[hidden]@host]
                        client: {authToken: [hidden]
                        """);
    }

    @Test
    void hidesAWholeFileWhoseSecretIsOnLinesOfItsOwn() {
        assertThat(Secrets.withoutSecret("file", "a: 1\nprivateKey: |\n  MIIEv\n"))
                .isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.withoutSecret("file", "a: 1\nsecrets:\n  - x\n")).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.withoutSecret("file", "sasl.jaas.config=x \\\n  password=y\n"))
                .isEqualTo(Secrets.HIDDEN);
    }

    @Test
    void leavesEverythingElseOfAConfigurationAsItIs() {
        var topics = new TopicConfig(TopicConfig.OF_THE_BROKERS, true, "team-", 5000, Map.of("retention.ms", "1"));
        var config = new DriverConfig("a", "none", topics, ClientConfig.NONE, Map.of("loseEvery", "7"));

        assertThat(Secrets.shown(new NoneDriverFactory(), config)).isEqualTo(config);
    }

    @Test
    void leavesAValueOfOneLineAsItIs() {
        assertThat(Secrets.withoutSecret("note", "password: none")).isEqualTo("password: none");
    }

    /** In each text, the secret is {@code Hunter2-Hunter2} or a part of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://u:Hunter2-Hunter2@host:80/path",
                "nats://u:Hun,ter2@a:1,nats://b:1",
                "-b u:Hunter2-Hunter2@host:9092",
                "Invalid url in bootstrap.servers: u:Hunter2-Hunter2@host",
                "curl -H 'Authorization: Bearer Hunter2-Hunter2' http://host",
                "curl -H \"Authorization: Basic SHVudGVyMg==Hunter2\" http://host",
                "Proxy-Authorization: Digest username=\"a\", response=\"Hunter2-Hunter2\"",
                "{\"Authorization\":\"ApiKey Hunter2-Hunter2\"}",
                "curl -H 'X-Api-Key: Hunter2-Hunter2' http://host",
                "curl -H 'Cookie: a=Hunter2-Hunter2; b=c' http://host",
                "curl -H 'Api-Key: Hunter2-Hunter2' http://host",
                "wget --header=Private-Token:Hunter2-Hunter2 http://host",
                "curl -u me:Hunter2-Hunter2 http://host",
                "curl -u 'me:Hunter2 Hunter2' http://host",
                "DB_PASS=Hunter2-Hunter2 psql",
                "rpk topic list -X pass=Hunter2-Hunter2",
                "-Dkafka.pass=Hunter2-Hunter2",
                "keytool -storepass Hunter2-Hunter2 -list",
                "curl -ume:Hunter2-Hunter2 http://host",
                "curl --user=me:Hunter2-Hunter2 http://host",
                "sent with Bearer Hunter2-Hunter2",
                "Endpoint=sb://x.net/;SharedAccessKeyName=a;SharedAccessKey=Hunter2-Hunter2=;EntityPath=b",
                "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=Hunter2-Hunter2==;EndpointSuffix=b",
                "https://a.net/c?sv=2024&sig=Hunter2-Hunter2%3D&x=1",
                "https://a/b?X-Amz-Credential=Hunter2-Hunter2&X-Amz-Signature=Hunter2-Hunter2&x=1",
                "https://a/b?token=Hunter2-Hunter2",
                "https://a/b?x=1&access_token=Hunter2-Hunter2#f",
                "https://maps/x?key=Hunter2-Hunter2",
                "x.LoginModule required username=\"a\" password=\"Hunter2-Hunter2\";",
                "x.LoginModule required username='a' password='Hunter2 ;-Hunter2';",
                "x.LoginModule required password=\"a \\\" Hunter2-Hunter2\";",
                "sh -c \"x password=\\\"Hunter2 Hunter2\\\" y\"",
                "{\"user\": \"a\", \"password\": \"Hunter2-Hunter2\"}",
                "{\"password\":\"a\\\"Hunter2-Hunter2\"}",
                "{\\\"client_secret\\\":\\\"Hunter2-Hunter2\\\"}",
                "PGPASSWORD=Hunter2-Hunter2 psql",
                "mysql --password Hunter2-Hunter2 -e x",
                "mysql --password='Hunter2 Hunter2' -e x",
                "az login --client-secret \"Hunter2 Hunter2\"",
                "sshpass -p Hunter2-Hunter2 ssh host",
                "KAFKA_OPTS=-Djavax.net.ssl.keyStorePassword=Hunter2-Hunter2",
                "producerConfig.ssl.key.password=Hunter2-Hunter2",
                "-----BEGIN PRIVATE KEY-----\nHunter2-Hunter2\n-----END PRIVATE KEY-----",
                "-----BEGIN ENCRYPTED PRIVATE KEY----- Hunter2-Hunter2",
                "jwt eyJhbGciOiJIUzI1NiJ9.eyJodW50ZXIyIjoiSHVudGVyMiJ9.Hunter2-Hunter2",
            })
    void findsSecretsInTexts(String text) {
        String shown = Secrets.text(text);

        assertThat(shown).doesNotContain("Hunter2", "ter2").contains(Secrets.HIDDEN);
        assertThat(Secrets.text(shown)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.yaml:4: commonConfig.sasl.jaas.config: must be the secret itself, got nothing",
                "password: none",
                "audit.lost == 0",
                "ssh bench@host 'systemctl restart kafka' && docker run -u 1000:1000 redpanda@sha256:0123abcd",
                "acks must be one of all, -1, 0, 1, got 5; did you mean all? (producerConfig=1)",
                "brokers a:9092,b:9092 (id: 1 rack: null) at http://host:9644/v1/brokers?verbose=true",
                "curl --cert client.pem --password-file /etc/pw https://host",
                "ssl.keystore.location=/etc/a.jks sasl.oauthbearer.token.endpoint.url=https://host/token",
                "SASL authentication failed: Basic authentication, Bearer tokens",
                "org.apache.kafka.common.errors.TopicAuthorizationException: Not authorized to access topics: [x]",
                "a pass: 3 of 3, bypass=true, compass=north",
                "/w==",
            })
    void leavesOtherTextsAsTheyAre(String text) {
        assertThat(Secrets.text(text)).isEqualTo(text);
    }

    @Test
    void takesTimeInProportionToTheText() {
        String word = "a".repeat(2_000_000);
        for (String text :
                new String[] {word, word + "=", word + ":@", word + " -", "x://" + word, "\"" + word + "\":"}) {
            assertThat(Secrets.text(text)).hasSize(text.length());
        }
    }

    @Test
    void showsOnlyDocumentedPropertiesIfThereIsAList() {
        Set<String> documented = Set.of("acks", "ssl.key.password");

        assertThat(Secrets.ofProperty("acks", "all", documented)).isEqualTo("all");
        assertThat(Secrets.ofProperty("my.plugin", "x", documented)).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.ofProperty("my.plugin", "x", Set.of())).isEqualTo("x");
        assertThat(Secrets.ofProperty("ssl.key.password", "x", documented)).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.ofProperty("config.providers.env.class", "x", documented))
                .isEqualTo("x");
        assertThat(Secrets.ofProperty("config.providers.env.param.x", "x", documented))
                .isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.ofField("driver.commonConfig.my.plugin", "x", documented))
                .isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.ofField("producerRate", "5", documented)).isEqualTo("5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Djavax.net.ssl.keyStorePassword=correct horse",
                "-Dkafka.opts=ssl.key.password=correct horse",
                "-javaagent:/a.jar=token=horse",
                "-Dhttp.proxy=http://me:horse@host",
            })
    void hidesTheRestOfAnArgumentOfTheJvm(String argument) {
        assertThat(Secrets.word(argument)).contains(Secrets.HIDDEN).doesNotContain("horse");
    }
}
