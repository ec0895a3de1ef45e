package dev.weir.coordinator;

import dev.weir.observe.Stretch;
import dev.weir.result.HarnessResult;
import dev.weir.result.Reason;
import dev.weir.result.ReasonCode;
import dev.weir.result.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reasons as they are found. */
final class ReasonList {
    private final List<Reason> reasons = new ArrayList<>();

    void add(
            ReasonCode code,
            Severity severity,
            Optional<Stretch> when,
            NamedFigures figures,
            String format,
            Object... values) {
        reasons.add(new Reason(code, severity, String.format(Locale.ROOT, format, values), figures.byName(), when));
    }

    List<Reason> all() {
        return List.copyOf(reasons);
    }

    /** How a text names a process. */
    static String name(HarnessResult process) {
        return process.process().equals("in-process") ? "this process" : process.process();
    }

    /** As {@code 52.1 ms}. */
    static String millis(long nanos) {
        return String.format(Locale.ROOT, nanos < 100_000_000 ? "%.1f ms" : "%,.0f ms", nanos / 1e6);
    }

    /** As {@code 12.3 %}. */
    static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.2g %%" : "%.0f %%", 100 * share);
    }
}
