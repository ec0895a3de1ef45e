package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.file.EffectiveFiles;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminSettingsTest {
    @Test
    void fillsInSchemeAndPort() {
        var config = config(Map.of("adminHosts", "a, b:1 ,https://c,https://d:2/,[::1]:3"));

        assertThat(AdminSettings.problems(config)).isEmpty();
        assertThat(AdminSettings.of(config).orElseThrow().hosts())
                .containsExactly(
                        URI.create("http://a:9644"),
                        URI.create("http://b:1"),
                        URI.create("https://c:9644"),
                        URI.create("https://d:2"),
                        URI.create("http://[::1]:3"));
        assertThat(AdminSettings.of(config(Map.of()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            adminHosts=ftp://a          | adminHosts: must be host:port or https://host:port
            adminHosts=a:99999          | adminHosts: must be host:port or https://host:port
            adminHosts=${hosts}         | adminHosts: must be host:port or https://host:port
            adminHosts=a adminUser=u    | adminUser: adminUser and adminPassword need each other
            adminUser=u adminPassword=p | adminUser: has no effect without adminHosts
            adminHosts=a adminToken=t adminUser=u adminPassword=p | adminToken: has no place beside adminUser
            adminHosts=a adminTruststore=/no/such.pem | adminTruststore: must be a file that can be read
            adminHosts=a adminTruststore=pom.xml | adminTruststore: has no effect: no host in adminHosts begins
            adminUser=                  | ''
            """)
    void reportsProblems(String fields, String problem) {
        Map<String, String> settings = new TreeMap<>();
        for (String field : fields.split(" ", -1)) {
            settings.put(field.replaceFirst("=.*", ""), field.replaceFirst(".*=", ""));
        }

        assertThat(AdminSettings.problems(config(settings)).stream()
                        .map(each -> each.field() + ": " + each.message())
                        .collect(Collectors.joining("\n")))
                .contains(problem);
    }

    @Test
    void settingsOfTheClusterNeedAnAddress() {
        assertThat(AdminSettings.problems(config(Map.of()).withClusterConfig(Map.of("retention_bytes", "1"))))
                .extracting(ConfigProblem::message)
                .containsExactly("needs adminHosts, where the admin API of each broker listens");
    }

    /** Neither into results nor to workers. */
    @Test
    void secretsStayOnTheCoordinatorsHost() {
        var config = config(Map.of("adminHosts", "a", "adminPassword", "hush", "adminToken", "hush"))
                .withClusterConfig(Map.of("retention_bytes", "1"));

        assertThat(EffectiveFiles.of(config).toString()).doesNotContain("hush").contains("retention_bytes=1");
        DriverConfig ofClients = new RedpandaDriverFactory().forClients(config);
        assertThat(ofClients.settings()).isEmpty();
        assertThat(ofClients.clusterConfig()).isEmpty();
    }

    @Test
    void namesWhereEachBrokerShowsItsMetrics() {
        try (var admin = new RedpandaAdmin(
                Admin.create(Map.of("bootstrap.servers", "127.0.0.1:1")),
                config(Map.of("adminHosts", "a,https://b:1")))) {
            assertThat(admin.metricsEndpoints(Duration.ofSeconds(1)))
                    .containsExactly(
                            URI.create("http://a:9644/public_metrics"), URI.create("https://b:1/public_metrics"));
        }
    }

    private static DriverConfig config(Map<String, String> settings) {
        return DriverConfig.of("redpanda").withSettings(settings);
    }
}
