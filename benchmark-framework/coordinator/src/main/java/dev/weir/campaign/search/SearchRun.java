package dev.weir.campaign.search;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.verdict.SystemFindings;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult;
import dev.weir.result.search.SearchResult.SearchPoint;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.Rate;
import dev.weir.workload.search.SearchSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Searches for the highest sustainable rate, in runs with own topics and results. Used by the campaign's thread. */
public final class SearchRun {
    private static final String FOLDER_ENDING = ".search";

    /** Fewest intervals of a run of a search, which its trend needs. */
    private static final int MIN_INTERVALS = 10;

    private static final long MIN_INTERVAL_MILLIS = 100;

    private final CampaignRun run;
    private final SearchSpec spec;
    private final RateSearch search;
    private final Runs runs;
    private final List<CampaignListener> listeners;
    private final List<SearchPoint> points = new ArrayList<>();
    private final List<RunResult> results = new ArrayList<>();
    private boolean interrupted;
    private String endedBecause = "";

    public SearchRun(CampaignRun run, Runs runs, List<CampaignListener> listeners) {
        this.run = run;
        this.spec = ((Rate.Search) run.workload().load().rate()).spec();
        this.search = new RateSearch(spec);
        this.runs = runs;
        this.listeners = listeners;
    }

    public interface Runs {
        /**
         * Carries out one run, and calls {@code ends} when it is over, before its result is written. Returns no result if an
         * interruption came first.
         */
        Optional<RunResult> carryOut(
                CampaignRun run, Function<CampaignListener, ProgressListener> begins, Consumer<RunResult> ends);
    }

    /**
     * Searches, and writes the result. Returns the run that represents the search: at the found rate, or, if none was found,
     * the last one; empty if it was interrupted.
     */
    public Optional<RunResult> execute() {
        Optional<RateSearch.Step> step = search.next();
        while (step.isPresent() && !interrupted && endedBecause.isEmpty()) {
            RateSearch.Step current = step.get();
            carryOut(current).ifPresent(point -> {
                endedBecause = instrumentLimit();
                if (endedBecause.isEmpty()) {
                    search.ran(current, point.sustained());
                    endedBecause = whyPointless();
                }
            });
            step = search.next();
        }
        if (results.isEmpty()) {
            return Optional.empty();
        }
        RunResult stands = standsForIt();
        Optional<Path> standsIn = lastAt(search.sustained()).map(SearchPoint::resultFile);
        if (spec.withCurve() && search.sustained().isPresent()) {
            for (int percent : SearchSpec.CURVE_PERCENT) {
                if (!interrupted) {
                    double rate = search.sustained().getAsDouble() * percent / 100;
                    carryOut(new RateSearch.Step(ProbeKind.CURVE, rate));
                }
            }
        }
        String why = lastAt(search.notSustained()).map(SearchPoint::why).orElse("");
        var rates = new SearchResult.Rates(search.sustained(), search.isConfirmed(), search.notSustained(), why);
        Path file = run.besideResult(SearchResult.ENDING);
        var found = new SearchResult(run.workload(), stands, rates, interrupted, ended(), points, file);
        listeners.forEach(each -> each.searchEnds(found));
        found.write();
        found.resultFile().ifPresent(copy -> ResultFile.copy(standsIn.orElseThrow(), copy));
        listeners.forEach(each -> each.resultWritten(found.file()));
        return interrupted ? Optional.empty() : Optional.of(stands);
    }

    private String ended() {
        if (interrupted) {
            return "it was interrupted";
        }
        if (!endedBecause.isEmpty()) {
            return endedBecause;
        }
        return search.isComplete() ? "" : "after " + SearchSpec.MAX_RUNS + " runs, which is the most";
    }

    /**
     * Returns why the last run reveals no limit of the system: its senders could not send the target, and the system
     * accepted everything they sent. Empty if it does; if the system accepted less, it does not sustain the rate.
     */
    private String instrumentLimit() {
        RunResult last = results.get(results.size() - 1);
        boolean systemFellShort =
                last.findings().stream().map(Finding::code).anyMatch(SystemFindings.FALLEN_SHORT::contains);
        return last.reasons().stream()
                .filter(reason -> reason.code() == ReasonCode.SENDERS_SATURATED && !systemFellShort)
                .map(reason -> "the instrument's limit, not the system's: " + reason.text())
                .findFirst()
                .orElse("");
    }

