package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Audit;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.search.SearchResult.SearchDocument;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.stored.StoredResult.StoredThroughput;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run in one line: its rate, the percentiles of its first headline latency, its outcome and its codes. For a search,
 * the rate that it found.
 *
 * @param number its number in the campaign, from 1
 * @param label values by which it differs from the others of its campaign
 */
public record RunLine(int number, String label, StoredResult result) {
    private static final String INDENT = "    ";

    /** A run's line has the first of these latencies that the run has. */
    private static final List<Latency> LATENCIES = Stream.of(Latency.PUBLISHING, Latency.DELIVERY, Latency.READS)
            .flatMap(List::stream)
            .toList();

    /** Returns the runs that have a readable result; {@code report} states the problems of others. */
    public static List<RunLine> of(CampaignIndex index, Path folder) {
        Map<Integer, String> labels = labels(index.runs());
        List<RunLine> lines = new ArrayList<>();
        for (IndexedRun run : index.runs()) {
            run.resultIn(folder)
                    .flatMap(file -> StoredResult.read(file, new Problems()))
                    .ifPresent(result ->
                            lines.add(new RunLine(run.number(), labels.getOrDefault(run.number(), ""), result)));
        }
        return lines;
    }

    /** Returns labels of runs by their numbers: their points if these differ, otherwise their workloads. */
    public static Map<Integer, String> labels(List<IndexedRun> runs) {
        Map<Integer, String> points = labels(runs, RunLine::point);
        return Set.copyOf(points.values()).size() == runs.size() ? points : labels(runs, IndexedRun::workload);
    }

    private static Map<Integer, String> labels(List<IndexedRun> runs, Function<IndexedRun, String> name) {
        boolean several = runs.stream().map(IndexedRun::driver).distinct().count() > 1;
        Map<Integer, String> labels = new HashMap<>();
        for (IndexedRun run : runs) {
            String time = run.isDiscarded() ? ", discarded" : run.repeat() > 1 ? " #" + run.repeat() : "";
            labels.put(run.number(), name.apply(run) + (several ? " on " + run.driver() : "") + time);
        }
        return labels;
    }

    private static String point(IndexedRun run) {
        String point = run.point().entrySet().stream()
                .map(each -> FieldChange.label(each.getKey()) + "=" + each.getValue())
                .collect(Collectors.joining(" "));
        return point.isEmpty() ? run.workload() : point;
    }

    /** Returns {@code 1,998 msg/s, publishResponse p50 2.31, p99 9.12, p99.9 15.0 ms  VALID}; for a failed run, the failure. */
    public String text() {
        return String.join("  ", parts());
    }

    /**
     * Returns a title and the {@link #text}, on one line if they fit. Otherwise the line is broken before the figures,
     * and also before the outcome if the figures and the outcome do not fit on one line.
     */
    public List<String> lines(String title, int columns) {
        String line = title + ": " + text();
        if (line.length() <= columns) {
            return List.of(line);
        }
        List<String> lines = new ArrayList<>(Paragraph.lines("", INDENT, title + ":", columns));
        int room = columns - INDENT.length();
        for (String part : text().length() <= room ? List.of(text()) : parts()) {
            lines.addAll(
                    part.length() <= room ? List.of(INDENT + part) : Paragraph.lines(INDENT, INDENT, part, columns));
        }
        return lines;
    }

    /** Returns the figures, and the outcome with its codes; for a failed run only the latter. */
    private List<String> parts() {
        String failure = result.weir().verdict().failure().orElse("");
        if (!failure.isEmpty()) {
            return List.of(result.outcome() + ": " + failure);
        }
        List<String> figures = new ArrayList<>(List.of(rate() + " msg/s"));
        if (latency().isPresent()) {
            figures.add(latency().get().getKey() + " p50 " + millis("p50"));
            figures.add("p99 " + millis("p99"));
            figures.add("p99.9 " + millis("p99.9") + " ms");
        }
        String missed = String.join(", ", missed());
        return List.of(String.join(", ", figures), verdict() + (missed.isEmpty() ? "" : "; missed " + missed));
    }

