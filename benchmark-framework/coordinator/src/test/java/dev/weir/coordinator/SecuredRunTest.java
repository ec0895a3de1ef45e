package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs whose control channel is TLS. */
class SecuredRunTest {
    @TempDir
    Path folder;

    private Path certificates;

    @BeforeEach
    void makeCertificates() {
        certificates = TestCertificates.make(folder.resolve("certs"));
    }

    @Test
    void twoWorkersShareALoadOverTls() {
        RunResult result = run(TestCertificates.coordinator(certificates));

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().acknowledged()).isEqualTo(1400);
    }

    @Test
    void aRunWithAStrangersCertificateFailsWithTheReason() {
        Path theirs = TestCertificates.make(folder.resolve("theirs"));

        assertThat(run(TestCertificates.coordinator(theirs)).failure())
                .matches("worker worker-\\d cannot be used: TLS: its certificate is not of the authority in our"
                        + " --tls-ca(?s:.*)");
    }

    @Test
    void aRunInPlainTextFailsWithTheReason() {
        assertThat(run(ChannelSecurity.NONE).failure())
                .matches(
                        "worker worker-\\d refused: this worker demands TLS: name --tls-cert, --tls-key and --tls-ca to"
                                + " bin/benchmark, too");
    }

    private RunResult run(ChannelSecurity coordinator) {
        try (var cluster = MiniCluster.secured(2, folder, certificates, coordinator)) {
            return cluster.runUndisturbed(Workloads.small().build(), MiniCluster.none(Map.of()));
        }
    }
}
