package dev.weir.coordinator.verdict;

import dev.weir.clock.ClockSpread;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Clocks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Makes the reasons about clocks: offsets, drift and steps. */
public final class ClockReasons {
    private final Clocks clocks;
    private final LatencySet measured;
    private final List<Reason> reasons = new ArrayList<>();

    private ClockReasons(Clocks clocks, LatencySet measured) {
        this.clocks = clocks;
        this.measured = measured;
    }

    public static List<Reason> of(Clocks clocks, LatencySet measured) {
        var judged = new ClockReasons(clocks, measured);
        if (measured.has(measured.endToEndHeadline())) {
            judged.bound();
            judged.negative();
        }
        clocks.steps().stream()
                .collect(Collectors.groupingBy(Clocks.Step::process, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(judged::steps);
        return judged.reasons;
    }

    private void bound() {
        long bound = clocks.boundNanos();
        if (clocks.endToEndBoundNanos().isEmpty()) {
            degraded("the clock offset between the workers is unknown");
        } else if (bound > ClockSpread.TOLERATED_NANOS) {
            degraded(
                    "end-to-end times between workers can be wrong by %.3f ms (%s clocks: %s)",
                    bound / 1e6, clocks.mode(), clocks.why());
        } else if (measured.of(measured.endToEndHeadline()).percentileNanos(50) < bound) {
            String text = "at least half of the end-to-end latencies are below %.3f ms, the error bound of the workers'"
                    + " clocks";
            reasons.add(Reason.of(ReasonCode.CLOCKS_INEXACT, Severity.NOTE, text, bound / 1e6));
        }
    }

    /** Adds a reason about negative times; those within the error bound are as right as any other. */
    private void negative() {
        long beyond = Math.max(beyond(Latency.END_TO_END_RESPONSE), beyond(Latency.END_TO_END_SERVICE));
        if (beyond > 0) {
            degraded(
                    "%,d messages seem to have arrived before they were due or sent, by more than the clocks' bound of"
                            + " %.3f ms",
                    beyond, clocks.boundNanos() / 1e6);
        }
    }

    private long beyond(Latency latency) {
        return measured.of(latency).negativeMagnitudes().countAbove(clocks.boundNanos());
    }

    private void steps(List<Clocks.Step> ofProcess) {
        Clocks.Step farthest = Collections.max(ofProcess, Comparator.comparingLong(step -> Math.abs(step.byNanos())));
        degraded(
                "the wall clock of %s was set %,d times, at %s %s by %.3f ms. Latencies use the monotonic "
                        + "clock, which does not step; but if the host was suspended, that clock stood still, too",
                farthest.process(),
                ofProcess.size(),
                farthest.at().text(),
                farthest.byNanos() < 0 ? "back" : "forward",
                Math.abs(farthest.byNanos()) / 1e6);
    }

    private void degraded(String format, Object... values) {
        reasons.add(Reason.of(ReasonCode.CLOCKS_INEXACT, Severity.DEGRADED, format, values));
    }
}
