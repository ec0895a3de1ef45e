package dev.weir.feature.faults;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.section.Section;
import dev.weir.workload.text.DurationText;
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
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Injects faults into brokers of an embedded cluster during a run: those of the field {@code faults} of a workload. */
public record Faults() implements Feature, Section<List<Faults.BrokerFault>> {
    /** Largest value of {@code --broker-count}. */
    private static final int MAX_BROKERS = 9;

    /** Replicas of each partition, if an embedded cluster has as many brokers. */
    private static final int REPLICAS = 3;

    private static final Field<Duration> AT = Field.required(
            "at", Time.SPAN, "when it begins, after the begin of the measurement: less than testDuration");

    private static final Field<OptionalInt> BROKER = Field.free(
            "broker",
            new WordOrWhole("leader", 1, MAX_BROKERS),
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

    private static final Field<List<BrokerFault>> FAULTS = Field.optional(
            "faults",
            ListType.of(new MappingType<>(TABLE, Faults::fault)),
            List.of(),
            "faults of brokers of an embedded cluster (-d embedded, --broker-count N) during the measurement; all brokers "
                    + "run again when the run is over");

    @Override
    public List<?> seats() {
        return List.of(this, (RunObserver.Maker) FaultRun::of);
    }

    @Override
    public Field<List<BrokerFault>> field() {
        return FAULTS;
    }

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

    @Override
    public void put(List<BrokerFault> faults, FieldWriter given) {
        given.put(
                FAULTS,
                faults,
                (fault, fields) -> fields.put(AT, fault.at())
                        .put(BROKER, fault.broker().isPresent() ? fault.broker() : "leader")
                        .put(ACTION, fault.action().key())
                        .put(DURATION, fault.duration()));
    }

    @Override
    public List<String> planned(List<BrokerFault> faults) {
        return faults.stream().map(fault -> "fault: " + fault.text()).toList();
    }

    @Override
    public boolean disturbs(List<BrokerFault> faults) {
        return !faults.isEmpty();
    }

    @Override
    public void check(
            List<BrokerFault> faults, ChosenSystem system, Consumer<String> errors, Consumer<String> warnings) {
        int brokers = system.embeddedBrokers();
        if (!system.isEmbedded()) {
            errors.accept("can only be done to an embedded cluster, not to " + system.name()
                    + ": run it with -d embedded, or remove them");
            return;
        }
        if (brokers < REPLICAS) {
            warnings.accept("leave no replica that can become leader if a broker stops: --broker-count " + REPLICAS
                    + " gives each partition as many copies");
        }
        for (BrokerFault fault : faults) {
            if (fault.broker().orElse(1) > brokers) {
                errors.accept("must be of one of the brokers of the embedded cluster, " + brokers + ", got "
                        + fault.text() + "; start more with --broker-count");
            }
        }
    }

    @Override
    public void check(List<BrokerFault> faults, FieldValues values) {
        if (RateFields.isSearched(values)) {
            values.error(FAULTS, "cannot be combined with a search for the rate, whose runs must be equal; remove one");
        }
        Duration test = PhaseFields.testDuration(values);
        String within = "must begin and end within the testDuration of " + DurationText.of(test) + ", got ";
        for (BrokerFault fault : faults) {
            boolean fits = fault.at().compareTo(test) < 0
                    && fault.end().orElse(Duration.ZERO).compareTo(test) <= 0;
            if (!test.isZero() && !fits) {
                values.error(FAULTS, within + fault.text());
            }
        }
        checkOverlaps(faults, values);
    }

    /** Checks that each broker has one fault at a time; which broker is the leader is unknown in advance. */
    private static void checkOverlaps(List<BrokerFault> faults, FieldValues values) {
        for (int i = 0; i < faults.size(); i++) {
            for (BrokerFault other : faults.subList(i + 1, faults.size())) {
                BrokerFault fault = faults.get(i);
                boolean named = fault.broker().isPresent() && fault.broker().equals(other.broker());
                if (named && begins(fault, other) && begins(other, fault)) {
                    values.error(
                            FAULTS, "must not overlap on one broker, got " + fault.text() + " and " + other.text());
                }
            }
        }
    }

    /** Returns whether one fault begins before the other has ended. */
    private static boolean begins(BrokerFault one, BrokerFault other) {
        return other.end().map(end -> one.at().compareTo(end) <= 0).orElse(true);
    }

    /**
     * A fault of a broker of an embedded cluster during the measurement.
     *
     * @param at time after the begin of the measurement
     * @param broker its number, from 1; empty: the current leader of the first partition of the first topic
     * @param duration time after which it ends; empty: at the end of the run, except for a pause or a restart
     */
    public record BrokerFault(Duration at, OptionalInt broker, Action action, Optional<Duration> duration) {
        public enum Action {
            /** The broker's process is killed, and started again. */
            KILL,
            /** The broker's process stands still, with all its connections open, and goes on. */
            PAUSE,
            /** The broker is stopped in order, and started again. */
            RESTART;

            public String key() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        /** Returns when it ends, after the begin of the measurement; empty: at the end of the run. */
        public Optional<Duration> end() {
            return duration.map(at::plus);
        }

        /** Returns a text such as {@code kill of the leader at 30s for 10s}. */
        public String text() {
            return action.key() + " of " + (broker.isPresent() ? "broker " + broker.getAsInt() : "the leader") + " at "
                    + DurationText.of(at)
                    + duration.map(length -> " for " + DurationText.of(length)).orElse(" for good");
        }
    }
}
