package dev.weir.report.compare;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.document.ThresholdCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Finds runs whose systems lost messages or gave up, which makes the load easier. */
public final class FindingGate implements Gate {
    @Override
    public List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        List<ComparisonRemark> remarks = new ArrayList<>();
        for (RunGroup side : List.of(a, b)) {
            found(side, "with findings", FindingGate::codes)
                    .ifPresent(remark -> remarks.add(remark.violates(ReviewCode.SYSTEM_ERRORS)));
            found(side, "missed a threshold", FindingGate::missed).ifPresent(remarks::add);
        }
        return remarks;
    }

    private static Optional<ComparisonRemark> found(
            RunGroup side, String what, Function<MeasuredRun, List<String>> found) {
        List<MeasuredRun> runs = side.those(run -> !found.apply(run).isEmpty());
        Collection<String> all = new TreeSet<>();
        runs.forEach(run -> all.addAll(found.apply(run)));
        return runs.isEmpty()
                ? Optional.empty()
                : Optional.of(new ComparisonRemark(
                        Weight.DOUBTFUL, side.count(runs) + " " + what + ": " + String.join(", ", all)));
    }

    private static List<String> codes(MeasuredRun run) {
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
}
