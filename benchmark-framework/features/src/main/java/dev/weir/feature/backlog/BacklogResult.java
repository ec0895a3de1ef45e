package dev.weir.feature.backlog;

import dev.weir.result.value.Moment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a backlog was built while consumers were paused, and drained when they went on. Lag is what the positions of
 * consumers are behind the ends of the logs, in messages.
 *
 * @param wantedMessages total lag of all subscriptions at which consumers are resumed
 * @param builtMessages lag when they were resumed
 * @param remoteRatio share of the backlog that only the remote store of the topics contained then; empty if not
 *     requested
 * @param buildSeconds how long the build-up took
 * @param buildMessagesPerSecond rate at which the lag grew during the build-up
 * @param drained whether the lag shrank to {@code leftMessages}
 * @param drainSeconds how long that took; empty if it did not drain, or messages of it expired
 * @param drainMessagesPerSecond rate at which the lag shrank; negative if it grew; empty if messages of it expired
 * @param leftMessages lag that counts as none: messages in flight at the rate and latency before the backlog, and
 *     the part that the workload leaves
 * @param equilibriumMessages lag that remained; empty if it drained
 * @param expiredMessages messages that were removed during build-up and drain before consumers received them
 * @param endToEndLimitNanos twice the p99 before the backlog; empty if that is unknown
 * @param endToEndBackSeconds time after which the p99 of end-to-end times stayed below the limit, since consumers
 *     were resumed; empty if it never did
 * @param lag lag from the end of the warm-up on, one for each snapshot
 */
public record BacklogResult(
        long wantedMessages,
        long builtMessages,
        OptionalDouble remoteRatio,
        double buildSeconds,
        double buildMessagesPerSecond,
        boolean drained,
        OptionalDouble drainSeconds,
        OptionalDouble drainMessagesPerSecond,
        long leftMessages,
        OptionalLong equilibriumMessages,
        long expiredMessages,
        OptionalLong endToEndLimitNanos,
        OptionalDouble endToEndBackSeconds,
        List<Lag> lag) {
    public BacklogResult {
        lag = List.copyOf(lag);
    }

    /**
     * Lag of subscriptions at one time.
     *
     * @param at ISO-8601
     * @param messages lag of each subscription, in the order of their numbers, all topics together
     */
    public record Lag(Moment at, List<Long> messages) {
        public Lag {
            messages = List.copyOf(messages);
        }
    }
}
