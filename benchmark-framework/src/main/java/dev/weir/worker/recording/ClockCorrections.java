package dev.weir.worker.recording;

import dev.weir.clock.OffsetRamp;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * By how much the clocks of producing workers are ahead of this one's, as the coordinator sees it. The session thread adds;
 * any thread reads.
 *
 * <p>What the coordinator sends are ramps that begin where the last ones end, so that whatever moment is corrected, the
 * correction is the same whether a ramp arrived early or late, and never steps. Without any, nothing is corrected.
 */
public final class ClockCorrections {
    private final int[] workers;
    private final int workerCount;
    private final boolean[] neighbours;
    private final boolean hasNeighbours;
    private volatile Pair pair = new Pair(null, null);

    /** The newest and the one before it, which holds until the newest begins. */
    private record Pair(Message.@Nullable ClockCorrection earlier, Message.@Nullable ClockCorrection later) {
        Message.@Nullable ClockCorrection at(long nanos) {
            return later != null && earlier != null && later.coordinator().fromNanos() > nanos ? earlier : later;
        }
    }

    /** None yet. */
    public ClockCorrections(ProducerLocations places) {
        workers = places.workers().stream().mapToInt(Integer::intValue).toArray();
        workerCount = IntStream.of(workers).max().orElse(-1) + 1;
        neighbours = new boolean[workers.length];
        boolean any = false;
        for (int p = 0; p < workers.length; p++) {
            neighbours[p] = places.neighbours().contains(workers[p]);
            any |= neighbours[p];
        }
        hasNeighbours = any;
    }

    public void add(Message.ClockCorrection correction) {
        pair = new Pair(pair.later, correction);
    }

    /** Our time, on the coordinator's clock. */
    public long toCoordinator(long nanos) {
        Message.ClockCorrection correction = pair.at(nanos);
        return correction == null ? nanos : nanos - correction.coordinator().at(nanos);
    }

    /** How many producers there are in the run. */
    public int producers() {
        return workers.length;
    }

    /** How many workers there are that may run producers. */
    public int workers() {
        return workerCount;
    }

    /** Which of them runs a producer. */
    public int worker(int producer) {
        return workers[producer];
    }

    /** Whether some producers are on this host, and some pairs of the run are not on one. */
    public boolean hasNeighbours() {
        return hasNeighbours;
    }

    /** Whether the pair of that producer and a consumer here is one of those on one host that are told apart. */
    public boolean isNeighbour(int producer) {
        return neighbours[producer];
    }

    /**
     * Puts down how far each producing worker's clock is ahead at a moment of ours. Nothing is allocated.
     *
     * @param aheadNanos one element for each of the {@link #workers()}; stays as it is if nothing is corrected
     */
    public void putAhead(long nanos, long[] aheadNanos) {
        Message.ClockCorrection correction = pair.at(nanos);
        if (correction == null) {
            return;
        }
        List<OffsetRamp> ramps = correction.producing();
        for (int p = 0; p < aheadNanos.length; p++) {
            aheadNanos[p] = ramps.get(p).at(nanos);
        }
    }
}
