package dev.weir.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.run.RunArguments.RunWorkers;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a system's secrets may be sent to workers. */
class RunWorkersTest {
    private static final DriverFactory ANY = Drivers.onClassPath().find("none").orElseThrow();
    private static final List<WorkerAddress> HERE = List.of(
            new WorkerAddress("localhost", 8080), new WorkerAddress("127.0.0.2", 8080), new WorkerAddress("::1", 8080));
    private static final List<WorkerAddress> ELSEWHERE =
            List.of(new WorkerAddress("localhost", 8080), new WorkerAddress("127.0.0.1.example.org", 8080));

    @TempDir
    Path folder;

    @Test
    void secretsDoNotLeaveThisHostInPlainText() {
        assertThat(problems(ELSEWHERE, Map.of("password", "hunter2", "linger.ms", "5")))
                .containsExactly(
                        "kafka.yaml: commonConfig.password would go to 127.0.0.1.example.org:8080 in plain text: use "
                                + "TLS (bin/benchmark certs makes the files), or add --insecure if no other host is "
                                + "in the network");
    }

    @Test
    void allElseIsSent() {
        Map<String, String> secret = Map.of("password", "hunter2");
        ChannelSecurity tls = TestCertificates.coordinator(TestCertificates.make(folder.resolve("c")));

        assertThat(problems(HERE, secret)).isEmpty();
        assertThat(problems(List.of(), secret)).isEmpty();
        assertThat(problems(ELSEWHERE, Map.of("linger.ms", "5"))).isEmpty();
        assertThat(problems(ELSEWHERE, ChannelSecurity.NONE, true, secret)).isEmpty();
        assertThat(problems(ELSEWHERE, tls, false, secret)).isEmpty();
    }

    private static List<String> problems(List<WorkerAddress> workers, Map<String, String> properties) {
        return problems(workers, ChannelSecurity.NONE, false, properties);
    }

    private static List<String> problems(
            List<WorkerAddress> workers, ChannelSecurity security, boolean insecure, Map<String, String> properties) {
        DriverConfig config = DriverConfig.of("none").withCommonConfig(properties);
        var problems = new Problems();
        new RunWorkers(workers, security, insecure, Topology.SWARM).check("kafka.yaml", ANY, config, problems);
        return problems.errors().stream().map(Problem::toString).toList();
    }
}
