package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Certificates, and the options that name them. */
class CertsCommandTest extends CommandTest {
    private Path certs;

    @BeforeEach
    void nameFolder() {
        certs = folder.resolve("certs");
    }

    @Test
    void makesAFolderForEachAndPrintsTheNextSteps() throws IOException {
        int status = execute("certs", "-o", certs, "client-1", "client-1:8081", "10.0.0.7", "[fd00::7]:8080");

        assertThat(err.toString()).isEmpty();
        assertThat(status).isZero();
        assertThat(files(certs)).containsExactly("coordinator", "worker-10.0.0.7", "worker-client-1", "worker-fd00__7");
        assertThat(out.toString())
                .contains(
                        "bin/benchmark-worker --host client-1 --port 8081 --tls-cert worker-client-1/cert.pem"
                                + " --tls-key worker-client-1/key.pem --tls-ca worker-client-1/ca.pem",
                        "bin/benchmark -w client-1:8080,client-1:8081,10.0.0.7:8080,[fd00::7]:8080 --tls-cert " + certs
                                + "/coordinator/cert.pem",
                        "They can be used for 7 days.");
    }

    @Test
    void refusesTextThatIsNoHost() throws IOException {
        refuses(
                "must be a host's name or address, with or without a port, got a b",
                line("certs -o %s %s", certs, "a b"));
        refuses("--days: must be in [1, 825], got 0", "certs", "-o", certs, "--days", "0", "client-1");
    }

    @Test
    void doesNotOverwrite() throws IOException {
        execute("certs", "-o", certs, "client-1");

        refuses("exists: certificates are not overwritten", "certs", "-o", certs, "client-1");
        succeeds("certs", "-o", certs, "--overwrite", "client-1");
    }

    @Test
    void theThreeOptionsNeedEachOther() throws IOException {
        refuses(
                "--tls-key: needs --tls-cert and --tls-ca beside it",
                line("-d none -w 127.0.0.1:1 --tls-key k.pem %s", workload));
    }

    @Test
    void aMissingFileIsNamedBeforeAnythingStarts() throws IOException {
        refuses(
                "no.pem: --tls-cert: there is no such file",
                line("-d none --tls-cert no.pem --tls-key no.pem --tls-ca no.pem %s", workload));
    }

    @Test
    void aWorkerIsNotReachableByOthersWithoutTls() {
        assertThat(worker("--host", "0.0.0.0", "--port", "0")).isEqualTo(2);

        assertThat(err.toString())
                .contains("--host 0.0.0.0 can be reached from other hosts", "use TLS", "or add --insecure");
    }

    @Test
    void aWorkerRefusesAPortThatDoesNotExist() {
        assertThat(worker("--port", "65536")).isEqualTo(2);

        assertThat(err.toString()).startsWith("--port must be in [0, 65535], got 65536");
    }

    @Test
    void aWorkerDoesNotTakeTheCoordinatorsFiles() {
        execute("certs", "-o", certs, "client-1");
        List<String> options = options(certs.resolve("coordinator"));
        options.addAll(List.of("--host", "0.0.0.0", "--port", "0"));

        assertThat(worker(options.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString()).contains("--tls-cert: must be the certificate of a worker");
    }

    @Test
    void aFolderForClientsHasToBeThere() {
        assertThat(worker(
                        "--port",
                        "0",
                        "--allow-client-files",
                        folder.resolve("none").toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("--allow-client-files: must be an existing folder, got ");
    }

    private static List<String> options(Path from) {
        return new ArrayList<>(List.of(
                "--tls-cert", from.resolve("cert.pem").toString(),
                "--tls-key", from.resolve("key.pem").toString(),
                "--tls-ca", from.resolve("ca.pem").toString()));
    }

    private int worker(String... arguments) {
        return Benchmark.explaining(new CommandLine(new WorkerCommand()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
