package dev.weir.result.run;

import dev.weir.result.code.Code;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * When the system did nothing of what it was to do for the load as a whole, and how soon after what happened to it all was
 * as before.
 *
 * @param resolutionSeconds from one snapshot to the next: an outage may have been longer than is told by up to twice as
 *     much
 * @param publish nothing was acknowledged
 * @param delivery nothing was received
 * @param recoveries from what was done to brokers, or else from outages, in the order in which these began
 */
public record AvailabilityResult(
        double resolutionSeconds, Outages publish, Outages delivery, List<Recovery> recoveries) {
    public AvailabilityResult {
        recoveries = List.copyOf(recoveries);
    }

    /**
     * All outages of a kind.
     *
     * @param count how many there were
     * @param unavailableSeconds all of them together
     * @param outages in order; the first of them, where there were very many
     */
    public record Outages(int count, double unavailableSeconds, List<Outage> outages) {
        public Outages {
            outages = List.copyOf(outages);
        }

        /** Empty if there was none. */
        public Optional<Outage> longest() {
            return outages.stream().max(Comparator.comparingDouble(Outage::seconds));
        }
    }

    /**
     * A stretch in which nothing came, though it was due.
     *
     * @param begin ISO-8601
     * @param seconds until the begin of the snapshot that had something again, or the end of the measurement
     */
    public record Outage(String begin, double seconds) {}

    /**
     * How long the load took to be again what it was.
     *
     * @param cause after what: the kind of the event, or {@code PUBLISH_UNAVAILABLE} after an outage
     * @param at when that was, ISO-8601
     * @param afterSeconds how long it took from then on, 0 if the load was not disturbed; empty if it did not recover
     *     within the measurement
     */
    public record Recovery(Code cause, String at, OptionalDouble afterSeconds) {}
}
