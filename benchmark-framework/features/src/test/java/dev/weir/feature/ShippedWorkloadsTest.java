package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Hooks;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.RunSettings;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files under {@code workloads/}. */
class ShippedWorkloadsTest {
    private static final Path WORKLOADS = Path.of("..", "..", "workloads");
    private static final Pattern FIELD = Pattern.compile("( *)([A-Za-z]+):.*");
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
        var problems = new Problems();
        Workload quickstart = WorkloadFile.read(WORKLOADS.resolve("quickstart.yaml"), problems)
                .orElseThrow();

        assertThat(quickstart)
                .isEqualTo(new Workload(
                        "Quickstart",
                        TopicLayout.alike(1, 4, 2),
                        new MessageSpec(KeySpec.NONE, PayloadSpec.random(1024), PartitionWeights.NONE),
                        Subscriptions.alike(1, 2, 0),
                        new OpenLoop(Rate.Constant.of(5000), Rate.Constant.of(5000), LoadShape.UNIFORM),
                        new Timing(Duration.ofSeconds(50), Optional.of(Duration.ofSeconds(35)), Duration.ofSeconds(1)),
                        new PhaseSpec(WarmupEnd.STEADY, Duration.ZERO, RetentionSpec.UNSAID),
                        new RunSettings(List.of(), true, Hooks.NONE, List.of(), Sections.NONE, false, 1)));
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

    /** Each field once, in the first file that has it. */
    @Test
    void namesEveryMisspeltFieldWithItsLineAndTheRightName() throws IOException {
        var random = new Random(SEED);
        Set<String> misspelt = new HashSet<>();
        for (Path shipped : files()) {
            misspellNewFields(Files.readAllLines(shipped), misspelt, random);
        }
        assertThat(misspelt).hasSizeGreaterThan(30);
    }

    private void misspellNewFields(List<String> lines, Set<String> seen, Random random) throws IOException {
        String top = "";
        for (int i = 0; i < lines.size(); i++) {
            Matcher field = FIELD.matcher(lines.get(i));
            if (field.matches()) {
                boolean nested = !field.group(1).isEmpty();
                top = nested ? top : field.group(2);
                boolean known = !nested || top.equals("keys");
                if (known && seen.add(nested ? top + "." + field.group(2) : field.group(2))) {
                    String misspelt = misspell(field.group(2), nested ? KeyFields.TABLE : WorkloadFields.TABLE, random);
                    var changed = new ArrayList<>(lines);
                    changed.set(i, field.group(1) + misspelt + lines.get(i).substring(field.end(2)));
                    String message = "is not a field of a " + (nested ? top + " mapping" : "workload file")
                            + "; did you mean " + field.group(2) + "?";
                    Path file = Files.write(folder.resolve("w.yaml"), changed);
                    var problems = new Problems();

                    assertThat(WorkloadFile.read(file, problems)).isEmpty();
                    assertThat(problems.errors())
                            .as("%s, seed %d", misspelt, SEED)
                            .contains(new Problem(
                                    file.toString(), i + 1, nested ? top + "." + misspelt : misspelt, message));
                }
            }
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
