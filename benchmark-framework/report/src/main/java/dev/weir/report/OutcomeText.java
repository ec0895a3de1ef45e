package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunMeasurements.Distribution;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Explains what an outcome means for the figures of a run, on pages and terminals. */
public final class OutcomeText {
    /** Says that a person interrupted the run. */
    public static final String ENDED_EARLY = "A person ended the run early.";

    /** Latencies for which a run is read; of each list, the first that was measured. */
    private static final List<List<String>> HEADLINES = List.of(
            List.of(Latency.PUBLISH_RESPONSE.key(), Latency.PUBLISH_SERVICE.key()),
            List.of(Latency.END_TO_END_RESPONSE.key(), Latency.END_TO_END_SERVICE.key()),
            List.of(Latency.READ_RESPONSE.key(), Latency.READ_SERVICE.key()),
            List.of(Latency.TRANSACTION.key()));

    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99};

    private OutcomeText() {}

    /**
     * Returns what the outcome means for the figures of a run.
     *
     * @param result of Weir
     */
    public static String of(StoredResult result) {
        return result.weir()
                .inItsOptions(
                        switch (result.outcome()) {
                            case VALID -> valid(result.weir().measurements().latency(), result.reasons());
                            case DEGRADED -> degraded(result.reasons());
                            case INVALID -> invalid(result.reasons());
                            case FAILED ->
                                "The run was not carried out: "
                                        + result.weir().verdict().failure().orElse("it does not say why") + ".";
                        });
    }

    /** Says up to which percentile the latencies of a valid run hold, and of what kind of system. */
    static String valid(Map<String, Distribution> latencies, List<Reason> reasons) {
        double explained = reasons.stream()
                .flatMapToDouble(reason -> reason.fromPercentile().stream())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        List<LatencySummary> headlines = HEADLINES.stream()
                .flatMap(names -> names.stream()
                        .flatMap(name -> Stream.ofNullable(latencies.get(name)))
                        .limit(1))
                .map(Distribution::summary)
                .toList();
        String last = "";
        for (double percentile : PERCENTILES) {
            String name = LatencySummary.name(percentile);
            boolean holds = percentile < explained
                    && headlines.stream()
                            .allMatch(each -> each.quantilesNanos().containsKey(name)
                                    && !each.greaterThan().contains(name));
            if (!holds) {
                break;
            }
            last = name;
        }
        String text = "Weir found nothing in itself that puts these figures in doubt"
                + (headlines.isEmpty()
                        ? "."
                        : last.isEmpty()
                                ? ", but percentiles of latencies do not hold."
                                : ", up to the " + last + " of latencies.");
        boolean isEmbedded = reasons.stream().anyMatch(reason -> reason.code() == ReasonCode.EMBEDDED_CLUSTER);
        return isEmbedded
                ? text + " They are those of an embedded cluster, whose brokers share this host with their load."
                : text;
    }

    /** Explains a degraded run: the first reason, and what to do about it. */
    static String degraded(List<Reason> reasons) {
        return "The results can be used, but they are less reliable: " + why(reasons, Severity.DEGRADED);
    }

    /** Explains an invalid run: the first reason, and what to do about it. */
    static String invalid(List<Reason> reasons) {
        return "The results are invalid and must not be used: " + why(reasons, Severity.INVALID);
    }

    /** Returns the reason that these texts explain. */
    static Optional<Reason> first(List<Reason> reasons, Severity severity) {
        return reasons.stream().filter(reason -> reason.severity() == severity).findFirst();
    }

    private static String why(List<Reason> all, Severity severity) {
        Optional<Reason> explained = first(all, severity);
        if (explained.isEmpty()) {
            return "the result file contains no reason.";
        }
        Reason first = explained.get();
        long others =
                all.stream().filter(reason -> reason.severity() == severity).count() - 1;
        String more = others > 0 ? " (" + NumberText.counted(others, "more reason") + " below)" : "";
        String remedy = first.code()
                .explanation()
                .map(explanation -> " " + explanation.remedy())
                .orElse("");
        return first.text() + more + "." + remedy;
    }
}
