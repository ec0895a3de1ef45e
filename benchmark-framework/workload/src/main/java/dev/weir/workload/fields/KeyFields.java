package dev.weir.workload.fields;

import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of a workload's {@code keys}. One row each, as {@link WorkloadFields}. */
public final class KeyFields {
    /** Shared with OMB's field at the top of a workload file. */
    static final Choice DISTRIBUTORS =
            new Choice(Stream.of(KeyDistributor.values()).map(Enum::name).toList());

    private static final Field<String> DISTRIBUTOR = Field.optional(
            "distributor",
            DISTRIBUTORS,
            KeyDistributor.RANDOM_NANO.name(),
            "how messages get their keys: NO_KEY: they have none; KEY_ROUND_ROBIN: each producer walks all keys in"
                    + " order; RANDOM_NANO: drawn for each message");

    private static final Field<Long> CARDINALITY = Field.optional(
            "cardinality",
            new Whole(1, Integer.MAX_VALUE),
            (long) KeySpec.CARDINALITY,
            "how many different keys there are, the same for all producers; at most 64^size");

    private static final Field<Double> SKEW = Field.optional(
            "skew",
            Decimal.in(0, KeySpec.MAX_SKEW),
            0.0,
            "exponent s of Zipf's law: the key of rank k is drawn in proportion to 1/k^s, with RANDOM_NANO; 0: all"
                    + " alike");

    private static final Field<Long> SIZE = Field.optional(
                    "size",
                    new Whole(1, KeySpec.MAX_BYTES),
                    (long) KeySpec.SIZE,
                    "size of each key, base64url characters")
            .in("bytes");

    public static final FieldTable TABLE = FieldTable.of("keys mapping", DISTRIBUTOR, CARDINALITY, SKEW, SIZE);

    public static final Field<KeySpec> KEYS = Field.free(
            "keys",
            new MappingType<>(TABLE, KeyFields::spec),
            "the keys of messages, made and drawn from the seed; none if neither this nor keyDistributor is given");

    public static final Field<String> KEY_DISTRIBUTOR = Field.free(
                    "keyDistributor",
                    DISTRIBUTORS,
                    "OMB's spelling of keys.distributor, with 10000 keys of 10 bytes; NO_KEY if absent")
            .insteadOf(KEYS);

    private KeyFields() {}

    static Optional<KeySpec> spec(FieldValues values) {
        var distributor = KeyDistributor.valueOf(values.get(DISTRIBUTOR));
        if (distributor == KeyDistributor.NO_KEY) {
            return noKeys(values);
        }
        if (distributor != KeyDistributor.RANDOM_NANO) {
            checkEvenness(values);
        }
        checkSize(values);
        return values.unlessWrong(
                () -> new KeySpec(distributor, values.number(CARDINALITY), values.get(SKEW), values.number(SIZE)));
    }

    private static Optional<KeySpec> noKeys(FieldValues values) {
        Stream.of(CARDINALITY, SKEW, SIZE)
                .filter(values::given)
                .forEach(field -> values.error(
                        field, "has no effect with distributor NO_KEY; remove it, or set distributor to RANDOM_NANO"));
        return values.unlessWrong(() -> KeySpec.NONE);
    }

    public static void put(KeySpec keys, FieldWriter given) {
        if (keys.distributor() == KeyDistributor.NO_KEY) {
            given.put(KEY_DISTRIBUTOR, keys.distributor().name());
        } else {
            given.put(
                    KEYS,
                    fields -> fields.put(DISTRIBUTOR, keys.distributor().name())
                            .put(CARDINALITY, keys.cardinality())
                            .put(SKEW, keys.skew())
                            .put(SIZE, keys.size()));
        }
    }

    private static void checkEvenness(FieldValues values) {
        double skew = values.get(SKEW);
        if (skew > 0) {
            values.error(
                    SKEW,
                    "must be 0 with distributor KEY_ROUND_ROBIN, which gives all keys their turn, got "
                            + NumberText.plain(skew) + "; set distributor to RANDOM_NANO to prefer some keys");
        }
    }

    private static void checkSize(FieldValues values) {
        int size = values.number(SIZE);
        int cardinality = values.number(CARDINALITY);
        int most = KeySpec.mostOfSize(size);
        if (cardinality > most) {
            values.error(
                    SIZE,
                    "must be at least " + KeySpec.leastSizeFor(cardinality) + " for " + cardinality
                            + " different keys, got " + size + "; raise it, or set cardinality to at most " + most);
        }
    }
}
