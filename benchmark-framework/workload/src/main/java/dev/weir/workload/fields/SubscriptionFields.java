package dev.weir.workload.fields;

import dev.weir.feature.Features;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.PropertiesType.PropertiesText;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fields of an item of a workload's {@code subscriptions}. One row each, as {@link WorkloadFields}. */
public final class SubscriptionFields {
    private static final String GROUP = "group";
    private static final String LATEST = "latest";
    private static final List<TypeFields> TYPES = Features.in(TypeFields.class);

    private static final Field<String> NAME =
            Field.required("name", new Text(), "by which results and events name it, such as tail");

    public static final Field<String> TYPE = Field.optional(
            "type",
            new Choice(
                    Stream.concat(Stream.of(GROUP), TYPES.stream().map(TypeFields::name))
                            .toList(),
                    Features.areMissing()),
            GROUP,
            TYPES.stream()
                    .map(each -> ". " + each.name() + ": " + each.meaning())
                    .collect(Collectors.joining("", "group: each consumer has partitions of its own", "")));

    private static final Field<Long> CONSUMERS = Field.optional(
            "consumers", new Whole(1, 1_000_000), 1L, "consumers of each topic, which share its messages as one group");

    private static final Field<String> FROM = Field.optional(
            "from",
            new Text(),
            LATEST,
            "position at which it begins to read. latest: messages that are sent from then on; earliest: the first "
                    + "message of each partition; a"
                    + " time such as 30s: the first message that is not older than that");

    private static final Field<Duration> START_AFTER = Field.free(
            "startAfter",
            Time.SPAN,
            "time from the begin of the measurement until its consumers are opened: less than testDuration. If "
                    + "absent, they are opened before the load; only such subscriptions count for the delivery rates "
                    + "and end-to-end latencies of the run; each other one has its own");

    private static final Field<Duration> PROCESSING = Field.optional(
            "processingTime",
            new Time(Duration.ofNanos(1), Duration.ofMinutes(5)),
            Duration.ZERO,
            "how long each consumer is busy with each message, as consumerProcessingTime");

    private static final Field<PropertiesText> CONSUMER_CONFIG = Field.free(
            "consumerConfig",
            new PropertiesType(),
            "client properties of its consumers, over those of the driver file");

    private static final FieldTable TABLE = FieldTable.of(
                    "subscription", NAME, TYPE, CONSUMERS, FROM, START_AFTER, PROCESSING, CONSUMER_CONFIG)
            .with(TYPES.stream().flatMap(each -> each.fields().stream()).toList());

    public static final Field<List<Subscription>> SUBSCRIPTIONS = Field.optional(
            "subscriptions",
            ListType.of(new MappingType<>(TABLE, SubscriptionFields::subscription)),
            List.of(),
            "kinds of readers of each topic, each of which gets every message, instead of subscriptionsPerTopic: for"
                    + " instance a tail, and beside it one that begins later at the first message and catches up");

    private SubscriptionFields() {}

    private static Optional<Subscription> subscription(FieldValues values) {
        Optional<StartPosition> from = position(values.get(FROM));
        if (from.isEmpty()) {
            values.error(FROM, "must be latest, earliest or a time such as 30s, got " + values.get(FROM));
        }
        Map<String, String> properties =
                values.find(CONSUMER_CONFIG).orElse(PropertiesText.NONE).values();
        boolean right =
                TYPES.stream().allMatch(each -> each.check().test(values)) && hasNoSecrets(CONSUMER_CONFIG, values);
        return from.filter(any -> right)
                .map(position -> new Subscription(
                        values.get(NAME),
                        values.number(CONSUMERS),
                        position,
                        values.find(START_AFTER).stream()
                                .mapToLong(Duration::toNanos)
                                .findFirst(),
                        values.get(PROCESSING).toNanos(),
                        properties,
                        TYPES.stream()
                                .filter(each -> each.name().equals(values.get(TYPE)))
                                .map(each -> each.read().apply(values))
                                .findFirst()));
    }

