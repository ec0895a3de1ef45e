package dev.weir.feature;

import dev.weir.driver.loading.Drivers;
import dev.weir.fuzz.Fuzz;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.WorkersFile;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file of a person's can hold any mistake: it is refused with problems, and nothing else. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
class InputFileFuzzTest {
    @TempDir
    Path folder;

    @Test
    void workloadFiles() throws IOException {
        List<byte[]> corpus = new ArrayList<>();
        for (Path file : ShippedWorkloadsTest.files()) {
            // Those that name files beside them are read elsewhere here.
            if (!Files.readString(file).contains("payloadFile") && Files.size(file) < 10_000) {
                corpus.add(Files.readAllBytes(file));
            }
        }
        fuzz(
                "workload files",
                corpus,
                (file, problems) -> WorkloadFile.readAll(file, problems).isPresent());
    }

    @Test
    void driverFiles() throws IOException {
        Drivers drivers = Drivers.onClassPath();
        fuzz(
                "driver files",
                List.of(
                        bytes("name: none\ndriver: none\nloseEvery: 100\nstallAtMessage: 5\nstallMillis: 100\n"),
                        bytes("name: none\ndriver: none\nreset: true\nbrokerMetrics: [http://127.0.0.1:9100]\n")),
                (file, problems) -> DriverFile.read(file, drivers, problems).isPresent());
    }

    @Test
    void workersFiles() throws IOException {
        fuzz(
                "workers files",
                List.of(bytes("workers:\n  - 10.0.0.1:8080\n  - http://[::1]:8081\n"), bytes("workers: [a:1, b:2]\n")),
                (file, problems) -> WorkersFile.read(file, problems).isPresent());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void fuzz(String name, List<byte[]> corpus, BiPredicate<Path, Problems> reader) throws IOException {
        Path file = folder.resolve("input.yaml");
        Fuzz.run(name, corpus, 256, input -> {
            Files.write(file, input);
            var problems = new Problems();
            boolean read = reader.test(file, problems);
            if (read != problems.errors().isEmpty()) {
                throw new AssertionError("read: " + read + ", refused because of " + problems.errors());
            }
            return read;
        });
    }
}
