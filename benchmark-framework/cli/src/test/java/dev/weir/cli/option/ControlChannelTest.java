package dev.weir.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a system's secrets may be sent to workers. */
class ControlChannelTest {
    private static final DriverFactory ANY = Drivers.onClassPath().find("none").orElseThrow();
    private static final List<WorkerAddress> HERE = List.of(
            new WorkerAddress("localhost", 8080), new WorkerAddress("127.0.0.2", 8080), new WorkerAddress("::1", 8080));
    private static final List<WorkerAddress> ELSEWHERE =
            List.of(new WorkerAddress("localhost", 8080), new WorkerAddress("127.0.0.1.example.org", 8080));

    @TempDir
    Path folder;

    @Test
    void secretsDoNotLeaveThisHostInPlainText() {
        assertThat(problems(ControlChannel.PLAIN, ELSEWHERE, Map.of("password", "hunter2", "linger.ms", "5")))
                .containsExactly(
                        "kafka.yaml: commonConfig.password would go to 127.0.0.1.example.org:8080 in plain text: use "
                                + "TLS (bin/benchmark certs makes the files), or add --insecure if no other host is "
                                + "in the network");
    }

    @Test
    void allElseIsSent() {
        Map<String, String> secret = Map.of("password", "hunter2");
        var tls = new ControlChannel(TestCertificates.coordinator(TestCertificates.make(folder.resolve("c"))), false);

        assertThat(problems(ControlChannel.PLAIN, HERE, secret)).isEmpty();
        assertThat(problems(ControlChannel.PLAIN, List.of(), secret)).isEmpty();
        assertThat(problems(ControlChannel.PLAIN, ELSEWHERE, Map.of("linger.ms", "5")))
                .isEmpty();
        assertThat(problems(new ControlChannel(ChannelSecurity.NONE, true), ELSEWHERE, secret))
                .isEmpty();
        assertThat(problems(tls, ELSEWHERE, secret)).isEmpty();
    }

    private static List<String> problems(
            ControlChannel channel, List<WorkerAddress> workers, Map<String, String> properties) {
        var config = new DriverConfig(
                "n", "none", TopicConfig.DEFAULT, new ClientConfig(properties, Map.of(), Map.of()), Map.of());
        var problems = new Problems();
        channel.check("kafka.yaml", ANY, config, workers, problems);
        return problems.errors().stream().map(Problem::toString).toList();
    }
}
