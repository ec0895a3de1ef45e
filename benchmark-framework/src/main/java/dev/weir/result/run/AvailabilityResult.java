package dev.weir.result.run;

import dev.weir.result.code.Code;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Outages in which the system did nothing for the load as a whole, and recoveries from faults and outages.
 *
 * @param resolutionSeconds time from one snapshot to the next: an outage may have been longer by up to twice this time
 * @param publish outages in which nothing was acknowledged
 * @param delivery outages in which nothing was received
 * @param recoveries recoveries from faults of brokers, otherwise from outages, in the order in which these began
 */
public record AvailabilityResult(
        double resolutionSeconds, Outages publish, Outages delivery, List<Recovery> recoveries) {
    public AvailabilityResult {
        recoveries = List.copyOf(recoveries);
    }

    /**
     * All outages of a kind.
     *
     * @param count number of outages
     * @param unavailableSeconds total length
     * @param outages in order; only the first ones if there were very many
     */
    public record Outages(int count, double unavailableSeconds, List<Outage> outages) {
        public Outages {
            outages = List.copyOf(outages);
        }

        /** Returns the longest outage; empty if there was none. */
        public Optional<Outage> longest() {
            return outages.stream().max(Comparator.comparingDouble(Outage::seconds));
        }
    }

    /**
     * A time without progress although messages were due.
     *
     * @param begin ISO-8601
     * @param seconds until the begin of the first snapshot with progress, or the end of the measurement
     */
    public record Outage(String begin, double seconds) {}

    /**
     * Time that the load took to return to its previous state.
     *
     * @param cause kind of the event, or {@code PUBLISH_UNAVAILABLE} after an outage
     * @param at when that happened, ISO-8601
     * @param afterSeconds how long the recovery took, 0 if the load was not disturbed; empty if it did not recover
     *     within the measurement
     */
    public record Recovery(Code cause, String at, OptionalDouble afterSeconds) {}
}
