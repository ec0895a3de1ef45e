package dev.weir.workload.fields;

import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Fields of a rate that changes with time. */
public final class RateFields {
    private static final Decimal RATE = Decimal.RATE.or(0);

    private static final Field<Duration> AT =
            Field.required("at", Time.SPAN, "when, since the begin of the measurement");

    private static final Field<Double> RATE_THEN =
            Field.required("rate", RATE, "the rate then").in(QuantityText.RATE);

    private static final FieldTable POINT = FieldTable.of("producerRateList item", AT, RATE_THEN);

    public static final Field<List<RatePoint>> RATES = Field.optional(
            "producerRateList",
            ListType.of(new PointType()),
            List.of(),
            "the rate over time, instead of producerRate: items {at: 90s, rate: 5000}, or AutoMQ's [minute, rate] and"
                    + " [hour, minute, rate], all counted from the begin of the measurement; straight between them, as at"
                    + " the last one after it; two at the same time are a step; the warm-up has the first one's rate."
                    + " AutoMQ itself takes an hour and minute for the time of day");

    public static final Field<Double> PRODUCER_RATE = Field.required(
                    "producerRate",
                    new RateType(RATE),
                    "rate of all producers together; max, or 10000000 or more as OMB's files write it: as fast as each"
                            + " can; 0: search for the highest")
            .unless("producerRateList", "search", "mode", "existingConsumeTopicList")
            .in(QuantityText.RATE);

    public static final Field<Double> WARMUP_RATE = Field.optional(
                    "warmupProducerRate",
                    RateType.orMinusOne(),
                    -1.0,
                    "rate during the warm-up; -1: the producerRate, or the first of a producerRateList")
            .in(QuantityText.RATE);

    private RateFields() {}

    /** Returns whether a search finds the rate; if fields are wrong, as far as it is known. */
    public static boolean isSearched(FieldValues values) {
        return values.given(SearchFields.SEARCH)
                || values.find(PRODUCER_RATE).filter(rate -> rate == 0).isPresent();
    }

    /** Returns how long one run measures at one rate; zero: until stopped. */
    public static Duration measurement(FieldValues values) {
        return SearchFields.of(values)
                .map(search -> search.probeDuration())
                .orElseGet(() -> PhaseFields.testDuration(values));
    }

    /** Returns the producer rate, or that of a search's first probe. */
    public static double startRate(FieldValues values) {
        return SearchFields.of(values)
                .map(search -> search.start())
                .orElseGet(() -> values.find(PRODUCER_RATE).orElse(0.0));
    }

    public static void put(Rate rate, FieldWriter given) {
        if (rate instanceof Rate.Curve curve) {
            given.put(
                    RATES,
                    curve.points(),
                    (point, fields) -> fields.put(AT, Duration.ofNanos(point.atNanos()))
                            .put(RATE_THEN, point.messagesPerSecond()));
        } else {
            given.put(PRODUCER_RATE, RateType.written(rate.atBegin()));
        }
    }

    /** A list of two or three numbers, or a mapping. */
    static final class PointType implements Type<RatePoint> {
        private static final double NANOS_PER_MINUTE = 60e9;
        private static final Decimal MINUTES =
                Decimal.in(0, (double) Time.SPAN.most().toMinutes());

        private static final MappingType<RatePoint> MAPPING = new MappingType<>(
                POINT, values -> Optional.of(new RatePoint(values.get(AT).toNanos(), values.get(RATE_THEN))));

        @Override
        public Optional<RatePoint> read(Node node, Place place) {
            if (node instanceof MappingNode) {
                return MAPPING.read(node, place);
            }
            if (!(node instanceof SequenceNode sequence)
                    || sequence.getValue().size() < 2
                    || sequence.getValue().size() > 3) {
                return place.mustBe(allowed(), node);
            }
            List<Node> numbers = sequence.getValue();
            int last = numbers.size() - 1;
            double minutes = 0;
            for (Node part : numbers.subList(0, last)) {
                Optional<Double> value = MINUTES.read(part, place);
                if (value.isEmpty()) {
                    return Optional.empty();
                }
                minutes = 60 * minutes + value.get();
            }
            long atNanos = Math.round(minutes * NANOS_PER_MINUTE);
            return RATE.read(numbers.get(last), place.in(QuantityText.RATE)).map(rate -> new RatePoint(atNanos, rate));
        }

        @Override
        public String allowed() {
            return "[minute, rate], [hour, minute, rate] or {at: time, rate: number}";
        }

        @Override
        public Map<String, Object> schema() {
            var list = Type.ordered("type", "array", "items", RATE.schema(), "minItems", 2, "maxItems", 3);
            return Map.of("anyOf", List.of(list, MAPPING.schema()));
        }
    }
}
