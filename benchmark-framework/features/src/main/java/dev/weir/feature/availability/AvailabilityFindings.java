package dev.weir.feature.availability;

import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.PartialOutage;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes findings from outages and recoveries.
 *
 * @param loadEndNanos end of the last known snapshot under load; an outage that lasts until then has no known end
 */
record AvailabilityFindings(long loadEndNanos) {
    /** The begins of outages are rounded to milliseconds. */
    private static final double ROUNDING_NANOS = 2e6;

    private static final int MAX_PARTITIONS_SHOWN = 5;

    List<Finding> of(AvailabilityResult measured) {
        List<Finding> findings = new ArrayList<>();
        add("acknowledged although messages were waiting", measured.publish(), findings);
        add("received although acknowledged messages were outstanding", measured.delivery(), findings);
        measured.recoveries().forEach(each -> findings.add(recovery(each)));
        return findings;
    }

    private static Finding recovery(RecoveryTime recovery) {
        String cause = IsoTime.timeOfDay(IsoTime.epochNanos(recovery.at())) + " (" + recovery.cause() + ")";
        if (recovery.afterSeconds().isEmpty()) {
            return Finding.of(
                    FindingCode.NOT_RECOVERED,
                    1,
                    "after %s, throughput and backlog did not return to their previous level before the measurement"
                            + " ended",
                    cause);
        }
        double seconds = recovery.afterSeconds().getAsDouble();
        return Finding.of(
                FindingCode.RECOVERED_AFTER,
                Math.round(seconds * 1000),
                seconds == 0
                        ? "the load was not disturbed after %2$s"
                        : "throughput and backlog returned to their previous level %.1f s after %s",
                seconds,
                cause);
    }

    private void add(String what, Outages outages, List<Finding> findings) {
        int partial = outages.partial().size();
        String several = outages.count() == 1
                ? ""
                : format(
                        "; that was the longest of %,d outages, %.1f s in all",
                        outages.count(), outages.unavailableSeconds());
        String severalPartial =
                partial == 1 ? "" : format("; that was the longest of %,d outages of some partitions", partial);
        List<String> sentences = new ArrayList<>();
        outages.longest()
                .ifPresent(longest ->
                        sentences.add(outage(longest.begin(), longest.seconds(), "nothing was " + what) + several));
        outages.longestPartial()
                .ifPresent(longest -> sentences.add(
                        outage(longest.begin(), longest.seconds(), "nothing of " + partitions(longest) + " was " + what)
                                + severalPartial));
        if (!sentences.isEmpty()) {
            findings.add(
                    Finding.of(FindingCode.UNAVAILABLE, outages.count() + partial, "%s", String.join(". ", sentences)));
        }
    }

    private String outage(String begin, double seconds, String what) {
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
        int shown = Math.min(MAX_PARTITIONS_SHOWN, names.size());
        return (outage.count() == 1 ? "partition " : outage.count() + " partitions (")
                + String.join(", ", names.subList(0, shown))
                + (outage.count() > shown ? ", ..." : "")
                + (outage.count() == 1 ? "" : ")");
    }
}
