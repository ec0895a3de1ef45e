package dev.weir.workload.file;

import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.section.LoadSection;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Makes the payload of a workload from its fields.
 *
 * @param workingDirectory where a {@code payloadFile} is searched that is not beside or above the workload file
 */
record PayloadReader(FieldValues values, Path workingDirectory) {
    /** A worker's usual heap has no room for more. */
    private static final long LARGE_POOL_BYTES = 1L << 30;

    Optional<PayloadSpec> read() {
        Optional<LoadSection<?>> ofFeature = Sections.load(values);
        if (ofFeature.isPresent()) {
            return Optional.of(PayloadSpec.random(values.find(PayloadFields.MESSAGE_SIZE)
                    .map(Math::toIntExact)
                    .orElseGet(ofFeature.get()::messageBytes)));
        }
        if (!values.sound(PayloadFields.RANDOMIZED)) {
            return Optional.empty();
        }
        if (TopicFields.isConsumeOnly(values)) {
            return Optional.of(PayloadSpec.pool(
                    values.find(PayloadFields.MESSAGE_SIZE).orElse(0L).intValue(), 0, 1));
        }
        boolean file = values.given(PayloadFields.PAYLOAD_FILE);
        boolean inline = values.given(PayloadFields.PAYLOAD_BASE64);
        if (values.get(PayloadFields.RANDOMIZED)) {
            return pool(file, inline);
        }
        reportIdlePoolFields(file || inline);
        if (!file && !inline) {
            return hasSizes()
                    ? PayloadFields.sizes(values).map(PayloadSpec::random)
                    : messageSize().map(PayloadSpec::random);
        }
        if (hasSizes()) {
            return values.error(
                    PayloadFields.SIZE_DISTRIBUTION,
                    "cannot be combined with given payloads, which have sizes of their own; remove one");
        }
        boolean readable = values.find(PayloadFields.PAYLOAD_FILE).isPresent()
                != values.find(PayloadFields.PAYLOAD_BASE64).isPresent();
        return readable ? new PayloadContents(values, workingDirectory).read() : Optional.empty();
    }

    private Optional<PayloadSpec> pool(boolean file, boolean inline) {
        if (inline) {
            return values.error(
                    PayloadFields.RANDOMIZED,
                    "must be false with a payloadBase64, got true; remove payloadBase64 to send from a pool, or this "
                            + "to send its payload");
        }
        if (file) {
            values.warning(
                    PayloadFields.PAYLOAD_FILE,
                    "has no effect with useRandomizedPayloads: true, as in OMB: messages carry the pool's payloads;"
                            + " remove one of the two");
        }
        boolean sound = checkPool();
        if (hasSizes()) {
            return PayloadFields.sizes(values)
                    .filter(sizes -> sound && checkClasses(sizes))
                    .map(sizes -> PayloadSpec.pool(
                            sizes, values.get(PayloadFields.RANDOM_RATIO), values.number(PayloadFields.POOL_SIZE)));
        }
        return messageSize()
                .filter(size -> sound)
                .map(size -> PayloadSpec.pool(
                        size, values.get(PayloadFields.RANDOM_RATIO), values.number(PayloadFields.POOL_SIZE)));
    }

    private boolean hasSizes() {
        boolean given = values.find(PayloadFields.SIZE_DISTRIBUTION)
                .map(sizes -> !sizes.isEmpty())
                .orElse(values.given(PayloadFields.SIZE_DISTRIBUTION));
        if (given && values.find(PayloadFields.MESSAGE_SIZE).orElse(0L) > 0) {
            values.warning(PayloadFields.MESSAGE_SIZE, "has no effect beside a messageSizeDistribution; remove one");
        }
        return given;
    }

    private boolean checkClasses(SizeDistribution sizes) {
        boolean enough = values.get(PayloadFields.POOL_SIZE) >= sizes.classes().size();
        if (!enough) {
            values.error(
                    PayloadFields.POOL_SIZE,
                    "must be at least 1 for each of the " + sizes.classes().size() + " ranges of sizes, got "
                            + values.get(PayloadFields.POOL_SIZE));
        }
        return enough;
    }

    private Optional<Integer> messageSize() {
        var size = PayloadFields.MESSAGE_SIZE;
        if (!values.given(size)) {
            values.error(size, "is missing; it must be " + size.allowed());
        }
        return values.find(size).map(Math::toIntExact);
    }

    /**
     * Checks the fields of the pool. OMB's defaults would be payloads of zeros, and no pool: leaving fields out does
     * not request these.
     */
    private boolean checkPool() {
        var ratio = PayloadFields.RANDOM_RATIO;
        var size = PayloadFields.POOL_SIZE;
        if (!values.sound(ratio, size)) {
            return false;
        }
        boolean ratioGiven = values.given(ratio);
        if (!ratioGiven) {
            values.error(
                    ratio,
                    "is missing with useRandomizedPayloads: true; it must be " + ratio.allowed()
                            + ", where 0 is for payloads of zeros");
        }
        long payloads = values.get(size);
        if (payloads == 0) {
            values.error(
                    size,
                    "must be at least 1 with useRandomizedPayloads: true, got " + (values.given(size) ? "0" : "nothing")
                            + "; OMB's files have 1000");
        }
        long bytes = payloads * values.find(PayloadFields.MESSAGE_SIZE).orElse(0L);
        if (bytes > LARGE_POOL_BYTES) {
            values.warning(
                    size,
                    "makes " + bytes / (1 << 20) + " MiB of payloads with this messageSize, which the heap of each"
                            + " worker has to hold");
        }
        return ratioGiven && payloads > 0;
    }

    /**
     * Reports fields of a pool without a pool. OMB ignores them, and many of its files have them. If there is no other
     * payload, a pool was intended, and OMB would not run it.
     */
    private void reportIdlePoolFields(boolean content) {
        for (Field<? extends Number> field : List.of(PayloadFields.RANDOM_RATIO, PayloadFields.POOL_SIZE)) {
            if (values.find(field).map(value -> value.doubleValue() > 0).orElse(false)) {
                String message = "has no effect without useRandomizedPayloads: true; add that, or remove this";
                if (content) {
                    values.warning(field, message);
                } else {
                    values.error(field, message);
                }
            }
        }
    }
}
