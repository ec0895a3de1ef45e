package dev.weir.workload.fields;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeClass;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.FieldValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a distribution of sizes out of the field that describes it, and back. */
public final class SizeReader {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,10})(?:-([0-9]{1,10}))?");

    private SizeReader() {}

    /** The distribution that the file gives; empty, with a problem, if it is wrong. */
    public static Optional<SizeDistribution> read(FieldValues values) {
        Map<String, Double> weights =
                values.find(PayloadFields.SIZE_DISTRIBUTION).orElse(Map.of());
        if (weights.isEmpty()) {
            return Optional.empty();
        }
        List<SizeClass> classes = new ArrayList<>();
        for (var entry : weights.entrySet()) {
            Matcher range = RANGE.matcher(entry.getKey());
            long least = range.matches() ? Long.parseLong(range.group(1)) : -1;
            long most = least < 0 || range.group(2) == null ? least : Long.parseLong(range.group(2));
            if (least < 0 || most < least || most > PayloadSpec.MOST_BYTES) {
                values.error(
                        PayloadFields.SIZE_DISTRIBUTION,
                        "must have ranges of bytes such as 0-256, the smaller one first, none above "
                                + PayloadSpec.MOST_BYTES + ", got " + entry.getKey());
                return Optional.empty();
            }
            if (entry.getValue() > 0) {
                classes.add(new SizeClass((int) least, (int) most, entry.getValue()));
            }
        }
        if (classes.isEmpty()) {
            values.error(PayloadFields.SIZE_DISTRIBUTION, "must have a weight above 0");
            return Optional.empty();
        }
        return Optional.of(new SizeDistribution(classes));
    }

    /** A distribution in the words of a file. */
    public static Map<String, Object> of(SizeDistribution sizes) {
        Map<String, Object> weights = new LinkedHashMap<>();
        sizes.classes().forEach(each -> weights.put(each.range(), NumberText.written(each.weight())));
        return weights;
    }
}
