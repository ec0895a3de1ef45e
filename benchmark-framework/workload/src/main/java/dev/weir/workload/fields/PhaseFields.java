package dev.weir.workload.fields;

import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Fields of a workload file about its phases in addition to their lengths. */
public final class PhaseFields {
    public static final Field<String> WARMUP_UNTIL = Field.free(
            "warmupUntil",
            Choice.of("retention", "steady"),
            "what ends the warm-up before its duration does. retention: the system has deleted from every partition; "
                    + "steady: throughput and latency have become steady. If its duration ends it instead, the result "
                    + "states that");

    static final Field<Duration> WARMUP_SETTLE = Field.optional(
            "warmupSettle",
            Time.SPAN,
            Duration.ZERO,
            "how long the load runs on at the producerRate after the warm-up, before anything counts");

    static final Field<Long> SEPARATION_MINUTES = Field.free(
                    "warmupProducerRateSeparationMinutes",
                    new MinutesType(new Whole(-1, Time.SPAN.most().toMinutes()), WARMUP_SETTLE.name()),
                    "OMB's spelling of warmupSettle; -1: none")
            .in("minutes")
            .insteadOf(WARMUP_SETTLE);

    public static final Field<RetentionSpec> RETENTION = Field.free(
            "retention",
            new MappingType<>(RetentionFields.TABLE, RetentionFields::spec),
            "what the system keeps of the topics, whichever system it is; comes before the driver's topicConfig");

    private static final Whole MINUTES = new Whole(0, Time.SPAN.most().toMinutes());

    public static final Field<Duration> WARMUP = Field.optional(
            "warmupDuration",
            Time.SPAN,
            Duration.ofMinutes(1),
            "how long the load runs before anything counts; two of OMB's lines take 30m if it is absent");

    static final Field<Long> WARMUP_MINUTES = Field.free(
                    "warmupDurationMinutes",
                    new MinutesType(MINUTES, WARMUP.name()),
                    "OMB's spelling of warmupDuration")
            .in("minutes")
            .insteadOf(WARMUP);

    public static final Field<Duration> TEST = Field.optional(
            "testDuration",
            new Time(Duration.ofMillis(100), Time.SPAN.most()),
            Duration.ZERO,
            "how long is measured; 0s or absent: until stopped");

    static final Field<Long> TEST_MINUTES = Field.free(
                    "testDurationMinutes", new MinutesType(MINUTES, TEST.name()), "OMB's spelling of testDuration")
            .in("minutes")
            .insteadOf(TEST);

    private PhaseFields() {}

    public static PhaseSpec spec(FieldValues values) {
        Duration settle = values.find(SEPARATION_MINUTES)
                .map(minutes -> Duration.ofMinutes(Math.max(0, minutes)))
                .orElseGet(() -> values.get(WARMUP_SETTLE));
        return new PhaseSpec(
                values.find(WARMUP_UNTIL)
                        .map(name -> WarmupEnd.valueOf(name.toUpperCase(Locale.ROOT)))
                        .orElse(WarmupEnd.DURATION),
                settle,
                values.find(RETENTION).orElse(RetentionSpec.UNSAID));
    }

    public static void put(PhaseSpec phases, FieldWriter given) {
        WarmupEnd end = phases.warmupEnd();
        RetentionSpec retention = phases.retention();
        given.putIf(end != WarmupEnd.DURATION, WARMUP_UNTIL, end.name().toLowerCase(Locale.ROOT))
                .put(WARMUP_SETTLE, phases.warmupSettle());
        if (retention.isSaid()) {
            given.put(RETENTION, fields -> RetentionFields.put(retention, fields));
        }
    }

    /** Returns the length of the measurement, in either spelling; zero: until stopped. */
    public static Duration testDuration(FieldValues values) {
        return values.find(TEST_MINUTES)
                .map(Duration::ofMinutes)
                .or(() -> values.find(TEST))
                .orElse(Duration.ZERO);
    }

    /** Returns the length of the warm-up in the file, in either spelling; empty if it is not given. */
    static Optional<Duration> givenWarmup(FieldValues values) {
        return values.find(WARMUP_MINUTES).map(Duration::ofMinutes).or(() -> values.find(WARMUP));
    }

    /** Returns the length of the warm-up; without producers none is needed. */
    public static Duration warmupDuration(FieldValues values) {
        return givenWarmup(values)
                .orElseGet(() -> TopicFields.isConsumeOnly(values) ? Duration.ZERO : values.get(WARMUP));
    }

    /** Whole minutes, as OMB's fields have them, and the name of Weir's field for any duration. */
    private record MinutesType(Whole number, String duration) implements ScalarType.Numeric<Long> {
        private static final Decimal ANY =
                Decimal.in(0, (double) Time.SPAN.most().toMinutes());

        @Override
        public Optional<Long> parse(String text) {
            return number.parse(text);
        }

        /** Returns the field and the value that mean a part of a minute. */
        @Override
        public String advice(String text) {
            return ANY.parse(QuantityText.plain(text, "minutes"))
                    .map(minutes -> Duration.ofMillis(
                            Math.round(minutes * Duration.ofMinutes(1).toMillis())))
                    .map(given -> "; write " + duration + ": " + DurationText.of(given) + " instead")
                    .orElse("");
        }

        @Override
        public String allowed() {
            return number.allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return number.schema();
        }
    }

    /** Fields of a workload's {@code retention}. One row each, as {@link WorkloadFields}. */
    private static final class RetentionFields {
        private static final Field<Duration> DURATION =
                Field.free("duration", Time.SPAN, "messages older than that may go");

        private static final Field<Long> BYTES = Field.free(
                        "bytesPerPartition",
                        new Whole(1, Long.MAX_VALUE),
                        "the oldest messages of a partition that is larger may go")
                .in("bytes");

        private static final Field<Double> FILL = Field.free(
                "driveFill",
                new Decimal(0, false, 1, List.of()),
                "the same, so that all partitions with all their replicas fill this part of the system's drives");

        static final FieldTable TABLE = FieldTable.of("retention mapping", DURATION, BYTES, FILL);

        static Optional<RetentionSpec> spec(FieldValues values) {
            if (values.given(BYTES) && values.given(FILL)) {
                return values.error(FILL, "sets the same limit as bytesPerPartition in another unit; keep one");
            }
            if (values.find(DURATION).map(duration -> duration.toMillis() < 1).orElse(false)) {
                return values.error(DURATION, "must be at least 1ms");
            }
            return Optional.of(new RetentionSpec(
                    values.find(DURATION),
                    values.find(BYTES).map(OptionalLong::of).orElseGet(OptionalLong::empty),
                    values.find(FILL).map(OptionalDouble::of).orElseGet(OptionalDouble::empty)));
        }

        static void put(RetentionSpec retention, FieldWriter fields) {
            fields.put(DURATION, retention.duration())
                    .put(BYTES, retention.bytesPerPartition())
                    .put(FILL, retention.driveFill());
        }
    }
}
