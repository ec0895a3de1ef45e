package dev.weir.feature.backlog;

import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.fields.SearchFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The fields {@code consumerBacklogSizeGB} and those about building and draining that backlog. */
public record BacklogSection() implements Section<BacklogSection.BacklogSpec> {
    private static final double BYTES_PER_GIB = 1L << 30;

    /** Time after a drain until latencies have recovered. A drain is estimated to last as long as the build-up. */
    private static final Duration LATENCIES_BACK = Duration.ofSeconds(10);

    private static final Field<Double> SIZE = Field.optional(
                    "consumerBacklogSizeGB",
                    Decimal.in(0, 1e6),
                    0.0,
                    "payload over all subscriptions that has to be waiting before consumers, which are paused when "
                            + "the measurement begins, are resumed; 0: they are not paused")
            .in("GiB");

    private static final Field<Double> DRAIN_RATIO =
            Field.optional("backlogDrainRatio", Decimal.in(0, 1), 1.0, "how much of the backlog has to go");

    private static final Field<Double> BUILD_RATE = rate("backlogProducerRate", "built");
    private static final Field<Double> DRAIN_RATE = rate("drainProducerRate", "drained");

    private static final Field<Double> REMOTE_RATIO = Field.optional(
            "backlogRemoteRatio",
            Decimal.in(0, 1),
            0.0,
            "share of the backlog that has to be only in the topics' remote store (tiered storage) before consumers "
                    + "are resumed; the run fails if that does not happen in time");

    private static Field<Double> rate(String name, String phase) {
        String what = "rate while the backlog is " + phase + "; -1: the producerRate";
        return Field.optional(name, RateType.orMinusOne(), -1.0, what).in(QuantityText.RATE);
    }

    @Override
    public Field<Double> field() {
        return SIZE;
    }

    @Override
    public List<Field<?>> otherFields() {
        return List.of(DRAIN_RATIO, BUILD_RATE, DRAIN_RATE, REMOTE_RATIO);
    }

    @Override
    public boolean isOfLoad() {
        return true;
    }

    @Override
    public Optional<BacklogSpec> in(FieldValues values) {
        long bytes = Math.round(values.get(SIZE) * BYTES_PER_GIB);
        double build = rate(values, BUILD_RATE);
        double drain = rate(values, DRAIN_RATE);
        // A rate of 0 asks for a search, which cannot have a backlog.
        return bytes == 0 || build == 0 || drain == 0
                ? Optional.empty()
                : Optional.of(new BacklogSpec(bytes, values.get(DRAIN_RATIO), build, drain, values.get(REMOTE_RATIO)));
    }

    private static double rate(FieldValues values, Field<Double> field) {
        double given = values.get(field);
        Optional<Double> ofLoad =
                TopicFields.isConsumeOnly(values) ? Optional.empty() : values.find(RateFields.PRODUCER_RATE);
        return given == -1 ? ofLoad.orElse(Double.POSITIVE_INFINITY) : given;
    }

    @Override
    public void put(BacklogSpec backlog, FieldWriter given) {
        given.put(SIZE, backlog.bytes() / BYTES_PER_GIB)
                .put(DRAIN_RATIO, backlog.drainRatio())
                .put(BUILD_RATE, RateType.written(backlog.buildRate()))
                .put(DRAIN_RATE, RateType.written(backlog.drainRate()))
                .putIf(backlog.remoteRatio() > 0, REMOTE_RATIO, backlog.remoteRatio());
    }

    @Override
    public long waitingBytes(BacklogSpec backlog) {
        return backlog.bytes();
    }

    @Override
    public List<Stretch> beforeMeasurement(BacklogSpec backlog, int messageBytes, int subscriptions) {
        double messages = (double) backlog.bytes() / Math.max(1, messageBytes);
        double perSecond = backlog.buildRate() * Math.max(1, subscriptions);
        Duration build = Duration.ofMillis(Math.round(1e3 * messages / perSecond));
        return List.of(
                new Stretch(build, backlog.buildRate()), new Stretch(build.plus(LATENCIES_BACK), backlog.drainRate()));
    }

