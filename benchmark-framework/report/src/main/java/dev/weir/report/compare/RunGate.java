package dev.weir.report.compare;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.stored.StoredResult.StoredThroughput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks whether runs are valid, where they ran, whether that is one cluster as two systems, whether they achieved their
 * rates, and what was found.
 */
public final class RunGate {
    private static final String UNKNOWN = "unknown";

    /** As in the finding LOAD_NOT_MET, which OMB's files do not have. */
    public static final double LOAD_MET = 0.99;

    private RunGate() {}

    static List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        List<ComparisonRemark> remarks = new ArrayList<>();
        for (RunGroup side : List.of(a, b)) {
            validity(side, rules, remarks);
            doubt(side, RunGate::isBehind, "below 99 % of the target rate, because the system was overloaded")
                    .ifPresent(remark -> remarks.add(remark.warnedBy(ReviewCode.RATES_DIFFER)));
            doubt(side, RunGate::isSilent, "with intervals in which nothing was acknowledged")
                    .ifPresent(remark -> remarks.add(remark.warnedBy(ReviewCode.SYSTEM_ERRORS)));
        }
        hosts(a, b, remarks);
        order(a, b, remarks);
        omb(a, b, remarks);
        for (RunGroup side : List.of(a, b)) {
            // Messages that are lost, or a load that is given up, make the rest of the load easier.
            found(side, "with findings", RunGate::findings)
                    .ifPresent(remark -> remarks.add(remark.warnedBy(ReviewCode.SYSTEM_ERRORS)));
            found(side, "missed a threshold", RunGate::missed).ifPresent(remarks::add);
        }
        return remarks;
    }

    private static void validity(RunGroup side, ComparisonRules rules, List<ComparisonRemark> remarks) {
        for (Outcome outcome : List.of(Outcome.FAILED, Outcome.INVALID)) {
            List<MeasuredRun> runs = side.those(run -> run.result().outcome() == outcome);
            if (!runs.isEmpty()) {
                String why = outcome == Outcome.FAILED
                        ? runs.get(0).result().weir().verdict().failure().orElse("")
                        : String.join(", ", codes(runs, Severity.INVALID));
                Weight weight = rules.evenInvalid() ? Weight.DOUBTFUL : Weight.REFUSED;
                String first = runs.get(0).result().file().toString();
                String text = side.count(runs) + " " + outcome + " (" + why + "): " + first;
                remarks.add(new ComparisonRemark(weight, text).refusedBy(ReviewCode.RUN_DISTURBED));
            }
        }
        Predicate<MeasuredRun> degraded = run -> run.result().outcome() == Outcome.DEGRADED;
        doubt(side, degraded, "DEGRADED: " + String.join(", ", codes(side.those(degraded), Severity.DEGRADED)))
                .ifPresent(remarks::add);
        doubt(side, run -> run.result().isInterrupted(), "ended early by a person")
                .ifPresent(remark -> remarks.add(remark.warnedBy(ReviewCode.RUN_DISTURBED)));
    }

    private static Optional<ComparisonRemark> doubt(RunGroup side, Predicate<MeasuredRun> which, String what) {
        List<MeasuredRun> some = side.those(which);
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(new ComparisonRemark(Weight.DOUBTFUL, side.count(some) + " " + what));
    }

    private static Optional<ComparisonRemark> found(
            RunGroup side, String what, Function<MeasuredRun, List<String>> found) {
        Collection<String> all = new TreeSet<>();
        side.runs().forEach(run -> all.addAll(found.apply(run)));
        return doubt(side, run -> !found.apply(run).isEmpty(), what + ": " + String.join(", ", all));
    }

    private static List<String> findings(MeasuredRun run) {
        return run.result().findings().stream()
                .map(finding -> finding.code().name())
                .filter(code -> !code.equals(FindingCode.LOAD_NOT_MET.name()))
                .toList();
    }

    private static List<String> missed(MeasuredRun run) {
        return run.result().missedThresholds().stream()
                .map(ThresholdCheck::text)
                .toList();
    }

    /** Returns the codes of reasons, the one that weighs most first. */
    private static List<String> codes(List<MeasuredRun> runs, Severity severity) {
        return runs.stream()
                .flatMap(run -> run.result().reasons().stream())
                .filter(reason -> reason.severity() == severity)
                .sorted(Reason.BY_WEIGHT)
                .map(reason -> reason.code().name())
                .distinct()
                .toList();
    }

    /** Returns whether a run missed its target rate. The finding also considers aborted messages and late snapshots. */
    private static boolean isBehind(MeasuredRun run) {
        if (!run.isOmb()) {
            return run.result().findings().stream().anyMatch(finding -> finding.code() == FindingCode.LOAD_NOT_MET);
        }
        StoredThroughput throughput = run.result().throughput();
        return throughput.target().isPresent()
                && throughput.achieved().orElse(0)
                        < LOAD_MET * throughput.target().getAsDouble();
    }

    /** Returns whether an OMB run ended early: only its rates reveal that. Weir's have findings, if messages waited. */
    private static boolean isSilent(MeasuredRun run) {
        return run.isOmb()
                && run.value(Comparison.ACHIEVED_RATE).isPresent()
                && run.intervals().stream()
                        .anyMatch(interval -> interval.messages().acknowledged() == 0);
    }

    private static void hosts(RunGroup a, RunGroup b, List<ComparisonRemark> remarks) {
        if (!isAllOmb(a) && !isAllOmb(b)) {
            unequal("client hosts", a.texts(RunGate::hosts), b.texts(RunGate::hosts), Weight.UNEQUAL)
                    .ifPresent(remark -> remarks.add(remark.warnedBy(ReviewCode.SETTINGS_DIFFER)));
            unequal("brokers", a.texts(RunGate::brokers), b.texts(RunGate::brokers), Weight.UNEQUAL)
                    .ifPresent(remark -> remarks.add(remark.refusedBy(ReviewCode.PLATFORMS_DIFFER)));
            unequal("version of Weir", a.texts(RunGate::version), b.texts(RunGate::version), Weight.NOTE)
                    .ifPresent(remarks::add);
        }
        if (Stream.of(a, b).anyMatch(side -> side.runs().stream().anyMatch(RunGate::isEmbedded))) {
            remarks.add(new ComparisonRemark(
                    Weight.NOTE, "embedded brokers share the host with their load: the figures are that host's"));
        }
    }

    private static Optional<ComparisonRemark> unequal(String what, String ofA, String ofB, Weight weight) {
        return ofA.equals(ofB)
                ? Optional.empty()
                : Optional.of(new ComparisonRemark(weight, what + ": " + ofA + " | " + ofB));
    }

    /** Returns the hosts of a run; without workers, the coordinator's own. */
    public static String hosts(MeasuredRun run) {
        String workers = run.result().weir().instrument().workers().stream()
                .map(worker -> worker.host().orElse(UNKNOWN))
                .sorted()
                .collect(Collectors.joining(", "));
        var coordinator = run.result().provenance().flatMap(provenance -> Worker.host(provenance.coordinator()));
        return workers.isEmpty() ? coordinator.orElse(UNKNOWN) : workers;
    }

    private static String brokers(MeasuredRun run) {
        return isEmbedded(run) ? run.result().setup().embeddedBrokers() + " embedded" : "on their own";
    }

    private static boolean isEmbedded(MeasuredRun run) {
        return run.result().setup().embeddedBrokers() > 0;
    }

    private static String version(MeasuredRun run) {
        return run.result().provenance().map(Provenance::version).orElse(UNKNOWN);
    }

    /** Adds a remark if the runs of one side all came first, because changes over time then look like a difference. */
    private static void order(RunGroup a, RunGroup b, List<ComparisonRemark> remarks) {
        long[] ofA = begins(a);
        long[] ofB = begins(b);
        boolean known = ofA.length == a.runs().size() && ofB.length == b.runs().size();
        if (known
                && Math.min(ofA.length, ofB.length) > 1
                && (ofA[ofA.length - 1] < ofB[0] || ofB[ofB.length - 1] < ofA[0])) {
            String text = "all runs of one side were made before the other's: changes on the hosts meanwhile look like"
                    + " a difference. Alternate the runs of both sides";
            remarks.add(new ComparisonRemark(Weight.DOUBTFUL, text).warnedBy(ReviewCode.RUNS_NOT_ALTERNATED));
        }
    }

    private static long[] begins(RunGroup side) {
        var begins = side.runs().stream().flatMapToLong(run -> run.result().beginNanos().stream());
        return begins.sorted().toArray();
    }

    private static void omb(RunGroup a, RunGroup b, List<ComparisonRemark> remarks) {
        if (a.those(MeasuredRun::isOmb).isEmpty() && b.those(MeasuredRun::isOmb).isEmpty()) {
            return;
        }
        String text = "OMB's latencies start at the late send and hide what stalls cost; end to end they are whole"
                + " milliseconds of uncorrected clocks, without those of 0 and less, and long ones are cut off";
        remarks.add(new ComparisonRemark(Weight.DOUBTFUL, text).warnedBy(ReviewCode.COORDINATED_OMISSION));
        String absent =
                "OMB's files do not contain whether their runs are valid, the number of samples of a percentile,"
                        + " the hosts, the client settings and the durability";
        remarks.add(new ComparisonRemark(Weight.DOUBTFUL, absent));
        if (isAllOmb(a) != isAllOmb(b)) {
            remarks.add(new ComparisonRemark(Weight.UNEQUAL, "one side was measured by OMB, the other by Weir")
                    .refusedBy(ReviewCode.PLATFORMS_DIFFER));
        }
    }

    private static boolean isAllOmb(RunGroup side) {
        return side.runs().stream().allMatch(MeasuredRun::isOmb);
    }

    /**
     * Finds one cluster that was measured as two systems. Two settings of one system on one cluster are a usual
     * comparison, and so is a cluster before and after a change.
     */
    static List<ComparisonRemark> oneCluster(RunGroup a, RunGroup b, ComparisonRules rules) {
        StoredResult ofA = a.runs().get(0).result();
        StoredResult ofB = b.runs().get(0).result();
        Optional<String> cluster = ofA.systemFact("cluster.id");
        if (cluster.isEmpty() || !cluster.equals(ofB.systemFact("cluster.id"))) {
            return List.of();
        }
        boolean sameSystem = ofA.systemFact("system").equals(ofB.systemFact("system"))
                && driver(ofA).equals(driver(ofB));
        String nameOfA = ofA.driver().orElse("unnamed");
        String nameOfB = ofB.driver().orElse("unnamed");
        boolean differ = nameOfA.equals(nameOfB)
                || !FileGate.differences(ofA, ofB).isEmpty()
                || !DurabilityGate.differences(ofA, ofB).isEmpty();
        if (sameSystem && differ) {
            return List.of();
        }
        String text = sameClusterText(cluster.get(), nameOfA, nameOfB, sameSystem);
        return rules.differs().contains(sameClusterField(sameSystem))
                ? List.of(new ComparisonRemark(Weight.NOTE, text))
                : List.of(new ComparisonRemark(Weight.REFUSED, text).refusedBy(ReviewCode.ONE_CLUSTER));
    }

    private static Optional<String> driver(StoredResult result) {
        return result.driverFile().map(file -> String.valueOf(file.get("driver")));
    }

    /** Returns the field that {@code --differs} names if a cluster is to be compared with itself. */
    public static String sameClusterField(boolean sameDriver) {
        return sameDriver ? "name" : "driver";
    }

    public static String sameClusterText(String cluster, String one, String other, boolean sameDriver) {
        return one + " and " + other + " are one cluster (cluster.id " + cluster + "), "
                + (sameDriver ? "with equal settings" : "measured as two systems")
                + "; if that is meant, add --differs " + sameClusterField(sameDriver);
    }
}
