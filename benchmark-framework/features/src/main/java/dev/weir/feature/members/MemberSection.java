package dev.weir.feature.members;

import dev.weir.driver.Capability;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.workload.Subscription;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.section.Section;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The field {@code members} of a workload: changes of the members of consumer groups while they read under load. */
public record MemberSection() implements Section<List<MemberSection.MemberEvent>> {
    private static final Field<Duration> AT = Field.required(
            "at", Time.SPAN, "when it happens, after the begin of the measurement: less than testDuration");

    private static final Field<String> ACTION = Field.required(
            "action",
            new Choice(Stream.of(Action.values()).map(Action::key).toList()),
            "kind of change. join: another consumer is opened; leave: the longest member leaves the group in order;"
                    + " stop: this consumer does not poll, while its client library sends heartbeats; kill: it ends"
                    + " without a last commit or acknowledgement and without leaving the group, as by kill -9");

    private static final Field<String> SUBSCRIPTION = Field.optional(
            "subscription",
            new Text(),
            "",
            "the name of the subscription whose group it is, on each topic; the only one if absent");

    private static final Field<Long> COUNT = Field.optional(
            "count", new Whole(1, 1_000_000), 1L, "to how many members of each of these groups it happens");

    private static final Field<Duration> LENGTH = Field.optional(
            "for",
            Time.SPAN,
            Duration.ZERO,
            "how long a stop lasts: more than 0s, and within testDuration; only for stop");

    private static final FieldTable TABLE = FieldTable.of("member event", AT, ACTION, SUBSCRIPTION, COUNT, LENGTH);

    private static final Field<List<MemberEvent>> MEMBERS = Field.optional(
            "members",
            ListType.of(new MappingType<>(TABLE, MemberSection::event)),
            List.of(),
            "consumers that join, leave, stop or are killed while the load runs, for groups of the classic and of the"
                    + " consumer protocol and for share groups; `members` in the result has what each event did to the"
                    + " deliveries and to the assignment");

    @Override
    public Field<List<MemberEvent>> field() {
        return MEMBERS;
    }

    private static Optional<MemberEvent> event(FieldValues values) {
        var action = Action.valueOf(values.get(ACTION).toUpperCase(Locale.ROOT));
        Duration length = values.get(LENGTH);
        if ((action == Action.STOP) == length.isZero()) {
            values.error(
                    LENGTH,
                    length.isZero() ? "is missing: a stop must end; set its length" : "is only for stop; remove it");
            return Optional.empty();
        }
        return Optional.of(
                new MemberEvent(values.get(AT), action, values.get(SUBSCRIPTION), values.number(COUNT), length));
    }

    /** Returns the events, each with the name of its subscription. */
    @Override
    public Optional<List<MemberEvent>> in(FieldValues values) {
        List<MemberEvent> events = values.find(MEMBERS).orElse(List.of());
        if (events.isEmpty() || !SubscriptionFields.areSound(values)) {
            return Optional.empty();
        }
        List<Subscription> all = SubscriptionFields.kinds(values);
        return Optional.of(events.stream()
                .map(event -> event.subscription().isEmpty() && all.size() == 1
                        ? event.of(all.get(0).name())
                        : event)
                .toList());
    }

    @Override
    public void put(List<MemberEvent> events, FieldWriter given) {
        given.put(
                MEMBERS,
                events,
                (event, fields) -> fields.put(AT, event.at())
                        .put(ACTION, event.action().key())
                        .put(SUBSCRIPTION, event.subscription())
                        .put(COUNT, event.count())
                        .putIf(!event.length().isZero(), LENGTH, event.length()));
    }

    /** Members that stop or leave disturb the deliveries. */
    @Override
    public boolean disturbs(List<MemberEvent> events) {
        return !events.isEmpty();
    }

    /** Consumers that end without a commit, or lose a partition before it, receive messages again. */
    @Override
    public boolean redelivers(List<MemberEvent> events) {
        return !events.isEmpty();
    }

    @Override
    public void check(
            List<MemberEvent> events, ChosenSystem system, Consumer<String> errors, Consumer<String> warnings) {
        if (!system.can(Capability.MEMBER_CHANGES)) {
            errors.accept("cannot be used with the driver " + system.factory().name()
                    + ", whose consumers do not report their partitions: remove them, or choose another driver");
        }
    }

