package dev.weir.result.journal;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.StoredJournal.JournaledInterval;
import java.util.List;

/**
 * Messages of a run without an end that were sent and not acknowledged, or not delivered, when its journal ended.
 *
 * <p>A journal has their number, but not which ones they are. They are taken to be the last ones that were sent, each at
 * the end of its interval: no other choice has smaller latencies, so these are lower bounds.
 *
 * @param intervals intervals of the journal, in order
 * @param messages messages that were sent and neither acknowledged nor given up
 * @param deliveries outstanding deliveries, including those of these messages
 * @param subscriptions number of subscriptions that began with the load; 0 if nothing was to be delivered
 */
record UnresolvedMessages(List<JournaledInterval> intervals, long messages, long deliveries, long subscriptions) {
    static UnresolvedMessages of(List<JournaledInterval> intervals, long subscriptions) {
        Counts.Sends sends = intervals.stream()
                .map(each -> each.interval().counts())
                .reduce(Counts.NONE, Counts::plus)
                .sends();
        long messages = Math.max(0, sends.sent() - sends.acknowledged() - sends.failed() - sends.aborted());
        long backlog = intervals.isEmpty()
                ? 0
                : intervals.get(intervals.size() - 1).interval().backlogMessages();
        return new UnresolvedMessages(
                intervals, messages, subscriptions == 0 ? 0 : backlog + messages * subscriptions, subscriptions);
    }

    /**
     * Returns lower bounds of the latencies of those that were due in the measurement.
     *
     * @param acknowledges whether the client waits for acknowledgements
     * @param scheduled whether messages are due at a time
     */
    LatencySet bounds(boolean acknowledges, boolean scheduled) {
        var bounds = new LatencySet();
        if (acknowledges) {
            add(bounds, Latency.PUBLISH_SERVICE, Latency.PUBLISH_RESPONSE, scheduled, bounds(messages, 1));
        }
        LatencyHistogram undelivered = bounds(deliveries, subscriptions);
        add(bounds, Latency.END_TO_END_SERVICE, Latency.END_TO_END_RESPONSE, scheduled, undelivered);
        return bounds;
    }

    private static void add(
            LatencySet bounds, Latency service, Latency response, boolean scheduled, LatencyHistogram waited) {
        bounds.of(service).lowerBounds().add(waited);
        if (scheduled) {
            bounds.of(response).lowerBounds().add(waited);
        }
    }

    private LatencyHistogram bounds(long unresolved, long perMessage) {
        var bounds = new LatencyHistogram();
        long left = unresolved;
        for (int i = intervals.size() - 1; i >= 0 && left > 0; i--) {
            JournaledInterval sentIn = intervals.get(i);
            long here = Math.min(
                    left, perMessage * sentIn.interval().counts().sends().sent());
            if (here > 0 && sentIn.phase() != Phase.PREPARE && sentIn.phase() != Phase.WARM_UP) {
                bounds.record(intervals.get(intervals.size() - 1).toNanos() - sentIn.toNanos(), here);
            }
            left -= here;
        }
        return bounds;
    }
}
