package dev.weir.feature.availability;

import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Judges when a load had recovered, as {@code docs/result.md} defines it.
 *
 * @param recoveredSeconds how long a recovered load must behave as before; in a load of bursts, whole periods of them
 * @param beforeSeconds time before a disturbance that shows the normal state; in a load of bursts, at least a period
 */
record RecoveryRule(Workload workload, double recoveredSeconds, double beforeSeconds) {
    /** Share of the target rate that a recovered load achieves. */
    private static final double RECOVERED_SHARE = 0.9;

    private static final double RECOVERED_SECONDS = 3;

    private static final double BEFORE_SECONDS = 10;

    /** Backlogs of a recovered load may be larger than before by this many seconds of load. */
    private static final double SLACK_SECONDS = 0.1;

    /**
     * What is known of a snapshot.
     *
     * @param target messages per second; infinite where there was none
     * @param waiting messages that waited for their acknowledgement at its begin, or were sent in it
     * @param open messages that waited for their acknowledgement at its end
     * @param behind messages that were due by its end, but neither acknowledged nor given up
     * @param undelivered acknowledged deliveries that were outstanding at its begin
     * @param backlog acknowledged deliveries that were outstanding at its end
     * @param absent clients whose workers stood still or were lost
     * @param excused those, and clients that brokers stopped because of a quota
     */
    record Point(
            Phase phase,
            long fromNanos,
            long toNanos,
            double target,
            double answered,
            boolean waiting,
            long open,
            double behind,
            long received,
            long undelivered,
            long backlog,
            Absence absent,
            Absence excused) {
        boolean isMeasured() {
            return phase.isMeasured();
        }

        double seconds() {
            return (toNanos - fromNanos) / 1e9;
        }

        /** Returns whether nothing was acknowledged in the whole snapshot although messages waited. */
        boolean isPublishOutage() {
            return waiting && answered == 0 && !excused.producing();
        }
    }

    static RecoveryRule of(Workload workload) {
        LoadShape shape = workload.load().shape();
        double period = shape.arrival() == Arrival.BURST ? shape.burstPeriodNanos() / 1e9 : 1;
        return new RecoveryRule(
                workload, Math.ceil(RECOVERED_SECONDS / period) * period, Math.max(BEFORE_SECONDS, period));
    }

    /**
     * Returns the seconds from a time until the load had recovered; empty if it had not by the end of the measurement.
     *
     * @param undisturbedNanos when the load last behaved as it has to again
     */
    OptionalDouble recoveredAfter(long undisturbedNanos, long atNanos, List<Point> points) {
        List<Point> measured = points.stream()
                .filter(point -> point.isMeasured() && point.toNanos() > atNanos)
                .toList();
        List<Point> before = points.stream()
                .filter(point -> point.toNanos() <= undisturbedNanos
                        && point.fromNanos() >= undisturbedNanos - beforeSeconds * 1e9)
                .toList();
        double seconds = before.stream().mapToDouble(Point::seconds).sum();
        double rateBefore = before.stream().mapToDouble(Point::answered).sum() / Math.max(seconds, SLACK_SECONDS);
        double behind = before.stream().mapToDouble(Point::behind).max().orElse(0);
        double open = before.stream().mapToDouble(Point::open).max().orElse(0);
        double backlog = before.stream().mapToDouble(Point::backlog).max().orElse(0);
        long beforeNanos = before.isEmpty() ? undisturbedNanos : before.get(0).fromNanos();
        LoadShape shape = workload.load().shape();
        int atOnce = workload.messagesAtOnce();
        for (int i = 0; i < measured.size(); i++) {
            int end = i;
            double length = 0;
            double answered = 0;
            double target = 0;
            boolean asBefore = true;
            while (end < measured.size() && length < recoveredSeconds && asBefore) {
                Point point = measured.get(end++);
                double rate = Double.isInfinite(point.target()) ? rateBefore : point.target();
                double slack = SLACK_SECONDS * rate;
                double byChance = shape.chance(rate * (point.toNanos() - beforeNanos) / 1e9, atOnce);
                // Skipped messages stay due, but nothing waits for them.
                boolean isServed = point.open() <= open + slack
                        && (shape.skipsLate() || point.behind() <= behind + slack + byChance);
                asBefore = point.backlog()
                                <= backlog + slack * workload.subscriptions().countStartingWithLoad()
                        && (Double.isInfinite(point.target()) || isServed);
                length += point.seconds();
                answered += point.answered();
                target += rate * point.seconds();
            }
            double least =
                    Math.min(RECOVERED_SHARE * target, target - Math.min(target / 2, shape.chance(target, atOnce)));
            if (asBefore && length >= recoveredSeconds && answered >= least) {
                return OptionalDouble.of(Math.max(0, (measured.get(i).fromNanos() - atNanos) / 1e9));
            }
        }
        return OptionalDouble.empty();
    }
}
