package dev.weir.result.code;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.value.Moment;
import dev.weir.workload.text.Checks;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A statement about the instrument that a reader of the figures needs.
 *
 * @param severity effect on the run's validity
 * @param text text for a person, with the figures
 * @param figures figures for scripts, by a name that ends in the unit
 * @param begin begin of its worst stretch, on the coordinator's clock; empty if it has none
 * @param end end of its worst stretch
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Reason(
        Code code,
        Severity severity,
        String text,
        Map<String, Number> figures,
        Optional<Moment> begin,
        Optional<Moment> end) {
    /**
     * Figure of a reason that explains figures of the run: the lowest percentile among them, 100 for the maximum. The
     * figures below it hold.
     */
    public static final String FROM_PERCENTILE = "fromPercentile";

    /** Reasons that concern no latency or rate, and so come last of their severity. */
    private static final Set<Code> OF_NO_FIGURE = Set.of(
            ReasonCode.CLIENT_LATENCIES_SHARED,
            ReasonCode.NOT_AUDITED,
            ReasonCode.LEFT_ON_CLUSTER,
            ReasonCode.BROKER_METRICS_MISSING);

    private static final double LAST_QUANTILE = 99.9;

    /**
     * Order in which reasons are stored and shown: the worst severity first, and of one severity, the reason that concerns
     * most figures.
     */
    public static final Comparator<Reason> BY_WEIGHT =
            Comparator.comparing(Reason::severity).reversed().thenComparing(Reason::rank);

    public Reason {
        // Some events have the name of a reason.
        code = Code.of(code.name(), ReasonCode.values());
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** Returns the lowest percentile that this reason explains, 100 for the maximum; empty if none. */
    public OptionalDouble fromPercentile() {
        Number known = figures.get(FROM_PERCENTILE);
        return known == null ? OptionalDouble.empty() : OptionalDouble.of(known.doubleValue());
    }

    /** Returns the place among reasons of one severity, the smallest first. */
    private double rank() {
        if (OF_NO_FIGURE.contains(code)) {
            return 3;
        }
        double usual = code == ReasonCode.EMBEDDED_CLUSTER ? 1 : 1.5;
        OptionalDouble from = fromPercentile();
        if (from.isEmpty()) {
            return usual;
        }
        return from.getAsDouble() <= LAST_QUANTILE ? from.getAsDouble() / 100 : 2;
    }

    /** Creates a reason without a time and figures. Without values, the text is the format as it is. */
    public static Reason of(ReasonCode code, Severity severity, String format, @Nullable Object... values) {
        Checks.refuseIf(
                severity.compareTo(code.least()) < 0 || severity.compareTo(code.worst()) > 0,
                "severity of " + code + " must be in [" + code.least() + ", " + code.worst() + "], got " + severity);
        String text = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
        return new Reason(code, severity, text, Map.of(), Optional.empty(), Optional.empty());
    }

    public Reason with(NamedFigures forScripts) {
        return new Reason(code, severity, text, forScripts.byName(), begin, end);
    }

    public Reason during(TimeRange worst) {
        return new Reason(
                code,
                severity,
                text,
                figures,
                Optional.of(new Moment(worst.beginNanos())),
                Optional.of(new Moment(worst.endNanos())));
    }

    /** Creates a reason whose code has one severity, with a text that {@link String#format} makes. */
    public static Reason of(ReasonCode code, String format, @Nullable Object... values) {
        Checks.refuseIf(code.least() != code.worst(), "the severity of " + code + " depends on the run");
        return of(code, code.worst(), format, values);
    }

    /** Builder of the figures of a reason. */
    public static final class NamedFigures {
        private final SortedMap<String, Number> byName = new TreeMap<>();

        /** Adds a figure, whose name ends in its unit. */
        public NamedFigures with(String name, double value) {
            byName.put(name, NumberText.written(value));
            return this;
        }

        public NamedFigures with(String name, long value) {
            return with(name, (double) value);
        }

        public NamedFigures with(NamedFigures other) {
            byName.putAll(other.byName);
            return this;
        }

        SortedMap<String, Number> byName() {
            return byName;
        }
    }

    public static final class ReasonList {
        private final List<Reason> reasons = new ArrayList<>();

        public void add(
                ReasonCode code,
                Severity severity,
                Optional<TimeRange> when,
                NamedFigures figures,
                String format,
                Object... values) {
            Reason reason = Reason.of(code, severity, format, values).with(figures);
            reasons.add(when.map(reason::during).orElse(reason));
        }

        public List<Reason> all() {
            return List.copyOf(reasons);
        }

        /** Formats nanoseconds as {@code 52.1 ms}. */
        public static String millis(long nanos) {
            return String.format(Locale.ROOT, nanos < 100_000_000 ? "%.1f ms" : "%,.0f ms", nanos / 1e6);
        }

        /** Formats a share as {@code 12.3 %}. */
        public static String percent(double share) {
            return String.format(Locale.ROOT, share < 0.1 ? "%.2g %%" : "%.0f %%", 100 * share);
        }
    }
}
