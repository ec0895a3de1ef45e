package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about several runs, their hooks, and fields of files that differ for the runs of one command. */
public final class CampaignOptions {
    static final String SET = "--set";

    @Option(
            names = SET,
            paramLabel = "FIELD=VALUE",
            description = "Change a field of the workload files for these runs, such as producerRate=20k or"
                    + " keys.cardinality=1M. With the prefix driver., change a field of the driver files, such as"
                    + " driver.producerConfig.linger.ms=10. An empty VALUE removes the field. The result records these"
                    + " fields. Can be given several times")
    private List<String> set = List.of();

    @Option(
            names = "--resume",
            paramLabel = "FOLDER",
            description = "Continue the campaign in this folder; give the same files and drivers as before. Weir makes"
                    + " the runs that are missing, failed or were interrupted, and those whose files have changed")
    private @Nullable Path resume;

    @Option(
            names = "--no-hooks",
            description = "Do not run the hooks, which are commands that files define for before and after runs")
    private boolean noHooks;

    @Option(
            names = "--differs",
            split = ",",
            paramLabel = "FIELD",
            description =
                    "Fields in which the systems are meant to differ, such as acks,linger.ms. All other differences"
                            + " of their settings and their durability are reported before and after the runs")
    private List<String> differs = List.of();

    public Set<String> differs() {
        return differs.stream().map(String::strip).collect(Collectors.toSet());
    }

    public Optional<Path> resume() {
        return Optional.ofNullable(resume);
    }

    public boolean hooks() {
        return !noHooks;
    }

    public List<FieldOption> fields(Problems problems) {
        return fields(SET, "", "FIELD=VALUE, such as producerRate=20k", set, problems);
    }

    /** Parses fields from the values of an option, {@code NAME=VALUE}. */
    static List<FieldOption> fields(String option, String prefix, String form, List<String> texts, Problems problems) {
        List<FieldOption> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String text : texts) {
            int sign = text.indexOf('=');
            String name = text.substring(0, Math.max(0, sign)).strip();
            if (name.isEmpty()) {
                problems.error(
                        option,
                        "must be " + form + ", got " + (Secrets.isSecret(text) ? Secrets.HIDDEN : Secrets.word(text)));
            } else if (names.add(name)) {
                fields.add(new FieldOption(option, prefix + name, text.substring(sign + 1)));
            } else {
                problems.error(new Problem(option, 0, name, "is given twice; keep one"));
            }
        }
        return fields;
    }
}
