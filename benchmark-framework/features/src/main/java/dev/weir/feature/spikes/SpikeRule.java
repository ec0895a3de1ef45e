package dev.weir.feature.spikes;

import dev.weir.feature.spikes.DueSeconds.DueSecond;
import dev.weir.feature.spikes.LatencySpikes.CauseShare;
import dev.weir.feature.spikes.LatencySpikes.Spike;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the latency spikes of a measurement and names their causes, as {@code docs/internals/brokers.md} defines them.
 * Seconds whose messages were held up at the same time are one spike, too.
 *
 * <p>Messages that were due while earlier ones were still held up wait for the same reason. So the time of their evidence
 * begins with that of the earlier messages, but is no longer than the longest latency among them. Only faults of the
 * workload and absent brokers count however long ago they began. What lasted longer than the extra delay counts as long
 * as it. Of the evidence within 20 % of the longest, the first {@link SpikeCause} is named, of one cause the lowest {@link
 * Evidence#order}, and of one order the largest share. Of several waits ({@link SpikeCause#isWait}), the order decides before
 * the share, since their evidence is added up over all requests and is no length of time.
 */
final class SpikeRule {
    private static final int TIMES_USUAL = 3;
    private static final double MIN_SHARE = 0.6;
    private static final double SAME_SHARE = 0.2;
    /** A cause that explains this share of the extra delay can be why messages waited, so the wait is not named. */
    private static final double PART_SHARE = 0.4;
    /** Largest spikes that a result lists. */
    private static final int MAX_LISTED = 50;

    private final List<DueSecond> seconds;
    private final List<Evidence> evidence;
    private final long usualNanos;
    private final int level;

    private SpikeRule(DueSeconds latencies, List<Evidence> evidence) {
        this.seconds = latencies.inOrder();
        this.evidence = evidence;
        this.usualNanos = latencies.usualNanos();
        this.level = (int) DueSecond.LEVELS_NANOS.stream()
                .takeWhile(nanos -> nanos < TIMES_USUAL * usualNanos)
                .count();
    }

    /** Returns the spikes; empty if latencies are so long that no threshold fits. */
    static Optional<LatencySpikes> spikes(String latency, DueSeconds latencies, List<Evidence> evidence) {
        var rule = new SpikeRule(latencies, evidence);
        return rule.level < DueSecond.LEVELS_NANOS.size() ? Optional.of(rule.spikes(latency)) : Optional.empty();
    }

    /**
     * A second of a spike.
     *
     * @param fromNanos since when what held up its messages can have done so
     * @param stallNanos since when messages have been held up without a break
     */
    private record Slow(DueSecond second, long fromNanos, long stallNanos) {
        boolean canComeFrom(Evidence each) {
            boolean ofBroker = each.cause() == SpikeCause.FAULT || each.cause() == SpikeCause.BROKER_ABSENT;
            long begin = ofBroker ? stallNanos : fromNanos;
            return each.beginNanos() < second.heldUntilNanos() && each.endNanos() > begin;
        }
    }

    private record Source(SpikeCause cause, String where, int order) {
        private static final Source UNKNOWN = new Source(SpikeCause.UNKNOWN_CAUSE, "", 0);

        String text() {
            return cause.text(where);
        }

        /** Returns whether it names another cause, or another wait of messages, and not only another place. */
        boolean isOtherThan(Source other) {
            return cause != other.cause || (cause.isWait() && order != other.order);
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
        List<List<Slow>> stalls = stalls();
        double total = stalls.stream()
                .flatMap(List::stream)
                .mapToDouble(slow -> slow.second().excessAbove(level))
                .sum();
        List<Spike> all = stalls.stream().map(stall -> spike(stall, total)).toList();
        List<Spike> listed = all.stream()
                .sorted(Comparator.comparingDouble(Spike::share).reversed())
                .limit(MAX_LISTED)
                .sorted(Comparator.comparingLong(spike -> spike.begin().epochNanos()))
                .toList();
        return new LatencySpikes(
                latency, DueSecond.LEVELS_NANOS.get(level), usualNanos, all.size(), total, shares(all), listed);
    }

    /** Returns the seconds above the threshold, those of each spike together. */
    private List<List<Slow>> stalls() {
        List<List<Slow>> all = new ArrayList<>();
        long stall = 0;
        long stallEnd = Long.MIN_VALUE;
        long longest = 0;
        long nextNanos = Long.MIN_VALUE;
        for (DueSecond second : seconds) {
            if (second.worstNanos() <= DueSecond.LEVELS_NANOS.get(level)) {
                continue;
            }
            boolean waits = second.beginNanos() < stallEnd;
            if (!waits && second.beginNanos() > nextNanos) {
                all.add(new ArrayList<>());
            }
            stall = waits ? stall : second.heldFromNanos();
            stallEnd = Math.max(stallEnd, second.heldUntilNanos());
            longest = Math.max(waits ? longest : 0, second.worstNanos());
            nextNanos = second.beginNanos() + DueSecond.NANOS;
            long from = Math.min(second.heldFromNanos(), second.heldUntilNanos() - longest);
            all.get(all.size() - 1).add(new Slow(second, Math.max(stall, from), stall));
        }
        return all;
    }

    private Spike spike(List<Slow> stall, double total) {
        Map<Source, Double> sources = new LinkedHashMap<>();
        double excess = 0;
        long beginNanos = Long.MAX_VALUE;
        long endNanos = Long.MIN_VALUE;
        for (Slow slow : stall) {
            double ofSecond = slow.second().excessAbove(level);
            excess += ofSecond;
            beginNanos = Math.min(beginNanos, slow.second().heldFromNanos());
            endNanos = Math.max(endNanos, slow.second().heldUntilNanos());
            sources.merge(sources(slow).get(0), ofSecond, Double::sum);
        }
        Source source = sources.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        Slow worst = stall.stream()
                .max(Comparator.comparingLong(slow -> slow.second().worstNanos()))
                .orElseThrow();
        Optional<Source> second = sources(worst).stream()
                .filter(each -> each.isOtherThan(source) && each.cause() != SpikeCause.UNKNOWN_CAUSE)
                .findFirst();
        return new Spike(
                new Moment(beginNanos),
                new Moment(endNanos),
                worst.second().worstNanos(),
                total > 0 ? excess / total : 0,
                source.cause(),
                source.where(),
                second.map(Source::text).orElse(""));
    }

    /** Returns the possible sources, the most likely first; {@link Source#UNKNOWN} if none explains enough. Never empty. */
    private List<Source> sources(Slow slow) {
        double extra = Math.max(1, slow.second().worstNanos() - usualNanos);
        Map<Source, Double> held = new LinkedHashMap<>();
        for (Evidence each : evidence) {
            if (slow.canComeFrom(each)) {
                var source = new Source(each.cause(), each.where(), each.order());
                held.merge(source, (double) each.heldNanos(), Double::sum);
            }
        }
        List<Candidate> found = new ArrayList<>();
        held.forEach((source, nanos) -> {
            double share = nanos >= Evidence.ANY ? Candidate.ANY : Math.min(1, nanos / extra);
            if (share >= (source.cause().isWait() ? MIN_SHARE : PART_SHARE)) {
                found.add(new Candidate(source, share));
            }
        });
        if (found.stream().anyMatch(each -> !each.isWait() && each.share() >= MIN_SHARE)) {
            found.removeIf(each -> each.share() < MIN_SHARE);
        }
        double longest = found.stream()
                .filter(each -> !each.isWait() && each.share() < Candidate.ANY)
                .mapToDouble(Candidate::share)
                .max()
                .orElse(0);
        found.sort(Comparator.comparing(Candidate::isWait)
                .thenComparing(each -> !each.isWait() && each.share() < longest - SAME_SHARE)
                .thenComparing(each -> each.source().cause())
                .thenComparing(each -> each.source().order())
                .thenComparing(Comparator.comparingDouble(Candidate::share).reversed()));
        List<Source> sources = new ArrayList<>();
        if (found.isEmpty() || found.get(0).share() < MIN_SHARE) {
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
