package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersFileTest {
    private static final String ALLOWED =
            "must be host:port with a port in [1, 65535], such as client-1:8080 or [::1]:8080, got ";

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void readsAFileOfOmb() throws IOException {
        Path file = write("workers:\n  - http://localhost:8080\n  - http://10.0.0.2:8082/\n  - '[fe80::1%eth0]:1'\n");

        assertThat(WorkersFile.read(file, problems))
                .contains(List.of(
                        new WorkerAddress("localhost", 8080),
                        new WorkerAddress("10.0.0.2", 8082),
                        new WorkerAddress("fe80::1%eth0", 1)));
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void reportsProblemsWithTheirLines() throws IOException {
        Path file = write("""
            workers:
              - localhost
              - Client-1:8080
              - http://client-1:8080/
              - a:70000
              - [a]
              - '[cafe:99999]:1'
            worker: x
            """);

        assertThat(WorkersFile.read(file, problems)).isEmpty();
        assertThat(problems.errors())
                .map(Problem::toString)
                .containsExactly(
                        file + ":2: workers: " + ALLOWED + "localhost",
                        file + ":4: workers: must list each once, got client-1:8080 twice",
                        file + ":5: workers: " + ALLOWED + "a:70000",
                        file + ":6: workers: " + ALLOWED + "a list",
                        file + ":7: workers: " + ALLOWED + "[cafe:99999]:1",
                        file + ":8: worker: is not a field of a workers file; did you mean workers?");
    }

    @Test
    void requiresAtLeastOneWorker() throws IOException {
        Path file = write("workers: []\n");

        assertThat(WorkersFile.read(file, problems)).isEmpty();
        assertThat(problems.errors())
                .map(Problem::toString)
                .containsExactly(file + ":1: workers: must list at least one worker, got none");
    }

    @Test
    void readsTheListOfAnOption() {
        // The comma at the end is that of Redpanda's scripts for OMB.
        assertThat(WorkersFile.addresses("a:1, http://b:2,[::1]:3,", "-w", text -> Optional.empty(), problems))
                .map(WorkerAddress::toString)
                .containsExactly("a:1", "b:2", "[::1]:3");
        assertThat(problems.errors()).isEmpty();

        WorkersFile.addresses("a:1,,a:1", "-w", text -> Optional.empty(), problems);
        assertThat(problems.errors())
                .map(Problem::toString)
                .containsExactly("-w: " + ALLOWED + "nothing", "-w: must list each once, got a:1 twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ":1", "a", "a:", "a:0", "a:65536",
                "a:99999999999", "a:b", "::1:8080", "[::1]", "[a]:1", "a:1/path",
                "ftp://a:1", "a b:1", "-a:1", "a:1?x", "user@a:1", "http://http://a:1"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThat(WorkerAddress.parse(text)).isEmpty();
    }

    @Test
    void checksItsParts() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerAddress("a", 0))
                .withMessage("port must be in [1, 65535], got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkerAddress("a/b", 1))
                .withMessage("host must be a name or an IP address, got a/b");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("workers.yaml"), text);
    }
}
