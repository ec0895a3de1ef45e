package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Certificates, and the options that name them. */
class CertsCommandTest extends CommandTest {
    private Path certs;

    @BeforeEach
    void nameFolder() {
        certs = folder.resolve("certs");
    }

    @Test
    void makesAFolderForEachPrintsTheNextStepsAndOverwritesOnRequestOnly() throws IOException {
        succeedsWithoutWarnings("certs", "-o", certs, "client-1", "client-1:8081", "10.0.0.7", "[fd00::7]:8080");

        assertThat(files(certs)).containsExactly("coordinator", "worker-10.0.0.7", "worker-client-1", "worker-fd00__7");
        assertThat(out.toString())
                .contains(
                        "bin/benchmark-worker --host client-1 --port 8081 --tls-cert worker-client-1/cert.pem"
                                + " --tls-key worker-client-1/key.pem --tls-ca worker-client-1/ca.pem",
                        "bin/benchmark -w client-1:8080,client-1:8081,10.0.0.7:8080,[fd00::7]:8080 --tls-cert " + certs
                                + "/coordinator/cert.pem",
                        "They can be used for 7 days.");

        refuses("exists: certificates are not overwritten", "certs", "-o", certs, "client-1");
        succeeds("certs", "-o", certs, "--overwrite", "client-1");
    }

    @Test
    void refusesTextThatIsNoHost() throws IOException {
        refuses(
                "must be a host's name or address, with or without a port, got a b",
                line("certs -o %s %s", certs, "a b"));
        refuses("--days: must be in [1, 825], got 0", "certs", "-o", certs, "--days", "0", "client-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--host 0.0.0.0 --port 0|--host 0.0.0.0 can be reached from other hosts, which could make this host"
                        + " produce any load: use TLS (bin/benchmark certs makes the files), listen on 127.0.0.1, or add"
                        + " --insecure",
                "--port 65536|--port must be in [0, 65535], got 65536",
                "--port 0 --allow-client-files no/folder|--allow-client-files: must be an existing folder, got no/folder",
                "--port 0 --coordinator-silence 61s|--coordinator-silence must be in [1s, 1m]",
            })
    void aWorkerRefusesWhatItCannotServe(String options, String message) {
        assertThat(executeAlone(new WorkerCommand(), line(options))).isEqualTo(2);

        assertThat(err.toString()).startsWith(message);
    }

    @Test
    void aWorkerDoesNotTakeTheCoordinatorsFiles() {
        execute("certs", "-o", certs, "client-1");

        String options = "--host 0.0.0.0 --port 0 --tls-cert %1$s/cert.pem --tls-key %1$s/key.pem --tls-ca %1$s/ca.pem"
                .formatted(certs.resolve("coordinator"));
        assertThat(executeAlone(new WorkerCommand(), line(options))).isEqualTo(2);
        assertThat(err.toString()).contains("--tls-cert: must be the certificate of a worker");
    }
}
