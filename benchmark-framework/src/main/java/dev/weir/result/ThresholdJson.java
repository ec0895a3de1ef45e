package dev.weir.result;

import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.LimitUnit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands under {@code weir.thresholds}. */
final class ThresholdJson {
    private ThresholdJson() {}

    static Map<String, @Nullable Object> of(ThresholdResult result) {
        Condition condition = result.threshold().condition();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("text", condition.text());
        map.put("byDefault", result.byDefault());
        map.put("met", result.isMet());
        map.put("judged", result.value().isPresent());
        map.put(
                "value",
                result.value().isPresent() ? plain(condition, result.value().getAsDouble()) : null);
        map.put("greaterThan", result.greater());
        map.put("limit", plain(condition, condition.limit()));
        map.put("unit", condition.unit().key());
        result.threshold()
                .window()
                .map(Duration::toNanos)
                .ifPresent(nanos -> map.put("windowSeconds", ResultJson.number(nanos / 1e9)));
        result.when().ifPresent(when -> {
            map.put("begin", IsoTime.of(when.beginNanos()));
            map.put("end", IsoTime.of(when.endNanos()));
        });
        map.put("endedRun", result.ended());
        map.put("why", result.why());
        return map;
    }

    private static Object plain(Condition condition, double value) {
        return condition.unit() == LimitUnit.OUTCOME ? Condition.OUTCOMES.get((int) value) : ResultJson.number(value);
    }
}
