package dev.weir.workload.fields;

import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Fields of a workload file that shape its load. */
public final class LoadFields {
    private static final String OPEN = "open";
    private static final String CLOSED = "closed";
    public static final String SKIP = "skip";

    public static final Field<String> MODE = Field.optional(
            "mode",
            Choice.of(OPEN, CLOSED),
            OPEN,
            "open: messages are due at the rate, whatever becomes of them; closed: each producer keeps inFlight"
                    + " messages under way, and there is no rate, so that only service times exist");

    public static final Field<Long> IN_FLIGHT = Field.free(
            "inFlight",
            new Whole(1, 1_000_000),
            "messages that each producer of a closed loop keeps under way; 1 if absent");

    public static final Field<String> ARRIVAL = Field.optional(
            "arrival",
            new Choice(Stream.of(Arrival.values()).map(LoadFields::name).toList()),
            name(Arrival.UNIFORM),
            "how messages are spread over time. uniform: evenly; poisson: at random, drawn from the seed, as many"
                    + " independent users would; burst: all of a burstPeriod at its begin");

    public static final Field<Duration> BURST_PERIOD = Field.free(
            "burstPeriod",
            new Time(Duration.ofMillis(1), Duration.ofHours(1)),
            "from one burst to the next; " + DurationText.of(Duration.ofNanos(LoadShape.BURST_PERIOD_NANOS))
                    + " if absent");

    public static final Field<String> CATCH_UP = Field.optional(
            "catchUp",
            Choice.of("immediate", SKIP),
            "immediate",
            "what happens to messages that cannot be sent when they are due. immediate: they are sent as soon as"
                    + " possible, with their own intended times; skip: they are left out and counted, and no latency shows"
                    + " it");

    public static final Field<Duration> PRECISION = Field.free(
            "pacingPrecision",
            new Time(Duration.ofNanos(1), Duration.ofSeconds(1)),
            "precision of send times: a sender wakes up at most once in this time; below the precision of parking it "
                    + "spins, on a core of its own; by host and client if absent");

    private LoadFields() {}

    private static String name(Arrival arrival) {
        return arrival.name().toLowerCase(Locale.ROOT);
    }

    public static Arrival arrival(FieldValues values) {
        return Arrival.valueOf(values.get(ARRIVAL).toUpperCase(Locale.ROOT));
    }

    public static boolean isClosed(FieldValues values) {
        return values.get(MODE).equals(CLOSED);
    }

    public static LoadShape shape(FieldValues values) {
        long inFlight = isClosed(values) ? values.find(IN_FLIGHT).orElse(1L) : 0;
        return new LoadShape(
                arrival(values),
                values.find(BURST_PERIOD).map(Duration::toNanos).orElse(LoadShape.BURST_PERIOD_NANOS),
                values.get(CATCH_UP).equals(SKIP),
                (int) inFlight,
                values.find(PRECISION).map(d -> OptionalLong.of(d.toNanos())).orElse(OptionalLong.empty()));
    }

    public static void put(LoadShape shape, FieldWriter given) {
        if (shape.isClosedLoop()) {
            given.put(MODE, CLOSED).put(IN_FLIGHT, shape.inFlight());
            return;
        }
        boolean hasPeriod =
                shape.arrival() == Arrival.BURST || shape.burstPeriodNanos() != LoadShape.BURST_PERIOD_NANOS;
        given.put(MODE, OPEN)
                .put(ARRIVAL, name(shape.arrival()))
                .putIf(hasPeriod, BURST_PERIOD, Duration.ofNanos(shape.burstPeriodNanos()))
                .put(CATCH_UP, shape.skipsLate() ? SKIP : "immediate");
        shape.pacingPrecisionNanos().ifPresent(nanos -> given.put(PRECISION, Duration.ofNanos(nanos)));
    }
}
