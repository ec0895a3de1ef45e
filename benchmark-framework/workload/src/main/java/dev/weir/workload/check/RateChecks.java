package dev.weir.workload.check;

import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.RateList.RatePoint;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Checks whether a changing rate fits into the workload. */
final class RateChecks {
    private RateChecks() {}

    static void check(FieldValues values) {
        List<RatePoint> points = values.find(RateFields.RATES).orElse(List.of());
        if (points.isEmpty()) {
            return;
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
                values.error(
                        RateFields.RATES,
                        "must be in the order of time, got " + time(points.get(i)) + " after "
                                + time(points.get(i - 1)));
                return;
            }
        }
        checkTogether(values, new RateList(points));
    }

    private static void checkTogether(FieldValues values, RateList rates) {
        Duration test = PhaseFields.testDuration(values);
        if (!(new Rate.Curve(rates).overall(Optional.of(test).filter(length -> !length.isZero())) > 0)) {
            values.error(
                    RateFields.RATES,
                    test.isZero()
                            ? "must not end with the rate 0 where the test has no end: give a testDuration"
                            : "has no message within the test of " + DurationText.of(test));
        }
        if (!test.isZero() && rates.points().get(rates.points().size() - 1).atNanos() > test.toNanos()) {
            values.warning(
                    RateFields.RATES,
                    "goes on until " + time(rates.points().get(rates.points().size() - 1))
                            + ", and the test ends after "
                            + DurationText.of(test)
                            + ": times count from the begin of the measurement, AutoMQ's hours and minutes too");
        }
        boolean warmsUp = !PhaseFields.warmupDuration(values).isZero();
        boolean hasWarmupRate = values.find(RateFields.WARMUP_RATE).orElse(-1.0) != -1;
        if (warmsUp && !hasWarmupRate && rates.first() == 0) {
            values.error(
                    RateFields.RATES,
                    "begins with the rate 0, which the warm-up would have: give a warmupProducerRate, or set"
                            + " warmupDuration to 0s");
        }
        if (values.find(RateFields.PRODUCER_RATE).isPresent()) {
            values.warning(
                    RateFields.PRODUCER_RATE, "has no effect beside a producerRateList, as in AutoMQ's; remove one");
        }
    }

    private static String time(RatePoint point) {
        return DurationText.of(Duration.ofNanos(point.atNanos()));
    }
}
