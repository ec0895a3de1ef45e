package dev.weir.workload.fields;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.ComparisonOperator;
import dev.weir.workload.goal.Condition.LimitUnit;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.ScalarType;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses conditions such as {@code achievedRate >= 99% of target}, with messages about errors. */
public final class ConditionText {
    static final String ALLOWED =
            "a condition such as endToEndResponse.p99 < 50ms, achievedRate >= 99% of target or audit.lost == 0";

    private static final Pattern FORM = Pattern.compile("([A-Za-z][A-Za-z0-9.]*)\\s*([<>=!]{1,3})\\s*(.*)");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)\\s*(ns|us|ms|s|m|h)");
    private static final Pattern PERCENT = Pattern.compile("([0-9._]+)\\s*%\\s*(.*)");
    private static final String TARGET = "of target";

    private static final ScalarType.Decimal NUMBER = ScalarType.Decimal.in(0, 1e12);
    private static final ScalarType.Decimal SHARE = ScalarType.Decimal.in(0, 1000);
    private static final Duration MAX_DURATION = Duration.ofDays(1);

    private final String text;
    private final Consumer<String> wrong;

    private ConditionText(String text, Consumer<String> wrong) {
        this.text = text;
        this.wrong = wrong;
    }

    /** Parses a condition. If it is wrong, returns empty, and reports a message about the field. */
    public static Optional<Condition> read(String text, Consumer<String> wrong) {
        return new ConditionText(text.strip(), wrong).read();
    }

    private Optional<Condition> read() {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return fail("must be " + ALLOWED + ", got " + (text.isEmpty() ? "nothing" : text));
        }
        Optional<ComparisonOperator> comparison = ComparisonOperator.of(form.group(2));
        if (comparison.isEmpty()) {
            List<String> signs = Stream.of(ComparisonOperator.values())
                    .map(ComparisonOperator::sign)
                    .toList();
            return fail(
                    "must compare with one of " + String.join(", ", signs) + ", got " + form.group(2) + " in " + text);
        }
        return MetricFigure.read(form.group(1), text, wrong)
                .flatMap(known -> limited(known, comparison.get(), form.group(3)));
    }

    private Optional<Condition> limited(MetricFigure named, ComparisonOperator comparison, String limit) {
        return switch (named.metric().kind()) {
            case LATENCY, FINAL_TIME -> time(named, comparison, limit);
            case RATE -> rate(named, comparison, limit);
            case COUNT, FINAL_COUNT ->
                NUMBER.parse(QuantityText.plain(limit, ""))
                        .map(number -> new Condition(named, comparison, number, LimitUnit.MESSAGES))
                        .or(() -> failLimit(named, "a number of messages, such as 0, 10000 or 10k", limit));
            case OUTCOME -> outcome(named, comparison, limit);
        };
    }

    private Optional<Condition> time(MetricFigure named, ComparisonOperator comparison, String limit) {
        Optional<Duration> duration = DurationText.parse(limit).or(() -> decimalTime(limit));
        String unitless = NUMBER.parse(limit).isPresent() ? ", which has no unit; did you mean " + limit + "ms?" : "";
        return duration.filter(time -> time.compareTo(MAX_DURATION) <= 0)
                .map(time -> new Condition(named, comparison, (double) time.toNanos(), LimitUnit.NANOSECONDS))
                .or(() -> failLimit(named, "a time with its unit (us, ms or s), such as 50ms", limit + unitless));
    }

    /** Parses {@code 1.5ms}. Durations elsewhere have no fractions, but latencies are often written so. */
    private static Optional<Duration> decimalTime(String limit) {
        Matcher form = TIME.matcher(limit);
        if (!form.matches()) {
            return Optional.empty();
        }
        Duration unit = DurationText.parse("1" + form.group(2)).orElseThrow();
        BigDecimal nanos = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit.toNanos()));
        return nanos.compareTo(BigDecimal.valueOf(MAX_DURATION.toNanos())) > 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos.longValue()));
    }

    private Optional<Condition> rate(MetricFigure named, ComparisonOperator comparison, String limit) {
        Matcher percent = PERCENT.matcher(limit);
        if (percent.matches()) {
            return SHARE.parse(percent.group(1))
                    .filter(share -> percent.group(2).replaceAll("\\s+", " ").equals(TARGET))
                    .map(share -> new Condition(named, comparison, share, LimitUnit.PERCENT_OF_TARGET))
                    .or(() -> failLimit(named, "a share from 0 to 1000 of the target, such as 99% of target", limit));
        }
        return NUMBER.parse(QuantityText.plain(limit.replaceFirst("\\s*(messages|msg)/s$", ""), QuantityText.RATE))
                .map(number -> new Condition(named, comparison, number, LimitUnit.MESSAGES_PER_SECOND))
                .or(() -> failLimit(
                        named, "messages per second, such as 50000 or 50k, or a share as 99% of target", limit));
    }

    private Optional<Condition> outcome(MetricFigure named, ComparisonOperator comparison, String limit) {
        int place = Condition.OUTCOMES.indexOf(limit);
        if (place < 0) {
            String names = String.join(", ", Condition.OUTCOMES);
            return failLimit(named, "one of " + names, limit + NearestName.advice(limit, Condition.OUTCOMES));
        }
        if (comparison != ComparisonOperator.EQUAL && comparison != ComparisonOperator.AT_MOST) {
            return fail("outcome is compared with == or <= (no worse than), got " + text);
        }
        return Optional.of(new Condition(named, comparison, place, LimitUnit.OUTCOME));
    }

    private Optional<Condition> failLimit(MetricFigure named, String allowed, String got) {
        return fail("limit of " + named.metric().key() + " must be " + allowed + ", got "
                + (got.isEmpty() ? "nothing" : got));
    }

    private <T> Optional<T> fail(String message) {
        wrong.accept(message);
        return Optional.empty();
    }
}
