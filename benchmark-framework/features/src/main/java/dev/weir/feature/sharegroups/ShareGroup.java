package dev.weir.feature.sharegroups;

import dev.weir.clock.Clock;
import dev.weir.driver.Capability;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.share.ShareSupport;
import dev.weir.pacing.ProcessingTime;
import dev.weir.worker.ConsumerKind;
import dev.weir.worker.Receipts;
import dev.weir.worker.Receipts.Delivered;
import dev.weir.worker.message.RandomStream;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TypeFields;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.PropertiesType.PropertiesText;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Flag;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Properties of a subscription that is a share group: any number of consumers take messages of the same partitions, and
 * each message is acknowledged by itself.
 *
 * @param explicit whether consumers acknowledge each message; if not, the next poll accepts all messages of the
 *     previous one
 * @param releaseRatio share of the deliveries that a consumer releases, so that the message is delivered again; [0, 1]
 * @param rejectRatio share of the deliveries that a consumer rejects, so that the message is never delivered again; [0,
 *     1]
 * @param expiryRatio share of the deliveries that a consumer keeps until their locks have expired; [0, 1]
 * @param concurrency messages that each consumer processes at the same time, at least 1
 * @param renewsLocks whether a consumer renews the locks of waiting messages after half of their duration
 */
public record ShareGroup(
        boolean explicit,
        double releaseRatio,
        double rejectRatio,
        double expiryRatio,
        int concurrency,
        boolean renewsLocks,
        Map<String, String> groupConfig)
        implements ConsumerKind {
    private static final String SHARE = "share";
    private static final String EXPLICIT = "explicit";

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

    static final TypeFields FIELDS = new TypeFields(
            SHARE,
            "a share group, in which any number of consumers take messages of the same partitions; Kafka has these"
                    + " from 4.2 on",
            List.of(ACKNOWLEDGEMENT, RELEASE_RATIO, REJECT_RATIO, EXPIRY_RATIO, CONCURRENCY, RENEW_LOCKS, GROUP_CONFIG),
            ShareGroup::areRight,
            ShareGroup::of);

    public ShareGroup {
        groupConfig = Map.copyOf(groupConfig);
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, got " + concurrency);
        }
        if (!(releaseRatio >= 0 && rejectRatio >= 0 && expiryRatio >= 0)
                || releaseRatio + rejectRatio + expiryRatio > 1) {
            throw new IllegalArgumentException(
                    "releaseRatio, rejectRatio and expiryRatio must be in [0, 1] together, got " + releaseRatio + ", "
                            + rejectRatio + " and " + expiryRatio);
        }
    }

    private static Field<Double> ratio(String name, String what) {
        return Field.optional(
                name,
                Decimal.in(0, 1),
                0.0,
                "of a share group: part of the deliveries that are " + what + ", by the seed");
    }

    private static boolean areRight(FieldValues values) {
        boolean shared = values.get(SubscriptionFields.TYPE).equals(SHARE);
        int before = values.file().problems().errorCount();
        for (Field<?> field : FIELDS.fields()) {
            if (!shared && values.given(field)) {
                values.error(field, "is a field of a share group: write type: share, or remove it");
            }
        }
        boolean implicit = !values.get(ACKNOWLEDGEMENT).equals(EXPLICIT);
        for (Field<?> field : List.of(RELEASE_RATIO, REJECT_RATIO, EXPIRY_RATIO, RENEW_LOCKS)) {
            if (shared && implicit && values.given(field)) {
                values.error(field, "needs acknowledgement: explicit");
            }
        }
        double sum = values.get(RELEASE_RATIO) + values.get(REJECT_RATIO) + values.get(EXPIRY_RATIO);
        if (sum > 1) {
            values.error(
                    RELEASE_RATIO, "must be at most 1 together with rejectRatio and expiryRatio, got " + (float) sum);
        }
        if (values.get(EXPIRY_RATIO) > 0 && values.get(RENEW_LOCKS)) {
            values.error(EXPIRY_RATIO, "cannot be combined with renewLocks, with which no lock expires; remove one");
        }
        return SubscriptionFields.hasNoSecrets(GROUP_CONFIG, values)
                && values.file().problems().errorCount() == before;
    }

    private static ShareGroup of(FieldValues values) {
        return new ShareGroup(
                values.get(ACKNOWLEDGEMENT).equals(EXPLICIT),
                values.get(RELEASE_RATIO),
                values.get(REJECT_RATIO),
                values.get(EXPIRY_RATIO),
                values.number(CONCURRENCY),
                values.get(RENEW_LOCKS),
                values.find(GROUP_CONFIG).orElse(PropertiesText.NONE).values());
    }

    /**
     * Draws the handling from the seed: the same for each consumer that could get this delivery.
     *
     * @param attempt number of the delivery, from 1
     */
    Handling handling(long seed, Delivered message, int attempt) {
        if (releaseRatio + rejectRatio + expiryRatio == 0) {
            return Handling.ACCEPT;
        }
        double drawn = RandomStream.SHARE_HANDLING.ofDelivery(seed, message.producer(), message.sequence(), attempt);
        if (drawn < releaseRatio) {
            return Handling.RELEASE;
        }
        if (drawn < releaseRatio + rejectRatio) {
            return Handling.REJECT;
        }
        return drawn < releaseRatio + rejectRatio + expiryRatio ? Handling.KEEP : Handling.ACCEPT;
    }

    @Override
    public Opened open(
            Driver driver, ConsumerSpec spec, long seed, Receipts receipts, ProcessingTime processing, Clock clock) {
        ShareSupport support =
                driver.shares().orElseThrow(() -> new DriverException("the driver of this worker has no share groups"));
        return new ShareConsumer(support, spec, this, seed, processing, clock, receipts);
    }

    @Override
    public void put(FieldWriter subscription) {
        subscription
                .put(SubscriptionFields.TYPE, SHARE)
                .putIf(explicit, ACKNOWLEDGEMENT, EXPLICIT)
                .putIf(releaseRatio > 0, RELEASE_RATIO, releaseRatio)
                .putIf(rejectRatio > 0, REJECT_RATIO, rejectRatio)
                .putIf(expiryRatio > 0, EXPIRY_RATIO, expiryRatio)
                .put(CONCURRENCY, concurrency)
                .putIf(renewsLocks, RENEW_LOCKS, true)
                .putIf(!groupConfig.isEmpty(), GROUP_CONFIG, new TreeMap<>(groupConfig));
    }

    @Override
    public void check(Subscription subscription, FieldValues values) {
        Consumer<String> errors = why ->
                values.error(SubscriptionFields.SUBSCRIPTIONS, subscription.name() + " is a share group: " + why);
        if (TopicFields.isConsumeOnly(values)) {
            errors.accept("it needs messages of the run; add producers, or use type: group");
        }
        if (!subscription.startsWithLoad() && subscription.from().kind() != StartPosition.Kind.EARLIEST) {
            errors.accept("with startAfter it has to begin at the first message, since the system does not report where"
                    + " else it begins; add from: earliest");
        }
        for (Sections.Given<?> each : Sections.of(values).given()) {
            if (each.property(Section::waitingBytes) > 0) {
                errors.accept(
                        "it cannot be combined with " + each.section().field().name()
                                + ", because locks expire while consumers pause; use startAfter with from: earliest");
            }
        }
    }

    @Override
    public List<String> problems(String subscription, DriverFactory factory, DriverConfig config) {
        List<String> problems = new ArrayList<>();
        groupConfig.forEach((name, value) -> {
            if (UnresolvedReferences.isIn(value)) {
                problems.add(subscription + ": groupConfig: " + UnresolvedReferences.message(name));
            }
        });
        if (!factory.capabilities(config).contains(Capability.SHARE_GROUPS)) {
            problems.add(subscription + " is a share group, which the driver " + factory.name()
                    + " does not have with the settings of " + config.name()
                    + ": use type: group, or Kafka with client: kafka");
        }
        return problems;
    }

    enum Handling {
        ACCEPT,
        RELEASE,
        REJECT,
        /** Keeps it until its lock has expired. */
        KEEP
    }
}
