package dev.weir.workload.fields;

import dev.weir.workload.RetentionSpec;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Decimal;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Fields of a workload's {@code retention}. One row each, as {@link WorkloadFields}. */
final class RetentionFields {
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

    private RetentionFields() {}

    /** Returns the value of the fields together; empty, with a problem, if they contradict each other. */
    static Optional<RetentionSpec> spec(FieldValues values) {
        if (values.given(BYTES) && values.given(FILL)) {
            values.error(FILL, "sets the same limit as bytesPerPartition in another unit; keep one");
            return Optional.empty();
        }
        if (values.find(DURATION).map(duration -> duration.toMillis() < 1).orElse(false)) {
            values.error(DURATION, "must be at least 1ms");
            return Optional.empty();
        }
        return Optional.of(new RetentionSpec(
                values.find(DURATION),
                values.find(BYTES).map(OptionalLong::of).orElseGet(OptionalLong::empty),
                values.find(FILL).map(OptionalDouble::of).orElseGet(OptionalDouble::empty)));
    }

    /** Returns retention in the form of a file. */
    static void put(RetentionSpec retention, FieldWriter fields) {
        fields.put(DURATION, retention.duration())
                .put(BYTES, retention.bytesPerPartition())
                .put(FILL, retention.driveFill());
    }
}
