package dev.weir.workload.fields;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.EntriesType;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.List;
import java.util.Map;

/** Fields of a workload file about the contents of messages. */
public final class PayloadFields {
    public static final Field<Long> MESSAGE_SIZE = Field.free(
                    "messageSize",
                    new Whole(0, PayloadSpec.MAX_BYTES),
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
}