    /** Checks that properties contain no secrets, because results contain these properties. */
    public static boolean hasNoSecrets(Field<PropertiesText> field, FieldValues values) {
        Optional<String> secret = values.find(field).orElse(PropertiesText.NONE).values().keySet().stream()
                .filter(Secrets::isSecret)
                .sorted()
                .findFirst();
        secret.ifPresent(
                name -> values.error(field, "must not hold secrets, got " + name + ": write it into the driver file"));
        return secret.isEmpty();
    }

    private static Optional<StartPosition> position(String text) {
        return switch (text) {
            case LATEST -> Optional.of(StartPosition.LATEST);
            case "earliest" -> Optional.of(StartPosition.EARLIEST);
            default ->
                DurationText.parse(text).filter(back -> !back.isZero()).map(back -> StartPosition.back(back.toNanos()));
        };
    }

    private static String text(StartPosition from) {
        return from.kind() == StartPosition.Kind.BACK
                ? DurationText.of(Duration.ofNanos(from.backNanos()))
                : from.kind().name().toLowerCase(Locale.ROOT);
    }

    /** Returns the consumers of a workload, from any of its fields. */
    public static Subscriptions of(FieldValues values) {
        return values.hasEntries(SUBSCRIPTIONS) && !values.hasEntries(TopicFields.EXISTING_PRODUCE)
                ? new Subscriptions(values.get(SUBSCRIPTIONS))
                : Subscriptions.alike(
                        TopicFields.subscriptions(values),
                        values.number(TopicFields.CONSUMERS),
                        values.get(TopicFields.PROCESSING).toNanos());
    }

    /** Returns whether the result of {@link #kinds} can be used. */
    public static boolean areSound(FieldValues values) {
        return values.sound(SUBSCRIPTIONS, TopicFields.SUBSCRIPTIONS, TopicFields.CONSUMERS);
    }

    /** Returns the kinds of readers of a workload, from any of its fields. */
    public static List<Subscription> kinds(FieldValues values) {
        long alike = values.get(TopicFields.SUBSCRIPTIONS);
        long consumers = values.get(TopicFields.CONSUMERS);
        return values.hasEntries(SUBSCRIPTIONS)
                ? values.get(SUBSCRIPTIONS)
                : Subscriptions.alike((int) alike, (int) Math.max(alike > 0 ? 1 : 0, consumers), 0)
                        .each();
    }

    /** Returns whether a file has no consumers; false if that is unknown. */
    public static boolean areMissing(FieldValues values) {
        return values.sound(TopicFields.SUBSCRIPTIONS)
                && values.get(TopicFields.SUBSCRIPTIONS) == 0
                && !values.given(SUBSCRIPTIONS);
    }

    public static void put(Subscriptions subscriptions, FieldWriter given) {
        if (subscriptions.areAlike()) {
            long nanos =
                    subscriptions.count() == 0 ? 0 : subscriptions.each().get(0).processingNanos();
            given.put(TopicFields.SUBSCRIPTIONS, subscriptions.count())
                    .put(TopicFields.CONSUMERS, subscriptions.mostConsumers())
                    .put(TopicFields.PROCESSING, Duration.ofNanos(nanos));
        } else {
            given.put(SUBSCRIPTIONS, subscriptions.each(), SubscriptionFields::put);
        }
    }

    private static void put(Subscription subscription, FieldWriter fields) {
        fields.put(NAME, subscription.name());
        subscription.type().ifPresent(type -> type.put(fields));
        fields.put(CONSUMERS, subscription.consumers()).put(FROM, text(subscription.from()));
        subscription.startAfterNanos().ifPresent(nanos -> fields.put(START_AFTER, Duration.ofNanos(nanos)));
        Map<String, String> properties = subscription.consumerConfig();
        fields.put(PROCESSING, Duration.ofNanos(subscription.processingNanos()))
                .putIf(!properties.isEmpty(), CONSUMER_CONFIG, new TreeMap<>(properties));
    }
}