    /** Returns the name and the figures of its latency; empty if it measured none. */
    Optional<Map.Entry<String, LatencySummary>> latency() {
        Map<String, LatencySummary> all = summaries();
        return LATENCIES.stream()
                .flatMap(each -> Stream.ofNullable(all.get(each.key())).map(found -> Map.entry(each.key(), found)))
                .findFirst();
    }

    /** Returns a percentile of that latency in milliseconds; {@code -} if unknown. */
    String millis(String quantile) {
        return latency()
                .map(named -> Figures.millis(named.getValue(), quantile))
                .orElse("-");
    }

    /** Returns messages per second; {@code -} if there are none. */
    String rate() {
        return achieved(result).stream().mapToObj(Figures::rate).findFirst().orElse("-");
    }

    /** Returns the outcome, with {@link #codes}. */
    String verdict() {
        return result.outcome() + (hasCodes() ? (reasons().isEmpty() ? "; " : ": ") + codes() : "");
    }

    /** Returns codes: the first reason for the outcome, the number of the others, and the findings. */
    String codes() {
        List<String> reasons = reasons();
        String first = reasons.isEmpty() ? "" : reasons.get(0);
        String others = reasons.size() > 1 ? " +" + (reasons.size() - 1) + " more" : "";
        String found = findings().isEmpty() ? "" : "found " + String.join(", ", findings());
        return Stream.of(first + others, found).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    boolean hasCodes() {
        return !reasons().isEmpty() || !findings().isEmpty();
    }

    private List<String> reasons() {
        return names(result.reasons().stream()
                .filter(reason -> reason.severity() != Severity.NOTE)
                .map(Reason::code));
    }

    private List<String> findings() {
        return names(result.findings().stream().map(Finding::code));
    }

    private static List<String> names(Stream<? extends Code> codes) {
        return codes.map(Code::name).distinct().toList();
    }

    private List<String> missed() {
        return result.missedThresholds().stream().map(ThresholdCheck::sentence).toList();
    }

    Map<String, LatencySummary> summaries() {
        Map<String, LatencySummary> summaries = new LinkedHashMap<>();
        result.weir().measurements().latency().forEach((name, stored) -> summaries.put(name, stored.summary()));
        return summaries;
    }

    /** Returns the achieved rate; of a search the sustained one, of a run that only reads what was answered or received. */
    public static OptionalDouble achieved(StoredResult result) {
        if (result.isSearch()) {
            return result.search().flatMap(found -> found.answer().sustainedMessagesPerSecond()).stream()
                    .mapToDouble(Number::doubleValue)
                    .findFirst();
        }
        StoredThroughput rates = result.throughput();
        return Stream.of(rates.achieved(), rates.answered(), rates.delivered())
                .filter(rate -> rate.isPresent() && rate.getAsDouble() > 0)
                .findFirst()
                .orElse(rates.achieved());
    }

    /** Returns the fields that most scripts need, with the names and values of result files. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("label", label);
        fields.put("workload", result.workload());
        fields.put("driver", result.driver());
        fields.put("point", result.point());
        fields.put("discarded", result.isDiscarded());
        fields.put("outcome", result.outcome());
        fields.put("interrupted", result.isInterrupted());
        fields.put("failure", result.weir().verdict().failure());
        fields.put("reasons", names(result.reasons().stream().map(Reason::code)));
        fields.put("findings", findings());
        fields.put("missedThresholds", missed());
        fields.put("throughput", result.weir().load().throughput());
        fields.put("latency", summaries());
        fields.put("audit", result.audit().map(Audit::violations));
        result.search().map(SearchDocument::answer).ifPresent(answer -> fields.put("search", answer));
        fields.put("result", result.file().toString());
        return fields;
    }
}
