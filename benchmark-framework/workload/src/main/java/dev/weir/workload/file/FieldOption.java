package dev.weir.workload.file;

import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.YamlFile;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * A field that an option of the command line gives.
 *
 * @param option name of the option, such as {@code --set}, for messages
 * @param path path of the field, such as {@code producerRate} or {@code driver.producerConfig.linger.ms}
 * @param value value in the form of a file; blank: the field is removed
 */
public record FieldOption(String option, String path, String value) {
    /** Converts options to changes of a file, which was made with their names, in this order, for messages. */
    static List<FieldChange> changes(List<FieldOption> options, YamlFile file) {
        List<FieldChange> changes = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            FieldOption each = options.get(i);
            if (each.isProperty() && each.value.matches("\\[.*,.*]")) {
                file.problems().error(each.option, each.path + ": " + notOneValue(each.path, each.value, each.value));
            }
            (each.isProperty() ? file.optionText(i, each.value) : file.optionValue(i, each.value))
                    .ifPresent(value -> changes.add(new FieldChange(each.path, Nodes.scalar(each.path, value), value)));
        }
        return changes;
    }

    /** Returns the message for several values, as given and as a YAML list, of a property that takes one. */
    public static String notOneValue(String path, String got, String values) {
        return "must be one value, got " + got + "; to compare values, use --set 'sweep={" + path + ": " + values
                + "}', then bin/benchmark compare FOLDER --by " + FieldChange.label(path);
    }

    static List<String> names(List<FieldOption> options) {
        return options.stream().map(FieldOption::option).toList();
    }

    public boolean isOfDriver() {
        return path.startsWith(FieldChange.OF_DRIVER);
    }

    static String text(MappingNode fields) {
        var options = new DumperOptions();
        options.setSplitLines(false);
        var block =
                new MappingNode(fields.getTag(), true, fields.getValue(), null, null, DumperOptions.FlowStyle.BLOCK);
        var writer = new StringWriter();
        new Yaml(options).serialize(block, writer);
        return writer.toString();
    }

    /** Returns whether it is a client's property, whose value is any text and no YAML. */
    private boolean isProperty() {
        return isOfDriver() && path.indexOf('.', FieldChange.OF_DRIVER.length()) > 0;
    }
}
