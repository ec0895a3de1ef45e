package dev.weir.campaign;

import dev.weir.result.SearchPoint;
import dev.weir.workload.goal.SearchSpec;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which rate to try next, from what became of those before. Doubles until a rate is not sustained, bisects until the
 * interval is narrow, lets the lower end be confirmed, and tries the upper end once more: a single bad moment of a probe
 * must not pass for the system's limit. What a later run refutes is believed no longer. Pure, and not thread-safe.
 */
final class RateSearch {
    /** A system that does not sustain this sustains nothing. */
    private static final double LEAST_RATE = 1;

    /** So many misses at a rate need no second look. */
    private static final int BELIEVED = 2;

    private static final MathContext DIGITS = new MathContext(5);

    private final SearchSpec spec;
    private final NavigableSet<Double> held = new TreeSet<>();
    private final NavigableMap<Double, Integer> misses = new TreeMap<>();
    private final Map<Double, Integer> confirmations = new HashMap<>();
    private boolean probesMislead;
    private int runs;

    RateSearch(SearchSpec spec) {
        this.spec = spec;
    }

    /** A run to be made. */
    record Step(SearchPoint.Kind kind, double rate) {}

    /** What to run next; empty if the search is over. */
    Optional<Step> next() {
        return runs < SearchSpec.MOST_RUNS ? wanted() : Optional.empty();
    }

    /** Whether the search found its answer before it reached the maximum number of runs. */
    boolean isComplete() {
        return wanted().isEmpty();
    }

    private Optional<Step> wanted() {
        OptionalDouble between = rateBetween();
        if (between.isPresent()) {
            return Optional.of(new Step(
                    probesMislead ? SearchPoint.Kind.CONFIRMATION : SearchPoint.Kind.PROBE, between.getAsDouble()));
        }
        OptionalDouble low = sustained();
        if (low.isPresent() && !isConfirmed()) {
            return Optional.of(new Step(SearchPoint.Kind.CONFIRMATION, low.getAsDouble()));
        }
        OptionalDouble high = notSustained();
        boolean doubted = low.isPresent()
                && high.isPresent()
                && spec.confirmations() > 0
                && misses.getOrDefault(high.getAsDouble(), 0) < BELIEVED;
        return doubted ? Optional.of(new Step(SearchPoint.Kind.PROBE, high.getAsDouble())) : Optional.empty();
    }

    /** A rate that brings the ends closer; empty if they are as close as they have to be. */
    private OptionalDouble rateBetween() {
        OptionalDouble low = sustained();
        OptionalDouble high = notSustained();
        if (high.isEmpty()) {
            double next = low.isEmpty() ? spec.start() : Math.min(spec.most(), 2 * low.getAsDouble());
            return held.contains(next) ? OptionalDouble.empty() : OptionalDouble.of(next);
        }
        double top = high.getAsDouble();
        if (low.isEmpty()) {
            return top <= LEAST_RATE
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Math.max(LEAST_RATE, rounded(top / 2)));
        }
        double bottom = low.getAsDouble();
        double middle = rounded((bottom + top) / 2);
        boolean narrow = top - bottom <= spec.precision() * top || middle <= bottom || middle >= top;
        return narrow ? OptionalDouble.empty() : OptionalDouble.of(middle);
    }

    /** A run whose figures cannot be used. It is repeated. */
    void ranWithoutFigures() {
        runs++;
    }

    /** What became of a run. */
    void ran(Step step, boolean sustained) {
        runs++;
        double rate = step.rate();
        if (sustained) {
            misses.remove(rate);
            held.add(rate);
            if (step.kind() == SearchPoint.Kind.CONFIRMATION) {
                confirmations.merge(rate, 1, Integer::sum);
            }
        } else {
            // The longer run is the better witness: from here on there are only such.
            boolean confirms = step.kind() == SearchPoint.Kind.CONFIRMATION;
            probesMislead |= confirms;
            held.remove(rate);
            misses.merge(rate, confirms ? BELIEVED : 1, Integer::sum);
        }
    }

    /** The highest rate that held, below all that did not; empty if there is none. */
    OptionalDouble sustained() {
        NavigableSet<Double> below = misses.isEmpty() ? held : held.headSet(misses.firstKey(), false);
        return below.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(below.last());
    }

    /** The lowest rate that did not hold; empty if there is none. */
    OptionalDouble notSustained() {
        return misses.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(misses.firstKey());
    }

    /** Whether the sustained rate held in as many confirmations as were asked for. */
    boolean isConfirmed() {
        OptionalDouble low = sustained();
        return low.isPresent() && confirmations.getOrDefault(low.getAsDouble(), 0) >= spec.confirmations();
    }

    /** Rates that people can read; the search is not so fine. */
    private static double rounded(double rate) {
        return new BigDecimal(rate).round(DIGITS).doubleValue();
    }
}
