package dev.weir.workload.fields;

import dev.weir.workload.MemberEvent;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields of an item of a workload's {@code members}. One row each, as {@link WorkloadFields}. */
public final class MemberFields {
    private static final Field<Duration> AT = Field.required(
            "at", Time.SPAN, "when it happens, after the begin of the measurement: less than testDuration");

    private static final Field<String> ACTION = Field.required(
            "action",
            new Choice(Stream.of(MemberEvent.Action.values())
                    .map(MemberEvent.Action::key)
                    .toList()),
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

    public static final Field<List<MemberEvent>> MEMBERS = Field.optional(
            "members",
            ListType.of(new MappingType<>(TABLE, MemberFields::event)),
            List.of(),
            "consumers that join, leave, stop or are killed while the load runs, for groups of the classic and of the"
                    + " consumer protocol and for share groups; `members` in the result has what each event did to the"
                    + " deliveries and to the assignment");

    private MemberFields() {}

    private static Optional<MemberEvent> event(FieldValues values) {
        var action = MemberEvent.Action.valueOf(values.get(ACTION).toUpperCase(Locale.ROOT));
        Duration length = values.get(LENGTH);
        if ((action == MemberEvent.Action.STOP) == length.isZero()) {
            values.error(
                    LENGTH,
                    length.isZero() ? "is missing: a stop must end; set its length" : "is only for stop; remove it");
            return Optional.empty();
        }
        return Optional.of(
                new MemberEvent(values.get(AT), action, values.get(SUBSCRIPTION), values.number(COUNT), length));
    }

    /** Adds member events in the form of a file. */
    static void put(List<MemberEvent> events, FieldWriter given) {
        given.put(
                MEMBERS,
                events,
                (event, fields) -> fields.put(AT, event.at())
                        .put(ACTION, event.action().key())
                        .put(SUBSCRIPTION, event.subscription())
                        .put(COUNT, event.count())
                        .putIf(!event.length().isZero(), LENGTH, event.length()));
    }
}
