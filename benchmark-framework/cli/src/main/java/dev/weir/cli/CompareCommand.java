package dev.weir.cli;

import dev.weir.cli.option.FormOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ReportPage;
import dev.weir.cli.output.ResultFiles;
import dev.weir.cli.process.ExitStatus;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.compare.ComparisonLimit;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.ComparisonTable;
import dev.weir.report.compare.DurabilityGate;
import dev.weir.report.compare.MatchedRuns;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.review.Review;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        sortOptions = false,
        customSynopsis = {
            "benchmark compare [OPTIONS] FOLDER",
            "benchmark compare [OPTIONS] A B",
            "benchmark compare [OPTIONS] A... -- B..."
        },
        description = {
            "Report whether B is better than A, worse, or equivalent, or how many more runs are needed to "
                    + "decide. A and B are result files of Weir or OMB, folders of them, or patterns of their names. "
                    + "With one FOLDER, its systems are compared: A is the system of its first run. "
                    + "Make several runs of each side, alternating between the sides. By default, two figures decide: "
                    + "achievedRate and endToEndResponse.p99; of runs with member events, members.silence and "
                    + "members.assignment. --primary names others. Remarks name the rules that the results break, such as "
                    + "TOO_FEW_RUNS: bin/benchmark explain prints them."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.INVALID + ":runs are FAILED or INVALID, or both sides are one cluster under two names",
            ExitStatus.THRESHOLD_MISSED + ":a --fail-if holds or cannot be judged",
            ExitStatus.OK + ":compared"
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark compare results/kafka-and-redpanda",
            "  bin/benchmark compare results/three-sizes --by messageSize",
            "  bin/benchmark compare 'results/x/*kafka*' -- 'results/x/*redpanda*' --format markdown",
            "  bin/benchmark compare results/before -- results/after --html before-after.html",
            "  bin/benchmark compare main -- branch --fail-if 'achievedRate worse > 2%%'"
        })
final class CompareCommand extends ConsoleCommand {
    private static final String SEPARATOR = "--";

    @Parameters(paramLabel = "A", arity = "0..*", description = "The side to compare with")
    private List<String> sideA = List.of();

    @Option(names = SEPARATOR, paramLabel = "B", arity = "1..*", hidden = true, description = "The other side")
    private List<String> sideB = List.of();

    @Option(
            names = "--by",
            paramLabel = "FIELD",
            description =
                    "Split the runs by this field, and compare those with its first value with the others: driver,"
                            + " version, or a field of workloads or drivers such as messageSize or acks (default with one"
                            + " FOLDER: driver)")
    private @Nullable String by;

    @Option(
            names = "--primary",
            paramLabel = "FIGURE",
            split = ",",
            description = "The figures that decide, such as achievedRate,publishResponse.p99.9. Choose them before you "
                    + "look at the results")
    private List<String> primary = List.of();

    @Option(
            names = "--margin",
            paramLabel = "PERCENT",
            defaultValue = "3",
            description = "Largest difference of equivalent sides (default: 3)")
    private double marginPercent;

    @Option(
            names = "--false-alarms",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description =
                    "Probability of a false alarm: a difference is reported for one of the primary figures although"
                            + " there is none. It holds also if runs are added and compared again (default: 5)")
    private double falseAlarmsPercent;

    @Option(
            names = "--planned-runs",
            paramLabel = "NUMBER",
            description = "The number of runs on each side, if it was fixed before the first run. The runs are tested "
                    + "once, when all are there, which finds smaller differences. Without it, you may add runs and "
                    + "compare again at any time")
    private @Nullable Integer plannedRuns;

    @Option(
            names = "--differs",
            paramLabel = "FIELD",
            split = ",",
            description = "Fields of workloads and drivers that are meant to differ, such as linger.ms")
    private Set<String> differs = Set.of();

    @Option(names = "--even-invalid", description = "Compare runs that are FAILED or INVALID, too")
    private boolean evenInvalid;

    @Option(
            names = "--fail-if",
            paramLabel = "CONDITION",
            description =
                    "Exit with 99 if this is proven of B, such as 'endToEndResponse.p99 worse > 5%%', or if there are"
                            + " too few runs for a proof. The figure becomes a primary figure. Can be given several times")
    private List<String> failIf = List.of();

