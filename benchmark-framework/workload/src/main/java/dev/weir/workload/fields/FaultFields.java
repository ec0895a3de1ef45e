package dev.weir.workload.fields;

import dev.weir.workload.BrokerFault;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.WordOrWhole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Fields of an item of a workload's {@code faults}. One row each, as {@link WorkloadFields}. */
public final class FaultFields {
    private static final Field<Duration> AT = Field.required(
            "at", Time.SPAN, "when it begins, after the begin of the measurement: less than testDuration");

    private static final Field<OptionalInt> BROKER = Field.free(
            "broker",
            new WordOrWhole("leader", 1, BrokerFault.MAX_BROKERS),
            "its number, from 1, or leader: the one that leads the first partition of the first topic by then; leader"
                    + " if absent");

    private static final Field<String> ACTION = Field.required(
            "action",
            new Choice(Stream.of(BrokerFault.Action.values())
                    .map(BrokerFault.Action::key)
                    .toList()),
            "kind of fault. kill: its process ends at once, as with kill -9; pause: it stands still with all its "
                    + "connections open, as with SIGSTOP; restart: it hands over its leaderships, stops in order, and "
                    + "is started again");

    private static final Field<Duration> DURATION = Field.free(
            "duration",
            Time.SPAN,
            "time after which a killed broker is started again with its data, or a paused one is resumed, within "
                    + "testDuration. If absent, a killed broker stays down until the run is over, and a restart is as "
                    + "short as possible; required for a pause");

    private static final FieldTable TABLE = FieldTable.of("fault", AT, BROKER, ACTION, DURATION);

    public static final Field<List<BrokerFault>> FAULTS = Field.optional(
            "faults",
            ListType.of(new MappingType<>(TABLE, FaultFields::fault)),
            List.of(),
            "faults of brokers of an embedded cluster (-d embedded, --broker-count N) during the measurement; all brokers "
                    + "run again when the run is over");

    private FaultFields() {}

    private static Optional<BrokerFault> fault(FieldValues values) {
        var action = BrokerFault.Action.valueOf(values.get(ACTION).toUpperCase(Locale.ROOT));
        Optional<Duration> duration = values.find(DURATION);
        if (action == BrokerFault.Action.RESTART) {
            duration = duration.or(() -> Optional.of(Duration.ZERO));
        } else if (action == BrokerFault.Action.PAUSE && duration.isEmpty()) {
            values.error(DURATION, "is missing: a pause must end; set a duration, or kill the broker");
            return Optional.empty();
        } else if (duration.map(Duration::isZero).orElse(false)) {
            values.error(DURATION, "must be more than 0s, got 0s");
            return Optional.empty();
        }
        return Optional.of(
                new BrokerFault(values.get(AT), values.find(BROKER).orElse(OptionalInt.empty()), action, duration));
    }

    /** Adds faults in the form of a file. */
    public static void put(List<BrokerFault> faults, FieldWriter given) {
        given.put(
                FAULTS,
                faults,
                (fault, fields) -> fields.put(AT, fault.at())
                        .put(BROKER, fault.broker().isPresent() ? fault.broker() : "leader")
                        .put(ACTION, fault.action().key())
                        .put(DURATION, fault.duration()));
    }
}
