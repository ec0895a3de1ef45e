package dev.weir.campaign.search;

import dev.weir.result.search.ProbeKind;
import dev.weir.workload.search.SearchSpec;
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
 * Chooses the rates of a search, from the results of earlier rates. It doubles the rate until one is not sustained, and
 * bisects until the interval is narrow. Then it confirms the lower end and tries the upper end once more, because a
 * single bad moment of a probe must not count as the system's limit. A later result of a rate replaces earlier ones. No
 * time, threads or files; not thread-safe.
 */
final class RateSearch {
    /** A system that does not sustain this rate sustains none. */
    private static final double MIN_RATE = 1;

    /** A rate that was missed this often is not tried again. */
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

    record Step(ProbeKind kind, double rate) {
        boolean confirms() {
            return kind == ProbeKind.CONFIRMATION;
        }
    }

    Optional<Step> next() {
        return runs < SearchSpec.MAX_RUNS ? wanted() : Optional.empty();
    }

    /** Returns whether the search completed before it reached the maximum number of runs. */
    boolean isComplete() {
        return wanted().isEmpty();
    }

    private Optional<Step> wanted() {
        OptionalDouble between = rateBetween();
        if (between.isPresent()) {
            return Optional.of(
                    new Step(probesMislead ? ProbeKind.CONFIRMATION : ProbeKind.PROBE, between.getAsDouble()));
        }
        OptionalDouble low = sustained();
        if (low.isPresent() && !isConfirmed()) {
            return Optional.of(new Step(ProbeKind.CONFIRMATION, low.getAsDouble()));
        }
        OptionalDouble high = notSustained();
        boolean doubted = low.isPresent()
                && high.isPresent()
                && spec.confirmations() > 0
                && misses.getOrDefault(high.getAsDouble(), 0) < BELIEVED;
        return doubted ? Optional.of(new Step(ProbeKind.PROBE, high.getAsDouble())) : Optional.empty();
    }

    /** Returns a rate between the ends of the interval; empty if it is narrow enough. */
    private OptionalDouble rateBetween() {
        OptionalDouble low = sustained();
        OptionalDouble high = notSustained();
        if (high.isEmpty()) {
            double next = low.isEmpty() ? spec.start() : Math.min(spec.most(), 2 * low.getAsDouble());
            return held.contains(next) ? OptionalDouble.empty() : OptionalDouble.of(next);
        }
        double top = high.getAsDouble();
        if (low.isEmpty()) {
            return top <= MIN_RATE ? OptionalDouble.empty() : OptionalDouble.of(Math.max(MIN_RATE, rounded(top / 2)));
        }
        double bottom = low.getAsDouble();
        double middle = rounded((bottom + top) / 2);
        boolean narrow = top - bottom <= spec.precision() * top || middle <= bottom || middle >= top;
        return narrow ? OptionalDouble.empty() : OptionalDouble.of(middle);
    }

    /** Adds a run without usable figures, which is repeated. */
    void ranWithoutFigures() {
        runs++;
    }

    void ran(Step step, boolean sustained) {
        runs++;
        double rate = step.rate();
        if (sustained) {
            misses.remove(rate);
            held.add(rate);
            if (step.confirms()) {
                confirmations.merge(rate, 1, Integer::sum);
            }
        } else {
            // A confirmation is longer than a probe, and only confirmations follow.
            probesMislead |= step.confirms();
            held.remove(rate);
            misses.merge(rate, step.confirms() ? BELIEVED : 1, Integer::sum);
        }
    }

    /** Returns the highest sustained rate below all unsustained ones; empty if there is none. */
    OptionalDouble sustained() {
        NavigableSet<Double> below = misses.isEmpty() ? held : held.headSet(misses.firstKey(), false);
        return below.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(below.last());
    }

    OptionalDouble notSustained() {
        return misses.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(misses.firstKey());
    }

    /** Returns whether the sustained rate held in all requested confirmations. */
    boolean isConfirmed() {
        OptionalDouble low = sustained();
        return low.isPresent() && confirmations.getOrDefault(low.getAsDouble(), 0) >= spec.confirmations();
    }

    /** Rounds a rate for readability, by less than the precision of the search. */
    private static double rounded(double rate) {
        return new BigDecimal(rate).round(DIGITS).doubleValue();
    }
}
