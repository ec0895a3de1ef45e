package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Options that change fields of files for the runs of one command. */
public final class FieldOptions {
    static final String SET = "--set";

    @Option(
            names = SET,
            paramLabel = "FIELD=VALUE",
            description = "Change a field of the workload files for these runs, such as producerRate=20k or"
                    + " keys.cardinality=1M. With the prefix driver., change a field of the driver files, such as"
                    + " driver.producerConfig.linger.ms=10. An empty VALUE removes the field. The result records these"
                    + " fields. Can be given several times")
    private List<String> set = List.of();

    /** Returns the fields with their values; {@code problems} receive what is wrong with the options. */
    public List<FieldOption> read(Problems problems) {
        return read(SET, "", "FIELD=VALUE, such as producerRate=20k", set, problems);
    }

    /** Parses fields from the values of an option, {@code NAME=VALUE}. */
    static List<FieldOption> read(String option, String prefix, String form, List<String> texts, Problems problems) {
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
