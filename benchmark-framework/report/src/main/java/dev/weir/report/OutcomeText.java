package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.RunMeasurements.Distribution;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Explains what an outcome means for the figures of a run, on pages and terminals. */
public final class OutcomeText {
    public static final String ENDED_EARLY = "A person ended the run early.";

    /** Latencies for which a run is read; of each list, the first that was measured. */
    private static final List<List<Latency>> HEADLINES = List.of(Latency.PUBLISHING, Latency.DELIVERY, Latency.READS);

    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99};

    private OutcomeText() {}

    /** Returns what the outcome of a run of Weir means for its figures. */
    public static String of(StoredResult result) {
        Outcome outcome = result.outcome();
        String text = switch (outcome) {
            case VALID -> valid(result.weir().measurements().latency(), result.reasons());
            case DEGRADED, INVALID -> unreliable(result.reasons(), Severity.valueOf(outcome.name()));
            case FAILED -> {
                String why = result.weir().verdict().failure().orElse("it does not say why");
                yield "The run was not carried out: " + why + ".";
            }
        };
        return result.weir().inItsOptions(text);
    }

    /** Says up to which percentile the latencies of a valid run hold, and of what kind of system. */
    static String valid(Map<String, Distribution> latencies, List<Reason> reasons) {
        double explained = reasons.stream()
                .flatMapToDouble(reason -> reason.fromPercentile().stream())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        List<LatencySummary> headlines = HEADLINES.stream()
                .flatMap(each -> each.stream()
                        .flatMap(latency -> Stream.ofNullable(latencies.get(latency.key())))
                        .limit(1))
                .map(Distribution::summary)
                .toList();
        String last = DoubleStream.of(PERCENTILES)
                .filter(percentile -> percentile < explained)
                .mapToObj(LatencySummary::name)
                .takeWhile(name ->
                        headlines.stream().allMatch(each -> each.nanos(name).isPresent() && !each.isLowerBound(name)))
                .reduce("", (before, name) -> name);
        String holds =
                last.isEmpty() ? ", but percentiles of latencies do not hold" : ", up to the " + last + " of latencies";
        boolean isEmbedded = reasons.stream().anyMatch(reason -> reason.code() == ReasonCode.EMBEDDED_CLUSTER);
        return "Weir found nothing in itself that puts these figures in doubt" + (headlines.isEmpty() ? "" : holds)
                + "."
                + (isEmbedded
                        ? " They are those of an embedded cluster, whose brokers share this host with their load."
                        : "");
    }

    /** Explains a degraded or invalid run: its first reason of that severity, and what to do about it. */
    static String unreliable(List<Reason> all, Severity severity) {
        String meaning = severity == Severity.INVALID
                ? "The results are invalid and must not be used: "
                : "The results can be used, but they are less reliable: ";
        var reasons =
                all.stream().filter(reason -> reason.severity() == severity).toList();
        if (reasons.isEmpty()) {
            return meaning + "the result file contains no reason.";
        }
        Reason first = reasons.get(0);
        int others = reasons.size() - 1;
        String more = others > 0 ? " (" + NumberText.counted(others, "more reason") + " below)" : "";
        var remedy = first.code().explanation().map(each -> " " + each.remedy());
        return meaning + first.text() + more + "." + remedy.orElse("");
    }
}
