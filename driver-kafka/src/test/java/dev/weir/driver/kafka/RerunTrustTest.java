package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of other people are not obeyed: {@code rerun} lists what they ask for, and opens and asks nothing. */
class RerunTrustTest extends CommandTest {
    private static final String LOAD = "\"topics\": 1, \"partitionsPerTopic\": 1, \"producersPerTopic\": 1,"
            + " \"subscriptionsPerTopic\": 1, \"consumerPerSubscription\": 1, \"producerRate\": 10,"
            + " \"testDuration\": \"1s\"";

    private static final String SIZED = LOAD + ", \"messageSize\": 10";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commonConfig|bootstrap.servers|127.0.0.1:1|names an address
            commonConfig|ssl.truststore.location|/etc/hostname|names a file
            consumerConfig|sasl.oauthbearer.assertion.file|/etc/hostname|names a file
            producerConfig|interceptor.classes|com.example.Spy|names code
            commonConfig|config.providers.env.class|org.apache.kafka.common.config.provider.EnvVarConfigProvider|names code
            producerConfig|client.rack|${env:PATH}|takes a value from this host, ${env:PATH}
            topicConfig|retention.ms|${env:PATH}|takes a value from this host, ${env:PATH}
            commonConfig|sasl.oauthbearer.token.endpoint.url|http://127.0.0.1:1/token|names an address
            consumerConfig|schema.registry.url|http://127.0.0.1:1|names an address
            commonConfig|plugin.at|registry:8081|names an address
            """)
    void listsWhatADriverFileNames(String section, String property, String value, String what) throws IOException {
        Path result = result(SIZED, "\"" + section + "\": {\"" + property + "\": \"" + value + "\"}");

        refuses(
                result + ": weir.provenance.driver." + section + "." + property + ": " + what,
                line("rerun --local %s", result));
        assertThat(err.toString()).contains("add --trust");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "payloadFile": "/etc/hostname" | "embedded": true | weir.provenance.workload.payloadFile: names a file of this host, /etc/hostname
            # A sweep can set any field of the workload and of the driver.
            "messageSize": 10, "sweep": {"payloadFile": ["/etc/hostname"], "driver.producerConfig.interceptor.classes": ["com.example.Spy"]} | "embedded": true | weir.provenance.workload.sweep:
            "messageSize": 10 | "commonConfig": {"sasl.jaas.config": "com.sun.security.auth.module.Krb5LoginModule required keyTab='/etc/k';"} | the login module: names code
            "messageSize": 10 | "commonConfig": {"sasl.jaas.config": "com.sun.security.auth.module.Krb5LoginModule required keyTab='/etc/k';"} | the login module's keyTab: names a file
            """)
    void listsWhatElseAResultNames(String workload, String driver, String what) throws IOException {
        Path result = result(LOAD + ", " + workload, driver.replace("'", "\\\""));

        refuses(what, "rerun", "--local", result.toString());
    }

    @Test
    void listsTheClientPropertiesOfASubscriptionAlsoForAnotherSystem() throws IOException {
        String subscriptions = LOAD.replace("\"subscriptionsPerTopic\": 1, \"consumerPerSubscription\": 1, ", "")
                + ", \"messageSize\": 10, \"subscriptions\": [{\"name\": \"tail\", \"consumers\": 1,"
                + " \"consumerConfig\": {\"interceptor.classes\": \"com.example.Spy\"}}]";
        Path result = result(subscriptions, "\"embedded\": true");
        String field = "weir.provenance.workload.subscriptions.tail.consumerConfig.interceptor.classes: names code";

        refuses(field, line("rerun --local %s", result));
        refuses(field, line("rerun --local -d embedded %s", result));
    }

    @Test
    void listsWorkersAndThePlaceOfADriver() throws IOException {
        Path jar = Files.writeString(folder.resolve("driver.jar"), "");
        Path result = result(
                SIZED,
                "\"embedded\": true",
                ", \"setup\": {\"topology\": \"SWARM\", \"workers\": [\"127.0.0.1:1\"], \"embeddedBrokers\": 0,"
                        + " \"driverPath\": \"" + jar + "\", \"serviceVersion\": \"\"}");

        refuses("weir.provenance.setup.driverPath: names code to run on this host, " + jar, "rerun", result.toString());
        assertThat(err.toString())
                .contains("weir.provenance.setup.workers: names an address to connect to, 127.0.0.1:1");
    }

    @Test
    void runsNoHook() throws IOException {
        Path touched = folder.resolve("touched");
        Path result = result(SIZED + ", \"hooks\": {\"beforeRun\": [\"touch " + touched + "\"]}", "\"embedded\": true");

        refuses("weir.provenance.workload.hooks.beforeRun: names code", line("rerun --hooks --local %s", result));
        assertThat(touched).doesNotExist();
    }

    @Test
    void asksNoAddressBeforeItIsTrusted() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (var broker = new ServerSocket(0, 1, loopback);
                var metrics = new ServerSocket(0, 1, loopback)) {
            String url = "http://127.0.0.1:" + metrics.getLocalPort() + "/metrics";
            Path result = result(
                    SIZED + ", \"brokerMetrics\": [{\"url\": \"" + url + "\"}]",
                    "\"commonConfig\": {\"bootstrap.servers\": \"127.0.0.1:" + broker.getLocalPort() + "\"}");

            refuses(
                    "weir.provenance.workload.brokerMetrics: names an address to connect to, " + url,
                    line("rerun --local %s", result));
            for (ServerSocket each : List.of(broker, metrics)) {
                each.setSoTimeout(1);
                assertThatThrownBy(each::accept).isInstanceOf(SocketTimeoutException.class);
            }
        }
    }

    @Test
    void writesTheFilesOfAResultThatIsNotTrustedWithAList() throws IOException {
        Path result = result(SIZED, "\"commonConfig\": {\"bootstrap.servers\": \"127.0.0.1:1\"}");
        Path into = folder.resolve("into");

        succeeds(line("rerun --write-only --into %s %s", into, result));

        assertThat(err.toString())
                .startsWith("warning: " + result + ": weir.provenance.driver.commonConfig.bootstrap.servers: names");
        assertThat(files(into)).isEqualTo(List.of("driver.yaml", "workload.yaml"));
    }

    /** The next obstacle is that no broker listens there. */
    @Test
    void obeysAResultThatIsTrusted() throws IOException {
        Path result = result(SIZED, "\"commonConfig\": {\"bootstrap.servers\": \"127.0.0.1:1\"}");

        assertThat(execute(line("rerun --trust --local --into %s %s", folder.resolve("into"), result)))
                .isNotZero();
        assertThat(err.toString()).doesNotContain("--trust").contains("127.0.0.1:1");
    }

    private Path result(String workload, String driver) throws IOException {
        return result(workload, driver, ", \"setup\": {\"topology\": \"swarm\"}");
    }

    private Path result(String workload, String driver, String setup) throws IOException {
        return Files.writeString(
                folder.resolve("r.json"),
                "{\"schemaVersion\": 1, \"weir\": {\"provenance\": {\"workload\": {" + workload
                        + "}, \"driver\": {\"driver\": \"kafka\", \"replicationFactor\": 1, " + driver + "}" + setup
                        + "}}}");
    }
}