    private String whyPointless() {
        if (results.stream().allMatch(result -> result.outcome() == Outcome.FAILED)) {
            return "its first run failed";
        }
        RunResult last = results.get(results.size() - 1);
        List<ThresholdCheck> missed = new ArrayList<>(last.thresholds());
        missed.removeIf(threshold -> !threshold.isMissed());
        boolean unjudged = last.outcome().compareTo(Outcome.INVALID) < 0
                && !missed.isEmpty()
                && missed.stream().noneMatch(ThresholdCheck::judged);
        return unjudged ? missed.get(0).sentence() + ": make probes longer, or ask for less" : "";
    }

    private Optional<SearchPoint> lastAt(OptionalDouble rate) {
        return points.stream()
                .filter(point -> rate.isPresent() && point.messagesPerSecond() == rate.getAsDouble())
                .reduce((one, next) -> next);
    }

    /** Makes a run, and a second one if the first has no usable figures; empty if it was interrupted. */
    private Optional<SearchPoint> carryOut(RateSearch.Step step) {
        Optional<SearchPoint> point = runOnce(step);
        boolean unbelievable = point.map(SearchPoint::outcome)
                .filter(outcome -> outcome == Outcome.INVALID || outcome == Outcome.FAILED)
                .isPresent();
        if (!unbelievable || interrupted) {
            return point;
        }
        search.ranWithoutFigures();
        return runOnce(step);
    }

    private Optional<SearchPoint> runOnce(RateSearch.Step step) {
        int number = points.size() + 1;
        String name = String.format(Locale.ROOT, "%s-%02d.json", step.kind().key(), number);
        CampaignRun probe =
                run.with(workload(step), run.besideResult(FOLDER_ENDING).resolve(name));
        Optional<RunResult> result =
                runs.carryOut(probe, each -> each.probeBegins(probe, number, step.kind()), ended -> {
                    // An interrupted run is no point of the curve: its figures, if any, are not those of its rate.
                    if (!ended.interrupted()) {
                        SearchPoint point = SearchPoint.of(step.kind(), ended, probe.resultFile());
                        points.add(point);
                        listeners.forEach(each -> each.probeEnds(ended, point.why()));
                    }
                });
        interrupted = result.map(RunResult::interrupted).orElse(true);
        result.filter(run -> !interrupted || results.isEmpty()).ifPresent(results::add);
        return interrupted ? Optional.empty() : Optional.of(points.get(points.size() - 1));
    }

    private RunResult standsForIt() {
        OptionalDouble rate = search.sustained();
        RunResult last = results.get(results.size() - 1);
        return results.stream()
                .filter(result -> rate.isPresent() && result.workload().producerRate() == rate.getAsDouble())
                .reduce((one, next) -> next)
                .orElse(last);
    }

    /** Returns the workload of a step, with the criteria and the workload's own thresholds. */
    private Workload workload(RateSearch.Step step) {
        Workload workload = run.workload();
        boolean confirms = step.confirms();
        Duration test = confirms ? spec.confirmationDuration(workload.timing().test()) : spec.probeDuration();
        List<Threshold> thresholds = Stream.concat(spec.criteria().stream(), workload.run().thresholds().stream())
                .distinct()
                .toList();
        Duration warmup = confirms ? workload.timing().warmup() : spec.probeWarmup();
        return new Workload(
                workload.name(),
                workload.topics(),
                workload.messages(),
                workload.subscriptions(),
                ((OpenLoop) workload.load()).withRate(step.rate()),
                new Timing(warmup, Optional.of(test), interval(test)),
                confirms ? workload.phases() : workload.phases().withPlainWarmup(),
                workload.run().withThresholds(thresholds));
    }

    private Duration interval(Duration test) {
        long usual = run.workload().timing().sampleInterval().toMillis();
        return Duration.ofMillis(Math.max(MIN_INTERVAL_MILLIS, Math.min(usual, test.toMillis() / MIN_INTERVALS)));
    }
}
