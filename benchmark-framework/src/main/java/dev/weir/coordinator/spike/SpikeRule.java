package dev.weir.coordinator.spike;

import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.LatencySpikes;
import dev.weir.result.document.LatencySpikes.CauseShare;
import dev.weir.result.document.LatencySpikes.Spike;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the latency spikes of a measurement and names their causes.
 *
 * <p>A second is part of a spike if its longest latency exceeds the threshold: the first of {@link Tick#LEVELS_NANOS}
 * that is at least three times the median of all seconds' longest latencies. The messages that completed in this second
 * can have been held up since the second began, less its longest latency.
 *
 * <p>Its extra delay is its longest latency less the median. Evidence belongs to it if it lies in that time, and lasted for
 * at least 60 % of the extra delay. Of several, the one that lasted longest is named. What lasted longer than the extra
 * delay counts as long as it; of those within 20 % of the longest, the one that can have brought about the others is
 * named, see {@link SpikeCause}. Where messages waited ({@link SpikeCause#isWait}) is named only if nothing else lasted for
 * 40 % of the extra delay: the first in their order, since their evidence is added up over all requests and no length of
 * time. If something else lasted for 40 to 60 %, the cause is unknown, and it is given as possible.
 */
final class SpikeRule {
    private static final int TIMES_USUAL = 3;
    private static final double LEAST_SHARE = 0.6;
    private static final double SAME_SHARE = 0.2;
    /** A cause that explains this share of the extra delay can be why messages waited, so the wait is not named. */
    private static final double PART_SHARE = 0.4;
    /** Largest spikes that a result lists. */
    private static final int MOST_LISTED = 50;

    private final List<Tick> ticks;
    private final List<Evidence> evidence;
    private final long usualNanos;
    private final int level;

    private SpikeRule(List<Tick> ticks, List<Evidence> evidence) {
        this.ticks = ticks;
        this.evidence = evidence;
        this.usualNanos = ticks.stream()
                .map(Tick::worstNanos)
                .sorted()
                .skip(ticks.size() / 2)
                .findFirst()
                .orElse(0L);
        this.level = (int) Tick.LEVELS_NANOS.stream()
                .takeWhile(nanos -> nanos < TIMES_USUAL * usualNanos)
                .count();
    }

    /**
     * Returns the spikes; empty if latencies are so long that no threshold fits.
     *
     * @param latency the latency of the ticks
     * @param ticks in order
     */
    static Optional<LatencySpikes> spikes(String latency, List<Tick> ticks, List<Evidence> evidence) {
        var rule = new SpikeRule(ticks, evidence);
        return rule.level < Tick.LEVELS_NANOS.size() ? Optional.of(rule.spikes(latency)) : Optional.empty();
    }

    /** What held up messages, and where. */
    private record Source(SpikeCause cause, String where) {
        private static final Source UNKNOWN = new Source(SpikeCause.UNKNOWN_CAUSE, "");

        String text() {
            return cause.text(where);
        }
    }

    /**
     * A possible source.
     *
     * @param share how much of the extra delay it can explain, 0 to 1; more if that cannot be known
     */
    private record Candidate(Source source, double share) {
        private static final double ANY = 2;

        boolean isWait() {
            return source.cause().isWait();
        }
    }

    private LatencySpikes spikes(String latency) {
        long threshold = Tick.LEVELS_NANOS.get(level);
        double total =
                ticks.stream().mapToDouble(tick -> tick.excessAbove(level)).sum();
        List<Spike> all = new ArrayList<>();
        List<Tick> run = new ArrayList<>();
        for (Tick tick : ticks) {
            boolean high = tick.worstNanos() > threshold;
            if (!run.isEmpty()
                    && (!high || tick.beginNanos() > run.get(run.size() - 1).endNanos())) {
                all.add(spike(run, total));
                run.clear();
            }
            if (high) {
                run.add(tick);
            }
        }
        if (!run.isEmpty()) {
            all.add(spike(run, total));
        }
        List<Spike> listed = all.stream()
                .sorted(Comparator.comparingDouble(Spike::share).reversed())
                .limit(MOST_LISTED)
                .sorted(Comparator.comparingLong(spike -> spike.begin().epochNanos()))
                .toList();
        return new LatencySpikes(latency, threshold, usualNanos, all.size(), total, shares(all), listed);
    }

    private Spike spike(List<Tick> run, double total) {
        Map<Source, Double> sources = new LinkedHashMap<>();
        double excess = 0;
        for (Tick tick : run) {
            double ofTick = tick.excessAbove(level);
            excess += ofTick;
            sources.merge(sources(tick).get(0), ofTick, Double::sum);
        }
        Source source = sources.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        Tick worst =
                run.stream().max(Comparator.comparingLong(Tick::worstNanos)).orElseThrow();
        Optional<Source> second = sources(worst).stream()
                .filter(each -> each.cause() != source.cause() && !isPartOf(each.cause(), source.cause()))
                .findFirst();
        return new Spike(
                new Moment(run.stream().mapToLong(SpikeRule::begin).min().orElseThrow()),
                new Moment(run.get(run.size() - 1).endNanos()),
                worst.worstNanos(),
                total > 0 ? excess / total : 0,
                source.cause(),
                source.where(),
                second.map(Source::text).orElse(""));
    }

    /** Returns whether one cause says no more than the other: a process that collects garbage does not run. */
    private static boolean isPartOf(SpikeCause cause, SpikeCause other) {
        return cause == SpikeCause.UNKNOWN_CAUSE
                || (cause == SpikeCause.BROKER_PAUSE && other == SpikeCause.BROKER_COLLECTION);
    }

    private static long begin(Tick tick) {
        return tick.beginNanos() - tick.worstNanos();
    }

    /** Returns the possible sources, the most likely first; {@link Source#UNKNOWN} if none explains enough. Never empty. */
    private List<Source> sources(Tick tick) {
        double extra = Math.max(1, tick.worstNanos() - usualNanos);
        Map<Source, Double> held = new LinkedHashMap<>();
        for (Evidence each : evidence) {
            if (each.beginNanos() < tick.endNanos() && each.endNanos() > begin(tick)) {
                held.merge(new Source(each.cause(), each.where()), (double) each.heldNanos(), Double::sum);
            }
        }
        List<Candidate> found = new ArrayList<>();
        held.forEach((source, nanos) -> {
            double share = nanos >= Evidence.ANY ? Candidate.ANY : Math.min(1, nanos / extra);
            if (share >= (source.cause().isWait() ? LEAST_SHARE : PART_SHARE)) {
                found.add(new Candidate(source, share));
            }
        });
        if (found.stream().anyMatch(each -> !each.isWait() && each.share() >= LEAST_SHARE)) {
            found.removeIf(each -> each.share() < LEAST_SHARE);
        }
        double longest = found.stream()
                .filter(each -> !each.isWait() && each.share() < Candidate.ANY)
                .mapToDouble(Candidate::share)
                .max()
                .orElse(0);
        found.sort(Comparator.comparing(Candidate::isWait)
                .thenComparing(each -> !each.isWait() && each.share() < longest - SAME_SHARE)
                .thenComparing(each -> each.source().cause())
                .thenComparing(Comparator.comparingDouble(Candidate::share).reversed()));
        List<Source> sources = new ArrayList<>();
        if (found.isEmpty() || found.get(0).share() < LEAST_SHARE) {
            sources.add(Source.UNKNOWN);
        }
        found.forEach(each -> sources.add(each.source()));
        return sources;
    }

    private static List<CauseShare> shares(List<Spike> spikes) {
        Map<CauseShare, CauseShare> shares = new LinkedHashMap<>();
        for (Spike spike : spikes) {
            var none = new CauseShare(spike.cause(), spike.where(), 0, 0);
            var one = new CauseShare(spike.cause(), spike.where(), 1, spike.share());
            shares.merge(none, one, CauseShare::plus);
        }
        return shares.values().stream()
                .sorted(Comparator.comparingDouble(CauseShare::share).reversed())
                .toList();
    }
}