    /** Checks whether the events fit into the workload, and whether there are members for them. */
    @Override
    public void check(FieldValues values) {
        List<MemberEvent> events = values.find(MEMBERS).orElse(List.of());
        if (events.isEmpty() || !SubscriptionFields.areSound(values)) {
            return;
        }
        if (RateFields.isSearched(values)) {
            values.error(
                    MEMBERS, "cannot be combined with a search for the rate, whose runs must be equal; remove one");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(
                    MEMBERS, "need producers: without them it is unknown when a message should arrive; remove members");
        }
        if (values.find(KeyFields.KEYS).isEmpty()
                && values.find(KeyFields.KEY_DISTRIBUTOR).isEmpty()) {
            values.warning(
                    MEMBERS,
                    "measure the silence of partitions, but without keys the client fills one partition after another,"
                            + " so that most are silent anyway; add keys: {distributor: KEY_ROUND_ROBIN}");
        }
        List<Subscription> all = SubscriptionFields.kinds(values);
        Duration test = PhaseFields.testDuration(values);
        for (MemberEvent event : events) {
            if (!test.isZero()
                    && (event.at().compareTo(test) >= 0 || event.end().compareTo(test) > 0)) {
                values.error(
                        MEMBERS,
                        "must begin and end within the testDuration of " + DurationText.of(test) + ", got "
                                + event.text());
            }
            boolean unnamed = event.subscription().isEmpty();
            if (unnamed ? all.size() != 1 : all.stream().noneMatch(each -> isOf(event, each))) {
                values.error(
                        MEMBERS,
                        "must name one of the subscriptions, "
                                + all.stream().map(Subscription::name).collect(Collectors.joining(", ")) + ", got "
                                + event.text());
            }
        }
        all.forEach(each -> checkMembers(
                values, each, events.stream().filter(event -> isOf(event, each)).toList()));
    }

    private static boolean isOf(MemberEvent event, Subscription subscription) {
        return event.subscription().isEmpty() || event.subscription().equals(subscription.name());
    }

    private static void checkMembers(FieldValues values, Subscription kind, List<MemberEvent> events) {
        if (!events.isEmpty() && !kind.startsWithLoad()) {
            values.error(MEMBERS, "cannot change the members of " + kind.name() + ", which has startAfter; remove one");
        }
        int members = kind.consumers();
        List<MemberEvent> before = new ArrayList<>();
        for (MemberEvent event :
                events.stream().sorted(Comparator.comparing(MemberEvent::at)).toList()) {
            int stopped = before.stream()
                    .filter(other -> other.end().compareTo(event.at()) > 0)
                    .mapToInt(MemberEvent::count)
                    .sum();
            before.add(event);
            int free = members - stopped;
            boolean fits = switch (event.action()) {
                case JOIN -> true;
                case STOP -> event.count() <= free;
                case LEAVE, KILL -> event.count() <= free && event.count() < members;
            };
            if (!fits) {
                values.error(
                        MEMBERS,
                        "must leave a group at least one member, got " + event.text() + " where the group of "
                                + kind.name() + " has " + members
                                + (stopped > 0 ? ", of which " + stopped + " stand still" : ""));
                return;
            }
            members += switch (event.action()) {
                case JOIN -> event.count();
                case LEAVE, KILL -> -event.count();
                case STOP -> 0;
            };
        }
    }

    /**
     * A change of the members of consumer groups while they read under load.
     *
     * @param at time after the begin of the measurement
     * @param subscription name of the subscription, whose group on each topic changes
     * @param count number of members of each of these groups
     * @param length how long a stop lasts; 0 for all other actions
     */
    public record MemberEvent(Duration at, Action action, String subscription, int count, Duration length) {
        /** Shortest time without a delivery that counts as silence of a partition. */
        public static final long MIN_SILENCE_NANOS = 20_000_000;

        public MemberEvent {
            Objects.requireNonNull(subscription);
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1, got " + count);
            }
            if ((action == Action.STOP) != (length.toNanos() > 0)) {
                throw new IllegalArgumentException(
                        "for must be above 0s for a stop and 0s for all else, got " + action.key() + " for " + length);
            }
        }

        MemberEvent of(String name) {
            return new MemberEvent(at, action, name, count, length);
        }

        public Duration end() {
            return at.plus(length);
        }

        /** Returns a text such as {@code stop of 2 members of tail at 30s for 10s}. */
        public String text() {
            return action.key() + " of " + count + (count == 1 ? " member" : " members")
                    + (subscription.isEmpty() ? "" : " of " + subscription) + " at " + DurationText.of(at)
                    + (length.isZero() ? "" : " for " + DurationText.of(length));
        }
    }
}
