package dev.weir.workload.file;

import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.RateList.RatePoint;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes the load of a workload from its fields.
 *
 * @param test duration of the measurement; empty if it has no fixed one
 */
record LoadReader(FieldValues values, Optional<Duration> test) {
    Load read() {
        if (TopicFields.isConsumeOnly(values)) {
            return new ConsumeOnly();
        }
        LoadShape shape = LoadFields.shape(values);
        if (LoadFields.isClosed(values)) {
            return new ClosedLoop(shape);
        }
        Rate rate = rate();
        return new OpenLoop(rate, warmupRate(rate), shape);
    }

    private Rate rate() {
        List<RatePoint> points = values.find(RateFields.RATES).orElse(List.of());
        if (!points.isEmpty()) {
            return new Rate.Curve(new RateList(points));
        }
        double given = values.find(RateFields.PRODUCER_RATE).orElse(Double.POSITIVE_INFINITY);
        return RateFields.search(values).<Rate>map(Rate.Search::new).orElseGet(() -> Rate.Constant.of(given));
    }

    /**
     * Returns the rate of the warm-up: that of the measurement if none is given; a curve begins its warm-up with at
     * least one message.
     */
    private Rate.Constant warmupRate(Rate rate) {
        double given = values.get(RateFields.WARMUP_RATE);
        double atBegin = rate.atBegin();
        return Rate.Constant.of(given != -1 ? given : atBegin == 0 ? rate.overall(test) : atBegin);
    }
}
