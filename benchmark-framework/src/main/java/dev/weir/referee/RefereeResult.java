package dev.weir.referee;

import dev.weir.result.RunResult;
import java.util.List;

/**
 * The result of a comparison with a referee tool.
 *
 * @param tool name of it
 * @param differences in what the two measure, one line each
 * @param pairs those that were completed
 * @param failure why there are no more; empty if there are all
 * @param interrupted whether a person ended it early
 */
public record RefereeResult(
        RefereePlan plan,
        String driver,
        String tool,
        List<String> differences,
        List<RefereePair> pairs,
        String failure,
        boolean interrupted) {
    public RefereeResult {
        differences = List.copyOf(differences);
        pairs = List.copyOf(pairs);
    }

    /** Weir's runs. */
    public List<RunResult> runs() {
        return pairs.stream().map(RefereePair::ours).toList();
    }
}
