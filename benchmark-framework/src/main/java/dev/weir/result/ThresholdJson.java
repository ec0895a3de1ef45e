package dev.weir.result;

import dev.weir.result.document.ThresholdCheck;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.LimitUnit;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a result has of a threshold. */
final class ThresholdJson {
    private ThresholdJson() {}

    static ThresholdCheck of(ThresholdResult result) {
        Condition condition = result.threshold().condition();
        OptionalDouble value = result.value();
        return new ThresholdCheck(
                condition.text(),
                result.byDefault(),
                new ThresholdCheck.Judgement(result.isMet(), value.isPresent()),
                new ThresholdCheck.Figure(
                        value.isPresent() ? Optional.of(plain(condition, value.getAsDouble())) : Optional.empty(),
                        result.greater()),
                new ThresholdCheck.Limit(
                        Optional.of(plain(condition, condition.limit())),
                        condition.unit().key(),
                        result.threshold().window().map(window -> ResultJson.number(window.toNanos() / 1e9))),
                HarnessJson.span(result.when()),
                result.ended(),
                result.why());
    }

    private static Object plain(Condition condition, double value) {
        return condition.unit() == LimitUnit.OUTCOME ? Condition.OUTCOMES.get((int) value) : ResultJson.number(value);
    }
}
