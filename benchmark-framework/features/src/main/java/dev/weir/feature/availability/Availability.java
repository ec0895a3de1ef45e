package dev.weir.feature.availability;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.PartialOutage;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.ResultPart;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds outages of a load, and how long the load took to recover. */
public final class Availability implements Feature {
    public static final ResultPart<AvailabilityResult> PART =
            new ResultPart<>("availability", new TypeReference<>() {});

    /** The begins of outages are rounded to milliseconds. */
    private static final double ROUNDING_NANOS = 2e6;

    private static final int MAX_PARTITIONS_SHOWN = 5;

    @Override
    public List<?> seats() {
        return List.of(
                PART, (RunObserver.Maker) (request, clock) -> List.of(new AvailabilityTrack(request.workload())));
    }

    /**
     * Makes findings from outages and recoveries.
     *
     * @param loadEndNanos end of the last known snapshot under load; an outage that lasts until then has no known end
     */
    static List<Finding> findings(AvailabilityResult measured, long loadEndNanos) {
        List<Finding> findings = new ArrayList<>();
        add("acknowledged although messages were waiting", measured.publish(), loadEndNanos, findings);
        add("received although acknowledged messages were outstanding", measured.delivery(), loadEndNanos, findings);
        measured.recoveries().forEach(each -> findings.add(recovery(each)));
        return findings;
    }

    private static Finding recovery(RecoveryTime recovery) {
        String cause = IsoTime.timeOfDay(IsoTime.epochNanos(recovery.at())) + " (" + recovery.cause() + ")";
        if (recovery.afterSeconds().isEmpty()) {
            String text =
                    "after %s, throughput and backlog did not return to their previous level before the measurement"
                            + " ended";
            return Finding.of(FindingCode.NOT_RECOVERED, 1, text, cause);
        }
        double seconds = recovery.afterSeconds().getAsDouble();
        String text = seconds == 0
                ? "the load was not disturbed after %2$s"
                : "throughput and backlog returned to their previous level %.1f s after %s";
        return Finding.of(FindingCode.RECOVERED_AFTER, Math.round(seconds * 1000), text, seconds, cause);
    }

    private static void add(String what, Outages outages, long loadEndNanos, List<Finding> findings) {
        int count = outages.count();
        int partial = outages.partial().size();
        List<String> sentences = new ArrayList<>();
        outages.longest().ifPresent(longest -> {
            String text = outage(longest.begin(), longest.seconds(), "nothing was " + what, loadEndNanos);
            String several = "; that was the longest of %,d outages, %.1f s in all";
            sentences.add(text + (count == 1 ? "" : format(several, count, outages.unavailableSeconds())));
        });
        outages.longestPartial().ifPresent(longest -> {
            String nothing = "nothing of " + partitions(longest) + " was " + what;
            String text = outage(longest.begin(), longest.seconds(), nothing, loadEndNanos);
            String several = "; that was the longest of %,d outages of some partitions";
            sentences.add(text + (partial == 1 ? "" : format(several, partial)));
        });
        if (!sentences.isEmpty()) {
            String text = String.join(". ", sentences);
            findings.add(Finding.of(FindingCode.UNAVAILABLE, count + partial, "%s", text));
        }
    }

    private static String outage(String begin, double seconds, String what, long loadEndNanos) {
        long beginNanos = IsoTime.epochNanos(begin);
        boolean hasEnd = beginNanos + seconds * 1e9 + ROUNDING_NANOS < loadEndNanos;
        String least = hasEnd ? "" : "at least ";
        return format("for %s%.1f s %s, from %s on", least, seconds, what, IsoTime.timeOfDay(beginNanos));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String partitions(PartialOutage outage) {
        List<String> names = outage.partitions();
        String shown = String.join(", ", names.subList(0, Math.min(MAX_PARTITIONS_SHOWN, names.size())));
        String more = outage.count() > MAX_PARTITIONS_SHOWN ? ", ..." : "";
        return outage.count() == 1 ? "partition " + shown : outage.count() + " partitions (" + shown + more + ")";
    }
}