    @Override
    public void check(FieldValues values) {
        if (values.get(SIZE) > 0) {
            checkLoad(values);
            checkBuilding(values);
            checkReaders(values);
            return;
        }
        for (Field<Double> field : List.of(BUILD_RATE, DRAIN_RATE, REMOTE_RATIO)) {
            if (values.get(field) != (double) field.otherwise().orElseThrow()) {
                values.error(field, "has no effect without a consumerBacklogSizeGB above 0; remove it");
            }
        }
    }

    private static void checkLoad(FieldValues values) {
        if (values.hasEntries(RateFields.RATES) || RateFields.isSearched(values)) {
            String why =
                    "cannot be built beside a producerRateList or a search, which have rates of their own; remove one";
            values.error(SIZE, why);
        }
        if (values.given(SearchFields.SEARCH)) {
            String why = "cannot build a backlog for each of its probes; remove consumerBacklogSizeGB";
            values.error(SearchFields.SEARCH, why);
        }
        if (LoadFields.isClosed(values)) {
            values.error(SIZE, "needs an open loop: a closed one has no rate at which a backlog could be built");
        }
        String disturbs =
                "cannot be combined with consumerBacklogSizeGB, which decides when the measurement begins; remove one";
        for (Sections.Given<?> each : Sections.of(values).given()) {
            Field<?> field = each.section().field();
            if (each.property(Section::relays) > 0) {
                values.error(field, "cannot be combined with a consumerBacklogSizeGB; remove one");
            }
            if (each.property(Section::disturbs)) {
                values.error(field, disturbs);
            }
        }
    }

    /** Refuses a backlog that takes longer to build than a run may take. */
    private static void checkBuilding(FieldValues values) {
        double given = values.get(BUILD_RATE);
        double rate = given == -1 ? values.find(RateFields.PRODUCER_RATE).orElse(0.0) : given;
        double messages = values.get(SIZE)
                * BYTES_PER_GIB
                / Math.max(1, values.find(PayloadFields.MESSAGE_SIZE).orElse(1L));
        double days = messages / rate / Duration.ofDays(1).toSeconds();
        if (rate > 0 && days > Time.SPAN.most().toDays()) {
            values.error(
                    SIZE,
                    "takes " + NumberText.plain(Math.ceil(days)) + " days to build at " + NumberText.plain(rate)
                            + " messages/s; a run takes at most "
                            + Time.SPAN.most().toDays() + ": make it smaller, or raise backlogProducerRate");
        }
    }

    private static void checkReaders(FieldValues values) {
        if (SubscriptionFields.areMissing(values)) {
            String missing =
                    "needs a subscription whose consumers can be paused; set subscriptionsPerTopic to at least 1, or"
                            + " remove it";
            values.error(SIZE, missing);
        }
        String late =
                "have neither from nor startAfter beside consumerBacklogSizeGB, which decides when consumers read;"
                        + " remove one";
        for (Subscription each : values.find(SubscriptionFields.SUBSCRIPTIONS).orElse(List.of())) {
            if (!each.startsWithLoad() || each.from().kind() != StartPosition.Kind.LATEST) {
                values.error(SubscriptionFields.SUBSCRIPTIONS, late);
            }
        }
    }

    /**
     * A backlog that is built while consumers are paused, and then drained.
     *
     * @param bytes size in payload, over all subscriptions, more than 0
     * @param drainRatio share of it that has to be drained, in [0, 1]
     * @param buildRate rate of all producers while it is built, messages per second, more than 0
     * @param drainRate rate of all producers while it is drained, messages per second, more than 0
     * @param remoteRatio share of it that only the remote store of the topics must contain before consumers are resumed, in
     *     [0, 1]
     */
    public record BacklogSpec(long bytes, double drainRatio, double buildRate, double drainRate, double remoteRatio) {}
}
