package dev.weir.cli.option;

import dev.weir.workload.file.FieldOption;
import dev.weir.workload.text.OptionNames;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Problems;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * An option that stands for a field of a workload or driver file.
 *
 * @param label form of its value; empty for an option without a value
 * @param otherwise value without the option; empty if the field is then not set
 * @param path field, such as {@code producerRate} or {@code driver.producerConfig.acks}
 * @param description one sentence for the help
 */
record FieldRow(String label, String otherwise, String path, String description) {
    private static final String NO_VALUE = "{}";

    /** Returns an option that has an effect only without a workload file. */
    static FieldRow ofLoad(String label, String otherwise, String path, String description) {
        return new FieldRow(
                label, otherwise, path, "Without a workload file: " + description + " (default: " + otherwise + ")");
    }

    String name() {
        return OptionNames.of(path);
    }

    /** Returns whether it has an effect only without a workload file. */
    boolean isOfLoad() {
        return OptionNames.isOfLoad(name());
    }

    boolean isOfWorkload() {
        return !path.startsWith("driver.");
    }

    OptionSpec option() {
        OptionSpec.Builder option = OptionSpec.builder(name()).description(description);
        return label.isEmpty()
                ? option.type(boolean.class).build()
                : option.type(String.class).paramLabel(label).build();
    }

    /** Returns the field with the value of the command line; empty, with a problem, if the value is wrong. */
    Optional<FieldOption> field(ParseResult parsed, Problems problems) {
        if (label.isEmpty()) {
            return Optional.of(new FieldOption(name(), path, NO_VALUE));
        }
        String value = parsed.matchedOptionValue(name(), otherwise).strip();
        if (isOfWorkload()) {
            // Several values make a run of each, as in a template of OMB.
            return Optional.of(new FieldOption(name(), path, value.matches("[^\\[{]*,.*") ? "[" + value + "]" : value));
        }
        String unit = label.equals("TIME") ? "ms" : label.equals("BYTES") ? "bytes" : "";
        String plain = unit.isEmpty() ? value : QuantityText.plain(value, unit);
        if (!unit.isEmpty() && !plain.matches("[0-9]{1,9}")) {
            problems.error(
                    name(),
                    String.format(
                            Locale.ROOT,
                            "must be whole %s, such as %s, got %s",
                            unit.equals("ms") ? "milliseconds" : unit,
                            unit.equals("ms") ? "5ms" : "64KiB",
                            value));
            return Optional.empty();
        }
        return Optional.of(new FieldOption(name(), path, plain));
    }
}
