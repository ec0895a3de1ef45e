package dev.weir.workload.fields;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.EntriesType;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fields of a workload file about the contents of messages. */
public final class PayloadFields {
    private static final Whole MESSAGE_BYTES = new Whole(0, PayloadSpec.MAX_BYTES);

    public static final Field<Long> MESSAGE_SIZE = Field.free(
                    "messageSize",
                    MESSAGE_BYTES,
                    "size of each payload; not needed beside a payloadFile. The first 32 bytes are the message's stamp,"
                            + " whatever the payload has there; smaller ones carry it as a header, and all do with"
                            + " stamp: header")
            .in("bytes");

    public static final Field<Map<String, Double>> SIZE_DISTRIBUTION = Field.optional(
            "messageSizeDistribution",
            new EntriesType<>(Decimal.in(0, 1e9)),
            Map.of(),
            "sizes of payloads instead of messageSize, as a mapping of ranges to weights such as {100-200: 9,"
                    + " 4096-8192: 1}: each message has a size of a range, drawn from the seed by the weights, all sizes"
                    + " of a range alike");

    public static final Field<String> PAYLOAD_FILE = Field.free(
            "payloadFile",
            new Text(),
            "file with the payload of every message, or directory of such files, hidden ones left out, of which each"
                    + " message carries one, drawn from the seed; 16 MiB at most; looked for beside this file, in the"
                    + " working directory, and in the folders above this file");

    public static final Field<List<String>> PAYLOAD_BASE64 = Field.free(
                    "payloadBase64",
                    new OneOrMoreType<>(new Text()),
                    "the payloads themselves, as results show what a payloadFile held")
            .insteadOf(PAYLOAD_FILE);

    public static final Field<Boolean> RANDOMIZED = Field.optional(
            "useRandomizedPayloads",
            new Flag(),
            false,
            "send payloads of a generated pool, one of them, drawn from the seed, with each message; if no payload is "
                    + "named at all, each message has random bytes of its own, which are not compressible");

    public static final Field<Double> RANDOM_RATIO = Field.optional(
            "randomBytesRatio",
            Decimal.in(0, 1),
            0.0,
            "first part of each pooled payload that is random; zeros follow; to be given with a pool");

    public static final Field<Long> POOL_SIZE = Field.optional(
            "randomizedPayloadPoolSize", new Whole(0, 1_000_000), 0L, "how many different payloads there are");

    private PayloadFields() {}

    /** Returns the distribution in the file; empty, with a problem, if it is wrong. */
    public static Optional<SizeDistribution> sizes(FieldValues values) {
        Map<String, Double> weights = values.find(SIZE_DISTRIBUTION).orElse(Map.of());
        if (weights.isEmpty()) {
            return Optional.empty();
        }
        List<SizeClass> classes = new ArrayList<>();
        for (var entry : weights.entrySet()) {
            String[] ends = entry.getKey().split("-", 2);
            Optional<Long> least = bytes(ends[0]);
            Optional<Long> most = bytes(ends[ends.length - 1]);
            if (least.isEmpty() || most.isEmpty() || most.get() < least.get()) {
                return values.error(
                        SIZE_DISTRIBUTION,
                        "must have ranges of bytes such as 0-256 or 1KiB-4KiB, the smaller one first, none above "
                                + PayloadSpec.MAX_BYTES + ", got " + entry.getKey());
            }
            if (entry.getValue() > 0) {
                classes.add(new SizeClass(least.get().intValue(), most.get().intValue(), entry.getValue()));
            }
        }
        if (classes.isEmpty()) {
            return values.error(SIZE_DISTRIBUTION, "must have a weight above 0");
        }
        return Optional.of(new SizeDistribution(classes));
    }

    private static Optional<Long> bytes(String text) {
        return MESSAGE_BYTES.parse(QuantityText.plain(text.strip(), "bytes"));
    }

    public static Map<String, Object> of(SizeDistribution sizes) {
        Map<String, Object> weights = new LinkedHashMap<>();
        sizes.classes().forEach(each -> weights.put(each.range(), NumberText.written(each.weight())));
        return weights;
    }
}
