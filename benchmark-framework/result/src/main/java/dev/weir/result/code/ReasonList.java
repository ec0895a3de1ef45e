package dev.weir.result.code;

import dev.weir.host.observation.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

public final class ReasonList {
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