    @Mixin
    private FormOptions form = new FormOptions();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page with the verdicts and all runs side by side. An existing file is replaced")
    private @Nullable Path html;

    /**
     * The sign that elsewhere ends the options begins the other side here, and options may follow. Without clusters of
     * options, an unknown option does not count as this sign with a value.
     */
    static CommandLine commandLine() {
        return new CommandLine(new CompareCommand())
                .setEndOfOptionsDelimiter("\0")
                .setPosixClusteredShortOptionsAllowed(false);
    }

    @Override
    public Integer call() {
        var problems = new Problems();
        ComparisonRules rules = rules(problems);
        List<MetricFigure> figures = MeasuredRun.figures("--primary", primary, problems);
        List<ComparisonLimit> limits = failIf.stream()
                .flatMap(text -> ComparisonLimit.read(text, wrong -> problems.error("--fail-if", wrong)).stream())
                .toList();
        if (html != null) {
            ReportPage.check("--html", html, problems);
        }
        problems.throwIfAny();
        List<MatchedRuns.Pair> pairs = pairs(problems);
        printWarnings(problems);
        List<Comparison> comparisons = pairs.stream()
                .map(pair ->
                        Comparison.of(pair.a(), pair.b(), rules, withLimits(figures, limits, pair), Review.ALL_GATES))
                .toList();
        List<ComparisonRemark> refusals = comparisons.stream()
                .flatMap(comparison -> comparison.refusals().stream())
                .toList();
        if (!refusals.isEmpty()) {
            refusals.forEach(refusal -> err().println(refusal.text()));
            boolean invalid =
                    refusals.stream().anyMatch(refusal -> refusal.rule().equals(Optional.of(ReviewCode.RUN_DISTURBED)));
            err().println("not compared" + (invalid ? ": leave these runs out, or add --even-invalid" : ""));
            return ExitStatus.INVALID;
        }
        form.lines(
                        () -> lines(comparisons, false),
                        () -> lines(comparisons, true),
                        () -> ComparisonTable.csv(comparisons),
                        () -> ComparisonTable.json(comparisons))
                .forEach(out()::println);
        if (html != null) {
            HtmlReport.ofComparisons(comparisons).write(Optional.empty(), html);
            err().println("page: " + html);
        }
        return judge(comparisons, limits) ? ExitStatus.OK : ExitStatus.THRESHOLD_MISSED;
    }

    private ComparisonRules rules(Problems problems) {
        if (!(marginPercent > 0 && marginPercent <= 100)) {
            problems.error("--margin", "must be in (0, 100], got " + marginPercent);
        }
        if (!(falseAlarmsPercent >= 0.01 && falseAlarmsPercent <= 50)) {
            problems.error("--false-alarms", "must be in [0.01, 50], got " + falseAlarmsPercent);
        }
        if (plannedRuns != null && (plannedRuns < 1 || plannedRuns > 1000)) {
            problems.error("--planned-runs", "must be in [1, 1000], got " + plannedRuns);
        }
        OptionalInt planned = plannedRuns == null ? OptionalInt.empty() : OptionalInt.of(plannedRuns);
        Set<String> meant = new HashSet<>(differs);
        Optional.ofNullable(by).ifPresent(meant::add);
        return problems.errors().isEmpty()
                ? new ComparisonRules(falseAlarmsPercent / 100, planned, marginPercent / 100, evenInvalid, meant)
                : ComparisonRules.DEFAULT;
    }

    private List<MatchedRuns.Pair> pairs(Problems problems) {
        if (by != null && !sideB.isEmpty()) {
            problems.error("--by", "splits the runs into sides, and -- does so, too: leave one of them out");
        } else if (sideA.isEmpty() || (sideB.isEmpty() && sideA.size() > 2 && by == null)) {
            problems.error(
                    "compare",
                    "needs a folder with runs of two systems, two sides A... -- B..., or --by FIELD; names before --: "
                            + sideA.size());
        }
        problems.throwIfAny();
        List<MatchedRuns.Pair> pairs = matched(problems);
        pairs.stream()
                .flatMap(pair -> Stream.of(pair.a(), pair.b()))
                .filter(side -> plannedRuns != null && side.runs().size() > plannedRuns)
                .forEach(side -> problems.error(
                        "--planned-runs",
                        "is " + plannedRuns + ", but " + side.name() + " has "
                                + side.runs().size()
                                + " runs: name only the planned runs, or leave the option out"));
        problems.throwIfAny();
        return pairs;
    }

