package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.plan.RunEstimate;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files under {@code workloads/}. */
class ShippedWorkloadsTest {
    private static final Path WORKLOADS = Path.of("..", "..", "workloads");
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final long SEED = 20_260_101;

    @TempDir
    Path folder;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(WORKLOADS)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void loadWithoutAWordAndNameTheirSchema(Path file) throws IOException {
        var problems = new Problems();

        assertThat(WorkloadFile.readAll(file, problems)).isPresent();
        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings()).isEmpty();
        String schema = WORKLOADS.equals(file.getParent()) ? "workload.schema.json" : "../workload.schema.json";
        assertThat(Files.readAllLines(file)).first().isEqualTo("# yaml-language-server: $schema=" + schema);
    }

    @Test
    void beginWithAQuickOne() {
        Workload quickstart = WorkloadFile.read(WORKLOADS.resolve("quickstart.yaml"), new Problems())
                .orElseThrow();

        assertThat(RunEstimate.of(quickstart, 1).time()).isLessThan(Duration.ofMinutes(2));
    }

    /** A person looks for a scenario in the table. */
    @Test
    void scenariosStandInTheirTable() throws IOException {
        String table = Files.readString(WORKLOADS.resolve("scenarios.md"));

        assertThat(files())
                .filteredOn(file -> !WORKLOADS.equals(file.getParent()))
                .hasSizeGreaterThan(20)
                .allSatisfy(file -> assertThat(table).contains(file.getFileName() + "`"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keys."})
    void namesEveryMisspeltFieldWithItsLineAndTheRightName(String within) throws IOException {
        List<String> lines = Files.readAllLines(WORKLOADS.resolve("quickstart.yaml"));
        FieldTable table = within.isEmpty() ? WorkloadFields.TABLE : KeyFields.TABLE;
        String place = within.isEmpty() ? "workload file" : "keys mapping";
        var random = new Random(SEED);
        for (String name : table.fields().keySet()) {
            String misspelt = misspell(name, table, random);
            List<String> changed = new ArrayList<>(lines);
            changed.add(within.isEmpty() ? misspelt + ": 1" : "keys: {" + misspelt + ": 1}");
            Path file = Files.write(folder.resolve("w.yaml"), changed);
            var problems = new Problems();

            assertThat(WorkloadFile.read(file, problems)).isEmpty();
            assertThat(problems.errors())
                    .as("%s, seed %d", misspelt, SEED)
                    .containsExactly(new Problem(
                            file.toString(),
                            changed.size(),
                            within + misspelt,
                            "is not a field of a " + place + "; did you mean " + name + "?"));
        }
    }

    /** One letter less, more, or another; never a name that there is. */
    private static String misspell(String name, FieldTable table, Random random) {
        int at = random.nextInt(name.length());
        char letter = LETTERS.charAt(random.nextInt(LETTERS.length()));
        String misspelt = switch (random.nextInt(3)) {
            case 0 -> name.substring(0, at) + name.substring(at + 1);
            case 1 -> name.substring(0, at) + letter + name.substring(at);
            default -> name.substring(0, at) + letter + name.substring(at + 1);
        };
        return table.fields().containsKey(misspelt) ? misspell(name, table, random) : misspelt;
    }
}
