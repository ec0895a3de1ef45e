package dev.weir.workload.check;

import dev.weir.workload.MemberEvent;
import dev.weir.workload.Subscription;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.MemberFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Checks whether membership changes fit into the workload, and whether there are members for them. */
final class MemberChecks {
    private static final Field<List<MemberEvent>> FIELD = MemberFields.MEMBERS;

    private MemberChecks() {}

    static void check(FieldValues values) {
        List<MemberEvent> events = values.find(FIELD).orElse(List.of());
        if (events.isEmpty() || !SubscriptionFields.areSound(values)) {
            return;
        }
        if (RateFields.isSearched(values)) {
            values.error(FIELD, "cannot be combined with a search for the rate, whose runs must be equal; remove one");
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(
                    FIELD, "need producers: without them it is unknown when a message should arrive; remove members");
        }
        if (values.find(KeyFields.KEYS).isEmpty()
                && values.find(KeyFields.KEY_DISTRIBUTOR).isEmpty()) {
            values.warning(
                    FIELD,
                    "measure the silence of partitions, but without keys the client fills one partition after another,"
                            + " so that most are silent anyway; add keys: {distributor: KEY_ROUND_ROBIN}");
        }
        List<Subscription> all = SubscriptionFields.kinds(values);
        Duration test = PhaseFields.testDuration(values);
        for (MemberEvent event : events) {
            if (!test.isZero()
                    && (event.at().compareTo(test) >= 0 || event.end().compareTo(test) > 0)) {
                values.error(
                        FIELD,
                        "must begin and end within the testDuration of " + DurationText.of(test) + ", got "
                                + event.text());
            }
            boolean unnamed = event.subscription().isEmpty();
            if (unnamed ? all.size() != 1 : all.stream().noneMatch(each -> isOf(event, each))) {
                values.error(
                        FIELD,
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
            values.error(FIELD, "cannot change the members of " + kind.name() + ", which has startAfter; remove one");
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
                        FIELD,
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
}
