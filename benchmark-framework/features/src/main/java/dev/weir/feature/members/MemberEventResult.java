package dev.weir.feature.members;

import dev.weir.result.value.Moment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Effect of a change of the members of groups: from this event to the next one of the same subscription, or to the end
 * of the measurement.
 *
 * @param action join, leave, stop or kill
 * @param subscription name of the subscription
 * @param afterSeconds when it was due, after the begin of the measurement
 * @param at when it was done
 * @param count number of members of each group that it concerned
 * @param assignment effect on the assignment; {@link AssignmentChange#NONE} for a share group
 * @param silence effect on the deliveries
 * @param duplicated arrivals of messages that had arrived before; in a share group messages that ended again; empty if
 *     unknown or not audited
 * @param redelivered in a share group, deliveries after which the system has to deliver the message again, because the
 *     consumer ended or the lock expired; empty if unknown, and for a consumer group
 */
public record MemberEventResult(
        String action,
        String subscription,
        double afterSeconds,
        Moment at,
        int count,
        AssignmentChange assignment,
        Silence silence,
        OptionalLong duplicated,
        OptionalLong redelivered) {
    /** Value of {@link AssignmentChange#state}: each partition had one owner after changes of the assignment. */
    public static final String COMPLETE = "complete";

    /** Value of {@link AssignmentChange#state}: no partition changed its owner. */
    public static final String UNCHANGED = "unchanged";

    /**
     * Returns the longest silence of several events, in nanoseconds: at least {@link
     * MemberEvent#MIN_SILENCE_NANOS}. Empty if the silence of an event is unknown, or if there are no events.
     */
    public static OptionalDouble longestSilenceNanos(List<MemberEventResult> events) {
        OptionalDouble longest = longestNanos(
                events.stream().map(event -> event.silence().maxSeconds()).toList());
        return longest.isEmpty()
                ? longest
                : OptionalDouble.of(Math.max(MemberEvent.MIN_SILENCE_NANOS, longest.getAsDouble()));
    }

    /**
     * Returns the longest time until an assignment was complete, in nanoseconds, of events that changed one. Empty if
     * the time of an event is unknown, or if there are no events.
     */
    public static OptionalDouble longestAssignmentNanos(List<MemberEventResult> events) {
        return longestNanos(events.stream()
                .map(MemberEventResult::assignment)
                .filter(assignment ->
                        !assignment.state().equals(UNCHANGED) && !assignment.equals(AssignmentChange.NONE))
                .map(AssignmentChange::completeAfterSeconds)
                .toList());
    }

    private static OptionalDouble longestNanos(List<OptionalDouble> seconds) {
        return seconds.stream().anyMatch(OptionalDouble::isEmpty)
                ? OptionalDouble.empty()
                : seconds.stream().mapToDouble(each -> each.getAsDouble() * 1e9).max();
    }

    /**
     * Change of the assignment of partitions to members.
     *
     * @param state {@value #COMPLETE}, {@value #UNCHANGED}, incomplete if a partition had no owner at the end, unknown,
     *     or none in a share group
     * @param completeAfterSeconds from the event to the last change, after which each partition had one owner
     * @param moved partitions that another member had at the end
     * @param movedWithoutNeed those of them beyond the fewest moves that share the partitions evenly
     */
    public record AssignmentChange(
            String state, OptionalDouble completeAfterSeconds, OptionalInt moved, OptionalInt movedWithoutNeed) {
        /** Partitions of a share group have no owners. */
        public static final AssignmentChange NONE =
                new AssignmentChange("none", OptionalDouble.empty(), OptionalInt.empty(), OptionalInt.empty());
    }

    /**
     * For each partition, the longest time without a delivery that began before the event was over. An event is over
     * when its assignment is complete and a stop has ended; in a share group, when the next event begins.
     *
     * @param maxSeconds longest of all partitions; empty if unknown
     * @param medianSeconds median over all partitions, where one without a gap counts as 0
     * @param unended partitions that were silent until the end of the measurement: their times are lower bounds
     * @param partitions those that were silent for at least 20 ms
     */
    public record Silence(
            OptionalDouble maxSeconds, OptionalDouble medianSeconds, int unended, List<PartitionSilence> partitions) {
        public Silence {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * Silence of a partition.
     *
     * @param fromSeconds last delivery before it, relative to the event; negative if it was before
     * @param toSeconds first delivery after it, relative to the event; the end of the measurement if there was none
     * @param moved whether another member had the partition at the end
     */
    public record PartitionSilence(
            String topic, int partition, double fromSeconds, double toSeconds, boolean ended, boolean moved) {
        public double seconds() {
            return toSeconds - fromSeconds;
        }
    }
}
