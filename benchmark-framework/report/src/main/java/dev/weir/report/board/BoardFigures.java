package dev.weir.report.board;

import dev.weir.report.Figures;
import dev.weir.report.RunLine;
import dev.weir.report.compare.RunGate;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.result.stored.StoredLatency;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Figures of a result on the board.
 *
 * @param target target rate, messages per second; empty if it had none
 * @param achieved achieved rate, messages per second; empty if nothing was measured
 * @param p99Millis p99 of its latency, at least its error by the clocks; empty if it is unknown or only a lower bound
 * @param latency which latency it is; empty if it measured none
 */
public record BoardFigures(
        OptionalDouble target, OptionalDouble achieved, OptionalDouble p99Millis, String latency, Texts texts) {
    /** Figures as a reader sees them, and the number of samples of the latency; empty if unknown. */
    public record Texts(String rate, String p50, String p99, String samples) {}

    static BoardFigures of(ShownRun run) {
        OptionalDouble achieved = new RunLine(1, "", run.result()).achieved();
        String rate = Cells.number(achieved, NumberKind.RATE);
        // The first that the run has, end-to-end before the others.
        Optional<String> found = Stream.concat(Stream.of(Headline.END_TO_END), Headline.all())
                .map(headline -> headline.of(List.of(run)))
                .filter(run.latencies()::containsKey)
                .findFirst();
        if (found.isEmpty()) {
            return new BoardFigures(
                    run.throughput().target(), achieved, OptionalDouble.empty(), "", new Texts(rate, "", "", ""));
        }
        String latency = found.get();
        StoredLatency stored = Objects.requireNonNull(run.latencies().get(latency));
        long samples = stored.summary().count() + stored.summary().censored();
        return new BoardFigures(
                run.throughput().target(),
                achieved,
                p99(run, latency, stored),
                latency,
                new Texts(
                        rate,
                        run.millisText(latency, "p50"),
                        run.millisText(latency, "p99"),
                        samples > 0 ? Figures.count(samples) : Cells.UNKNOWN));
    }

    private static OptionalDouble p99(ShownRun run, String latency, StoredLatency stored) {
        OptionalDouble p99 = run.millis(latency, "p99");
        double bound = stored.boundNanos().orElse(0) / 1e6;
        boolean unknown = stored.boundNanos().orElse(0) == StoredLatency.UNKNOWN_BOUND
                || stored.summary().greaterThan().contains("p99");
        return unknown || p99.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(bound, p99.getAsDouble()));
    }

    /**
     * Returns the rate by which results are ranked: the target if it was achieved. Rates above it or just below it
     * differ by chance.
     */
    double rankedRate() {
        double rate = achieved.orElse(0);
        return target.isPresent() && rate >= RunGate.LOAD_MET * target.getAsDouble() ? target.getAsDouble() : rate;
    }

    /** Returns whether rates and p99 of both differ by at most this share. */
    boolean isWithin(double margin, BoardFigures other) {
        return isWithin(margin, achieved, other.achieved)
                && isWithin(margin, p99Millis, other.p99Millis)
                && latency.equals(other.latency);
    }

    private static boolean isWithin(double margin, OptionalDouble one, OptionalDouble other) {
        return one.isPresent()
                && other.isPresent()
                && Math.abs(Math.log(one.getAsDouble() / other.getAsDouble())) <= Math.log1p(margin);
    }
}
