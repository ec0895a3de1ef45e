package dev.weir.workload.file;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.fields.CampaignFields;
import dev.weir.workload.fields.CampaignFields.CampaignStep;
import dev.weir.workload.fields.CampaignFields.Dimension;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.YamlFile;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Names the runs of a workload file: by OMB's format if fields have lists of values, then by the values of the sweep,
 * then by the step, {@code NAME-stepN}, which chart scripts of a branch of OMB read. No two runs have the same name.
 */
final class PointNames {
    /** OMB's format, if a template gives none. */
    private static final String OMB_FORMAT = "${topics}-topics-${partitionsPerTopic}-partitions-${messageSize}b"
            + "-${producersPerTopic}p-${consumerPerSubscription}c-${producerRate}";

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");

    private static final int MAX_VALUE_LENGTH = 40;

    private final YamlFile file;
    private final Optional<String> format;
    private final boolean named;
    private final Set<String> labels = new HashSet<>();
    private final Set<String> ambiguous = new HashSet<>();
    private final Set<String> taken = new HashSet<>();

    /** @param template whether fields have lists of values */
    PointNames(
            YamlFile file,
            Optional<String> nameFormat,
            boolean template,
            List<CampaignStep> steps,
            List<Dimension> dimensions) {
        this.file = file;
        this.format = nameFormat.or(() -> template ? Optional.of(OMB_FORMAT) : Optional.empty());
        this.named = steps.size() > 1 || !steps.get(0).equals(CampaignStep.NONE);
        dimensions.forEach(dimension -> {
            String label = dimension.changes().get(0).label();
            if (!labels.add(label)) {
                ambiguous.add(label);
            }
        });
        nameFormat.ifPresent(this::check);
    }

    String base(MappingNode mapping) {
        return Optional.of(value(mapping, RunFields.NAME.name()))
                .filter(name -> !name.isBlank())
                .orElseGet(file::baseName);
    }

    MappingNode named(MappingNode run, CampaignStep step, int number, List<FieldChange> combination) {
        boolean formatted =
                format.isPresent() && value(run, RunFields.NAME.name()).isBlank();
        var name = new StringBuilder(formatted ? formatted(run) : base(run));
        for (FieldChange change : combination) {
            if (!formatted || !format.orElse("").contains("${" + change.path() + "}")) {
                String label = ambiguous.contains(change.label()) ? change.path() : change.label();
                name.append('-').append(label).append('-').append(shortened(change.shown()));
            }
        }
        if (named) {
            name.append('-').append(step.name().isEmpty() ? "step" + number : step.name());
        }
        return combination.isEmpty() && !named && !formatted ? run : with(run, unique(name.toString()));
    }

    private static MappingNode with(MappingNode run, String name) {
        Node place = Nodes.find(run, RunFields.NAME.name())
                .map(NodeTuple::getKeyNode)
                .orElse(run);
        var change = new FieldChange(RunFields.NAME.name(), place, Nodes.scalar(name, place));
        return ChangedMapping.ofWorkload(run, List.of(change));
    }

    private String unique(String name) {
        String free = name;
        for (int n = 2; !taken.add(free); n++) {
            free = name + "-" + n;
        }
        return free;
    }

    private static String shortened(String value) {
        String text = value.replaceAll("[\\s,]+", ",").replaceAll("[\\[\\]{}\"']", "");
        return text.length() <= MAX_VALUE_LENGTH ? text : text.substring(0, MAX_VALUE_LENGTH);
    }

    private String formatted(MappingNode run) {
        return VARIABLE.matcher(format.orElse(""))
                .replaceAll(match -> Matcher.quoteReplacement(display(match.group(1), value(run, match.group(1)))));
    }

    /** Formats a number as OMB does: 1456 is 1k. */
    private static String display(String field, String value) {
        boolean rate = field.equals(RateFields.PRODUCER_RATE.name());
        if (rate && value.equals(RateType.MAX)) {
            return "max-rate";
        }
        if (field.endsWith("Minutes") || !WHOLE.matcher(value).matches()) {
            return value;
        }
        long number = Long.parseLong(value);
        if (rate && number >= RateType.OMB_MAX) {
            return "max-rate";
        }
        for (int power = 3; power > 0; power--) {
            long unit = Math.round(Math.pow(1000, power));
            if (number >= unit) {
                return number / unit + List.of("", "k", "m", "g").get(power);
            }
        }
        return value;
    }

    private static String value(MappingNode run, String name) {
        Field<?> field = WorkloadFields.TABLE.fields().get(name);
        return Nodes.find(run, name)
                .map(entry -> Nodes.text(entry.getValueNode()))
                .orElseGet(() -> field == null
                        ? ""
                        : field.otherwise().map(String::valueOf).orElse(""));
    }

    private void check(String nameFormat) {
        List<String> names = WorkloadFields.TABLE.fields().values().stream()
                .filter(field -> field.type() instanceof ScalarType)
                .map(Field::name)
                .toList();
        VARIABLE.matcher(nameFormat).results().map(MatchResult::group).forEach(variable -> {
            String name = variable.substring(2, variable.length() - 1);
            if (!names.contains(name)) {
                file.error(
                        0,
                        CampaignFields.NAME_FORMAT.name(),
                        "must have fields of a workload file in ${}, got " + variable
                                + NearestName.advice(name, names));
            }
        });
    }
}
