package dev.weir.feature.spikes;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.code.Code;
import dev.weir.result.value.Moment;
import java.util.List;

/**
 * Latency spikes of the measurement and their most likely causes.
 *
 * @param latency name of the latency
 * @param thresholdNanos latencies above it are part of a spike
 * @param usualNanos median of the longest latencies of all seconds, by when messages ended; 0 if none ended in the
 *     measurement
 * @param excessNanos by how much the latencies above the threshold exceed it, added up
 * @param causes causes, the largest share first
 * @param spikes the largest spikes, in order
 */
public record LatencySpikes(
        String latency,
        long thresholdNanos,
        long usualNanos,
        int count,
        double excessNanos,
        List<CauseShare> causes,
        List<Spike> spikes) {
    public LatencySpikes {
        causes = List.copyOf(causes);
        spikes = List.copyOf(spikes);
    }

    /**
     * A cause.
     *
     * @param where broker, worker or event, such as {@code log of broker-2}; empty if it is unknown
     * @param spikes how many it explains
     * @param share share of {@link LatencySpikes#excessNanos}, 0 to 1
     */
    public record CauseShare(Code cause, String where, int spikes, double share) {
        public CauseShare plus(CauseShare other) {
            return new CauseShare(cause, where, spikes + other.spikes, share + other.share);
        }
    }

    /**
     * A spike.
     *
     * @param begin earliest time at which its messages can have been due
     * @param end when the last of its messages had ended, or Weir stopped waiting for it
     * @param worstNanos longest latency; of a message that did not end, the time that had passed
     * @param share share of {@link LatencySpikes#excessNanos}, 0 to 1
     * @param cause most likely cause
     * @param where broker, worker or event, such as {@code log of broker-2}; empty if it is unknown
     * @param alsoPossible what coincides with its longest latency, too; empty if nothing does
     */
    public record Spike(
            Moment begin,
            Moment end,
            long worstNanos,
            double share,
            Code cause,
            String where,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String alsoPossible) {}
}
