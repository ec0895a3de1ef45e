package dev.weir.coordinator.phase;

import dev.weir.clock.Clock;
import dev.weir.coordinator.figures.LastArrival;
import java.time.Duration;

/**
 * For how long no message may arrive until delivery counts as ended. After the loss of a worker it is longer,
 * because the system first gives the lost worker's partitions to other consumers. Used by the coordinator's
 * thread.
 *
 * @param usual time without arrivals that ends delivery while no worker is lost
 */
public record DeliverySilence(Duration usual, LastArrival lastArrival, Clock clock) {
    /**
     * After the loss of a worker. The usual silence counts from the end of the take-over, so that what is returned
     * changes with each arrival.
     *
     * @param lostNanos when the last worker was lost, epoch nanoseconds
     * @param takeOver longest time until other consumers own the lost worker's partitions
     */
    public Duration afterLoss(long lostNanos, Duration takeOver) {
        Duration left =
                Duration.ofNanos(lostNanos - clock.epochNanos()).plus(takeOver).plus(usual);
        Duration needed = lastArrival.quiet().plus(left);
        return needed.compareTo(usual) > 0 && !left.isNegative() ? needed : usual;
    }
}
