package dev.weir.result.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a backlog was built while consumers were paused, and drained when they went on. Lag is what the positions of
 * consumers are behind the ends of the logs, in messages.
 *
 * @param build how it was built
 * @param drain how it went
 * @param endToEndLimitNanos twice the p99 before the backlog; 0 if that was not known
 * @param endToEndBackSeconds after so long since consumers went on, the p99 of end-to-end times stayed below the limit;
 *     empty if it never did
 * @param lag from the end of the warm-up on, one for each snapshot
 */
public record BacklogResult(
        @JsonUnwrapped Build build,
        @JsonUnwrapped Drain drain,
        long endToEndLimitNanos,
        OptionalDouble endToEndBackSeconds,
        List<Lag> lag) {
    public BacklogResult {
        lag = List.copyOf(lag);
    }

    /**
     * How it was built.
     *
     * @param wantedMessages lag of all subscriptions together at which consumers went on
     * @param builtMessages what it was then
     * @param remoteRatio how much of it was in the remote store of the topics alone then; empty if that was not asked for
     * @param buildSeconds how long it took to build
     * @param buildMessagesPerSecond by how much the lag grew
     */
    public record Build(
            long wantedMessages,
            long builtMessages,
            OptionalDouble remoteRatio,
            double buildSeconds,
            double buildMessagesPerSecond) {}

    /**
     * How it went.
     *
     * @param drained whether it has gone, but for {@code leftMessages}
     * @param drainSeconds how long that took; empty if it did not drain
     * @param drainMessagesPerSecond by how much the lag shrank; negative if it grew
     * @param leftMessages lag that counts as none: what is under way at the rate and latency before the backlog, and the
     *     part that did not have to go
     * @param equilibriumMessages the lag that stayed; empty if it drained
     */
    public record Drain(
            boolean drained,
            OptionalDouble drainSeconds,
            double drainMessagesPerSecond,
            long leftMessages,
            OptionalLong equilibriumMessages) {}

    /**
     * How far subscriptions were behind.
     *
     * @param at ISO-8601
     * @param messages of each subscription, in the order of their numbers, all topics together
     */
    public record Lag(Moment at, List<Long> messages) {
        public Lag {
            messages = List.copyOf(messages);
        }
    }
}
