package dev.weir.feature.availability;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Outages in which the system did nothing for the load as a whole, or for some partitions, and recoveries from faults
 * and outages.
 *
 * @param resolutionSeconds time from one snapshot to the next, which is the resolution of recoveries
 * @param publish outages in which nothing was acknowledged
 * @param delivery outages in which nothing was received
 * @param recoveries recoveries from faults of brokers, otherwise from outages, in the order in which these began
 */
public record AvailabilityResult(
        double resolutionSeconds, Outages publish, Outages delivery, List<RecoveryTime> recoveries) {
    public AvailabilityResult {
        recoveries = List.copyOf(recoveries);
    }

    /**
     * All outages of a kind.
     *
     * @param count number of outages of the load as a whole
     * @param unavailableSeconds total length of these outages
     * @param outages in order; only the first ones if there were very many
     * @param partial outages of some partitions while others made progress, in order; only the first ones if there were
     *     very many
     */
    public record Outages(int count, double unavailableSeconds, List<Outage> outages, List<PartialOutage> partial) {
        public Outages {
            outages = List.copyOf(outages);
            partial = List.copyOf(partial);
        }

        public Optional<Outage> longest() {
            return outages.stream().max(Comparator.comparingDouble(Outage::seconds));
        }

        public Optional<PartialOutage> longestPartial() {
            return partial.stream().max(Comparator.comparingDouble(PartialOutage::seconds));
        }
    }

    /**
     * A time in which messages waited and none made progress.
     *
     * @param begin ISO-8601
     * @param seconds until the next progress, or the end of the measurement
     */
    public record Outage(String begin, double seconds) {}

    /**
     * Outages of partitions that began within a second.
     *
     * @param begin begin of the first one, ISO-8601
     * @param seconds until the end of the last one
     * @param count number of partitions
     * @param partitions their names, as {@code topic-3}; only the first ones if there were many
     */
    public record PartialOutage(String begin, double seconds, int count, List<String> partitions) {
        public PartialOutage {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * Time that the load took to return to its previous state.
     *
     * @param cause text of the event, or {@code an outage of publishing}
     * @param at when that happened, ISO-8601
     * @param afterSeconds how long the recovery took, 0 if the load was not disturbed; empty if it did not recover
     *     within the measurement
     */
    public record RecoveryTime(String cause, String at, OptionalDouble afterSeconds) {}
}
