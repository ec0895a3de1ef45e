package dev.weir.workload.fields;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the field of a distribution of sizes to its value, and back. */
public final class SizeReader {
    private static final Whole BYTES = new Whole(0, PayloadSpec.MAX_BYTES);

    private SizeReader() {}

    /** Returns the distribution in the file; empty, with a problem, if it is wrong. */
    public static Optional<SizeDistribution> read(FieldValues values) {
        Map<String, Double> weights =
                values.find(PayloadFields.SIZE_DISTRIBUTION).orElse(Map.of());
        if (weights.isEmpty()) {
            return Optional.empty();
        }
        List<SizeClass> classes = new ArrayList<>();
        for (var entry : weights.entrySet()) {
            String[] ends = entry.getKey().split("-", 2);
            Optional<Long> least = bytes(ends[0]);
            Optional<Long> most = bytes(ends[ends.length - 1]);
            if (least.isEmpty() || most.isEmpty() || most.get() < least.get()) {
                values.error(
                        PayloadFields.SIZE_DISTRIBUTION,
                        "must have ranges of bytes such as 0-256 or 1KiB-4KiB, the smaller one first, none above "
                                + PayloadSpec.MAX_BYTES + ", got " + entry.getKey());
                return Optional.empty();
            }
            if (entry.getValue() > 0) {
                classes.add(new SizeClass(least.get().intValue(), most.get().intValue(), entry.getValue()));
            }
        }
        if (classes.isEmpty()) {
            values.error(PayloadFields.SIZE_DISTRIBUTION, "must have a weight above 0");
            return Optional.empty();
        }
        return Optional.of(new SizeDistribution(classes));
    }

    private static Optional<Long> bytes(String text) {
        return BYTES.parse(QuantityText.plain(text.strip(), "bytes"));
    }

    /** Returns a distribution in the form of a file. */
    public static Map<String, Object> of(SizeDistribution sizes) {
        Map<String, Object> weights = new LinkedHashMap<>();
        sizes.classes().forEach(each -> weights.put(each.range(), NumberText.written(each.weight())));
        return weights;
    }
}
