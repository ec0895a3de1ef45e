package dev.weir.workload.fields;

import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks whether the kinds of readers fit into the workload, and to each other. */
final class SubscriptionChecks {
    private static final Field<List<Subscription>> FIELD = SubscriptionFields.SUBSCRIPTIONS;

    private SubscriptionChecks() {}

    static void check(FieldValues values) {
        List<Subscription> all = values.find(FIELD).orElse(List.of());
        if (all.isEmpty()) {
            return;
        }
        for (Field<?> other : List.of(TopicFields.SUBSCRIPTIONS, TopicFields.CONSUMERS, TopicFields.PROCESSING)) {
            if (values.given(other)) {
                values.error(
                        other, "cannot be combined with subscriptions, which sets it for each of them; remove one");
            }
        }
        long consumers = all.stream().mapToLong(Subscription::consumers).sum()
                * values.find(TopicFields.TOPICS).orElse(1L);
        if (consumers > WorkloadChecks.MAX_IN_ALL) {
            values.error(
                    FIELD,
                    "makes " + consumers + " consumers over all topics, must be at most " + WorkloadChecks.MAX_IN_ALL);
        }
        Set<String> names = new HashSet<>();
        for (Subscription each : all) {
            if (!names.add(each.name())) {
                values.error(FIELD, "must have different names, got " + each.name() + " twice");
            }
            checkStart(values, each);
            checkPlace(values, each);
            each.type().ifPresent(type -> type.check(each, values));
            values.find(TopicFields.PARTITIONS)
                    .filter(partitions -> each.consumers() > each.activeConsumers(partitions.intValue()))
                    .ifPresent(partitions -> values.warning(
                            FIELD,
                            each.name() + " has more consumers than the " + partitions + " partitions of a topic: "
                                    + (each.consumers() - partitions) + " of them will get no messages"));
        }
    }

    private static void checkStart(FieldValues values, Subscription each) {
        Duration test = PhaseFields.testDuration(values);
        Duration start = Duration.ofNanos(each.startAfterNanos().orElse(0));
        if (!test.isZero() && start.compareTo(test) >= 0) {
            values.error(
                    FIELD,
                    "must begin within the testDuration of " + DurationText.of(test) + ", got " + each.name()
                            + " with startAfter " + DurationText.of(start));
        }
    }

    private static void checkPlace(FieldValues values, Subscription each) {
        boolean placed = !each.startsWithLoad() || each.from().kind() != StartPosition.Kind.LATEST;
        if (!placed) {
            return;
        }
        if (TopicFields.isConsumeOnly(values)) {
            values.error(
                    FIELD,
                    "have neither from nor startAfter where nothing is produced: all is read from the first message,"
                            + " from the begin of the load; remove them from " + each.name());
        } else if (!TopicFields.existing(values).isEmpty() && each.from().kind() != StartPosition.Kind.LATEST) {
            values.error(
                    FIELD,
                    "can only begin at latest on existing topics, whose messages are not those of the run; remove "
                            + "from: from " + each.name());
        }
        if (RateFields.isSearched(values)) {
            values.error(
                    FIELD,
                    "have neither from nor startAfter with a search for the rate, whose runs must be equal; remove "
                            + "one");
        }
    }
}
