package dev.weir.workload.fields;

import dev.weir.workload.ShareGroup;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.PropertiesText;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Fields of a subscription that is a share group. One row each, as {@link WorkloadFields}. */
final class ShareFields {
    private static final String GROUP = "group";
    private static final String SHARE = "share";
    private static final String EXPLICIT = "explicit";

    static final Field<String> TYPE = Field.optional(
            "type",
            Choice.of(GROUP, SHARE),
            GROUP,
            "group: each consumer has partitions of its own. share: a share group, in which any number of consumers"
                    + " take messages of the same partitions; Kafka has these from 4.2 on");

    private static final Field<String> ACKNOWLEDGEMENT = Field.optional(
            "acknowledgement",
            Choice.of("implicit", EXPLICIT),
            "implicit",
            "of a share group. implicit: the next poll accepts all messages of the last one; explicit: consumers"
                    + " acknowledge each message");

    private static final Field<Double> RELEASE_RATIO = ratio("releaseRatio", "released, so that it is delivered again");

    private static final Field<Double> REJECT_RATIO =
            ratio("rejectRatio", "rejected, so that it is never delivered again");

    private static final Field<Double> EXPIRY_RATIO =
            ratio("expiryRatio", "kept until its lock has expired, so that it is delivered again");

    private static final Field<Long> CONCURRENCY = Field.optional(
            "processingConcurrency",
            new Whole(1, 100_000),
            1L,
            "of a share group: messages that each consumer processes at the same time, each for processingTime");

    private static final Field<Boolean> RENEW_LOCKS = Field.optional(
            "renewLocks",
            new Flag(),
            false,
            "of a share group: a consumer renews the locks of its messages that are still to be processed after half"
                    + " of the lock's duration");

    private static final Field<PropertiesText> GROUP_CONFIG = Field.free(
            "groupConfig",
            new PropertiesType(),
            "of a share group: its settings in the system, such as share.record.lock.duration.ms,"
                    + " share.delivery.count.limit or share.isolation.level; they are deleted with the group");

    /** All fields except the type. */
    static final List<Field<?>> ALL =
            List.of(ACKNOWLEDGEMENT, RELEASE_RATIO, REJECT_RATIO, EXPIRY_RATIO, CONCURRENCY, RENEW_LOCKS, GROUP_CONFIG);

    private ShareFields() {}

    private static Field<Double> ratio(String name, String what) {
        return Field.optional(
                name,
                Decimal.in(0, 1),
                0.0,
                "of a share group: part of the deliveries that are " + what + ", by the seed");
    }

    /** Checks the fields of an item together; returns whether there is no error. */
    static boolean areRight(FieldValues values) {
        boolean shared = values.get(TYPE).equals(SHARE);
        boolean right = true;
        for (Field<?> field : ALL) {
            if (!shared && values.given(field)) {
                values.error(field, "is a field of a share group: write type: share, or remove it");
                right = false;
            }
        }
        boolean implicit = !values.get(ACKNOWLEDGEMENT).equals(EXPLICIT);
        for (Field<?> field : List.of(RELEASE_RATIO, REJECT_RATIO, EXPIRY_RATIO, RENEW_LOCKS)) {
            if (shared && implicit && values.given(field)) {
                values.error(field, "needs acknowledgement: explicit");
                right = false;
            }
        }
        double sum = values.get(RELEASE_RATIO) + values.get(REJECT_RATIO) + values.get(EXPIRY_RATIO);
        if (sum > 1) {
            values.error(
                    RELEASE_RATIO, "must be at most 1 together with rejectRatio and expiryRatio, got " + (float) sum);
            right = false;
        }
        if (values.get(EXPIRY_RATIO) > 0 && values.get(RENEW_LOCKS)) {
            values.error(EXPIRY_RATIO, "cannot be combined with renewLocks, with which no lock expires; remove one");
            right = false;
        }
        return SubscriptionFields.hasNoSecrets(GROUP_CONFIG, values) && right;
    }

    /** Returns the share group of a correct item; empty if it is none. */
    static Optional<ShareGroup> of(FieldValues values) {
        return values.get(TYPE).equals(SHARE)
                ? Optional.of(new ShareGroup(
                        values.get(ACKNOWLEDGEMENT).equals(EXPLICIT),
                        values.get(RELEASE_RATIO),
                        values.get(REJECT_RATIO),
                        values.get(EXPIRY_RATIO),
                        values.number(CONCURRENCY),
                        values.get(RENEW_LOCKS),
                        values.find(GROUP_CONFIG).orElse(PropertiesText.NONE).values()))
                : Optional.empty();
    }

    /** Adds a share group in the form of a file. */
    static void put(ShareGroup share, FieldWriter fields) {
        fields.put(TYPE, SHARE)
                .putIf(share.explicit(), ACKNOWLEDGEMENT, EXPLICIT)
                .putIf(share.releaseRatio() > 0, RELEASE_RATIO, share.releaseRatio())
                .putIf(share.rejectRatio() > 0, REJECT_RATIO, share.rejectRatio())
                .putIf(share.expiryRatio() > 0, EXPIRY_RATIO, share.expiryRatio())
                .put(CONCURRENCY, share.concurrency())
                .putIf(share.renewsLocks(), RENEW_LOCKS, true)
                .putIf(!share.groupConfig().isEmpty(), GROUP_CONFIG, new TreeMap<>(share.groupConfig()));
    }
}
