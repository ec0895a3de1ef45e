package dev.weir.workload;

import dev.weir.workload.ScalarType.Choice;
import dev.weir.workload.ScalarType.Time;
import dev.weir.workload.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The fields of a workload file that shape its load. */
final class LoadFields {
    private static final String OPEN = "open";
    private static final String CLOSED = "closed";
    private static final String SKIP = "skip";

    static final Field<String> MODE = Field.optional(
            "mode",
            Choice.of(OPEN, CLOSED),
            OPEN,
            "open: messages are due at the rate, whatever becomes of them; closed: each producer keeps inFlight messages"
                    + " under way, and there is no rate, so that only service times exist");

    static final Field<Long> IN_FLIGHT = Field.free(
            "inFlight",
            new Whole(1, 1_000_000),
            "messages that each producer of a closed loop keeps under way; 1 if absent");

    static final Field<String> ARRIVAL = Field.optional(
            "arrival",
            new Choice(Stream.of(Arrival.values()).map(LoadFields::name).toList()),
            name(Arrival.UNIFORM),
            "how messages are spread over time. uniform: evenly; poisson: at random, drawn from the seed, as many"
                    + " independent users would; burst: all of a burstPeriod at its begin");

    static final Field<Duration> BURST_PERIOD = Field.free(
            "burstPeriod",
            Time.SPAN,
            "from one burst to the next; " + DurationText.of(Duration.ofNanos(LoadShape.BURST_PERIOD_NANOS))
                    + " if absent");

    static final Field<String> CATCH_UP = Field.optional(
            "catchUp",
            Choice.of("immediate", SKIP),
            "immediate",
            "what happens to messages that cannot be sent when they are due. immediate: they are sent as soon as possible,"
                    + " with their own intended times; skip: they are left out and counted, and no latency shows it");

    static final Field<Duration> PRECISION = Field.free(
            "pacingPrecision",
            new Time(Duration.ofSeconds(1)),
            "how exactly send times are met: a sender wakes up at most once in so long; below what parking can do it"
                    + " spins, on a core of its own; as suits host and client if absent");

    private LoadFields() {}

    static void addTo(FieldTable table) {
        List.of(MODE, IN_FLIGHT, ARRIVAL, BURST_PERIOD, CATCH_UP, PRECISION).forEach(table::add);
    }

    private static String name(Arrival arrival) {
        return arrival.name().toLowerCase(Locale.ROOT);
    }

    private static Arrival arrival(FieldValues values) {
        return Arrival.valueOf(values.get(ARRIVAL).toUpperCase(Locale.ROOT));
    }

    static boolean isClosed(FieldValues values) {
        return values.get(MODE).equals(CLOSED);
    }

    static LoadShape shape(FieldValues values) {
        long inFlight = isClosed(values) ? values.find(IN_FLIGHT).orElse(1L) : 0;
        return new LoadShape(
                arrival(values),
                values.find(BURST_PERIOD).map(Duration::toNanos).orElse(LoadShape.BURST_PERIOD_NANOS),
                values.get(CATCH_UP).equals(SKIP),
                (int) inFlight,
                values.find(PRECISION).map(d -> OptionalLong.of(d.toNanos())).orElse(OptionalLong.empty()));
    }

    /** A shape in the words of a file. */
    static void put(LoadShape shape, Map<Field<?>, Object> given) {
        if (shape.isClosedLoop()) {
            given.put(MODE, CLOSED);
            given.put(IN_FLIGHT, shape.inFlight());
            return;
        }
        given.put(MODE, OPEN);
        given.put(ARRIVAL, name(shape.arrival()));
        if (shape.arrival() == Arrival.BURST) {
            given.put(BURST_PERIOD, DurationText.of(Duration.ofNanos(shape.burstPeriodNanos())));
        }
        given.put(CATCH_UP, shape.skipsLate() ? SKIP : "immediate");
        shape.pacingPrecisionNanos().ifPresent(nanos -> given.put(PRECISION, DurationText.of(Duration.ofNanos(nanos))));
    }

    /** What is given but has no effect is said: a person has meant something with it. */
    static void check(FieldValues values) {
        boolean closed = isClosed(values);
        boolean follows = TopicFields.isGiven(values, RateFields.RATES);
        boolean unlimited =
                !follows && values.find(WorkloadFields.PRODUCER_RATE).orElse(0.0) == Double.POSITIVE_INFINITY;
        if (closed) {
            refuse(
                    values,
                    WorkloadFields.PRODUCER_RATE,
                    !unlimited,
                    "a closed loop sends when answers come; remove it");
            refuse(values, RateFields.RATES, follows, "a closed loop sends when answers come; remove it");
            refuse(values, WorkloadFields.WARMUP_RATE, true, "a closed loop sends when answers come; remove it");
        } else {
            refuse(
                    values,
                    IN_FLIGHT,
                    true,
                    "only a closed loop counts what is under way; set mode to closed, or remove it");
        }
        String without = closed
                ? "a closed loop has no schedule; remove it"
                : "a load without a limit has no schedule; remove it";
        for (Field<?> field : List.of(ARRIVAL, BURST_PERIOD, CATCH_UP, PRECISION)) {
            boolean isDefault = field.otherwise().equals(values.find(field));
            refuse(values, field, (closed || unlimited) && !isDefault, without);
        }
        if (!closed && !unlimited) {
            refuse(
                    values,
                    BURST_PERIOD,
                    arrival(values) != Arrival.BURST,
                    "only arrival: burst has a period; remove it");
        }
        if (values.find(BURST_PERIOD).map(Duration::isZero).orElse(false)) {
            values.error(BURST_PERIOD, "must be more than 0s");
        }
    }

    private static void refuse(FieldValues values, Field<?> field, boolean idle, String whyAndRemedy) {
        if (idle && values.find(field).isPresent()) {
            values.error(field, "has no effect: " + whyAndRemedy);
        }
    }
}