    private List<MatchedRuns.Pair> matched(Problems problems) {
        if (by != null || sideA.size() + sideB.size() == 1) {
            List<StoredResult> all = readSide(sideA.get(0), sideA, problems);
            checkSides(List.of(all), problems);
            problems.throwIfAny();
            return MatchedRuns.pairsBy(by == null ? "driver" : by, all, problems);
        }
        boolean two = sideB.isEmpty();
        List<StoredResult> ofA = readSide("A", two ? sideA.subList(0, 1) : sideA, problems);
        List<StoredResult> ofB = readSide("B", two ? sideA.subList(1, 2) : sideB, problems);
        checkSides(List.of(ofA, ofB), problems);
        problems.throwIfAny();
        return MatchedRuns.pairs(ofA, ofB, problems);
    }

    private static List<MetricFigure> withLimits(
            List<MetricFigure> figures, List<ComparisonLimit> limits, MatchedRuns.Pair pair) {
        List<MetricFigure> all = new ArrayList<>(figures.isEmpty() ? Comparison.defaults(pair.a(), pair.b()) : figures);
        limits.forEach(limit -> all.add(limit.figure()));
        return all.stream().distinct().toList();
    }

    private static List<String> lines(List<Comparison> comparisons, boolean markdown) {
        List<String> lines = new ArrayList<>();
        DurabilityGate.promises(comparisons)
                .forEach(line -> lines.add(markdown ? "**" + ComparisonFormat.escapedMarkdown(line) + "**" : line));
        for (Comparison comparison : comparisons) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            if (comparisons.size() > 1 && !comparison.point().isEmpty()) {
                lines.add(
                        markdown
                                ? "### " + ComparisonFormat.escapedMarkdown(String.valueOf(comparison.point()))
                                : "== " + comparison.point());
            }
            lines.addAll(markdown ? ComparisonFormat.markdown(comparison) : ComparisonFormat.text(comparison));
        }
        return lines;
    }

    /** Returns whether all limits are met; prints the outcome of each. */
    private boolean judge(List<Comparison> comparisons, List<ComparisonLimit> limits) {
        boolean kept = true;
        for (ComparisonLimit limit : limits) {
            for (Comparison comparison : comparisons) {
                ComparisonLimit.LimitOutcome outcome = limit.judge(comparison);
                String of = comparison.point().isEmpty() ? "" : " at " + comparison.point();
                kept &= outcome == ComparisonLimit.LimitOutcome.KEPT;
                err().println("--fail-if: " + limit.text() + of
                        + switch (outcome) {
                            case KEPT -> ": not proven, so it passes; found: " + limit.verdict(comparison);
                            case MISSED -> ": it is";
                            case NOT_JUDGED ->
                                ": cannot be judged, which counts as a failure. Make more runs on each side,"
                                        + " unless the figure is NOT_COMPARABLE";
                        });
            }
        }
        return kept;
    }

    private static List<StoredResult> readSide(String side, List<String> names, Problems problems) {
        List<StoredResult> results = ResultFiles.read(names, problems);
        List<StoredResult> counting =
                results.stream().filter(result -> !result.isDiscarded()).toList();
        if (counting.size() < results.size()) {
            problems.warning(side, (results.size() - counting.size()) + " of its runs were discarded and are left out");
        }
        if (counting.isEmpty() && !results.isEmpty()) {
            problems.error(side, "has only runs that were discarded: name others");
        }
        return counting;
    }

    /** Refuses results that are named twice, and those of searches. */
    private static void checkSides(List<List<StoredResult>> sides, Problems problems) {
        Set<Path> seen = new HashSet<>();
        for (StoredResult result : sides.stream().flatMap(List::stream).toList()) {
            if (!seen.add(result.file().toAbsolutePath().normalize())) {
                problems.error(result.file().toString(), "is named twice: it would count twice");
            }
            if (result.isSearch()) {
                problems.error(
                        result.file().toString(),
                        "is what a search found, and no run: name the results of its runs, which lie beside it");
            }
        }
    }
}
