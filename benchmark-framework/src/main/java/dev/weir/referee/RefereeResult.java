package dev.weir.referee;

import dev.weir.driver.referee.RefereeFigures;
import dev.weir.report.compare.RankTest;
import dev.weir.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Result of a comparison with a referee tool.
 *
 * @param tool its name
 * @param differences differences between what the two measure, one line each
 * @param pairs completed pairs
 * @param failure why pairs are missing; empty if there are all
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

    /** Error rate of intervals. */
    static final double LEVEL = 0.05;

    /** Returns the ratio of Weir's messages per second to those of the tool; empty without pairs that have both. */
    Optional<RankTest> messageRateRatio() {
        double[] theirs = messagesPerSecond(pair -> pair.theirs().values());
        double[] ours = messagesPerSecond(RefereePair::values);
        return theirs.length > 0 && ours.length > 0 ? Optional.of(RankTest.of(theirs, ours)) : Optional.empty();
    }

    private double[] messagesPerSecond(Function<RefereePair, Map<String, Double>> side) {
        return pairs.stream()
                .mapToDouble(pair -> side.apply(pair).getOrDefault(RefereeFigures.MESSAGES_PER_SECOND, 0.0))
                .filter(rate -> rate > 0)
                .toArray();
    }

    /** Returns Weir's runs. */
    public List<RunResult> runs() {
        return pairs.stream().map(RefereePair::ours).toList();
    }
}
