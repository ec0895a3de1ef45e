package dev.weir.worker.recording;

import dev.weir.clock.OffsetTrack.OffsetRamp;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How far the clocks of producing workers are ahead of this worker's, by the coordinator's estimates. The session
 * thread adds; any thread reads.
 *
 * <p>The coordinator sends ramps, each of which begins where the previous one ends. So the correction of a time is the
 * same whether a ramp arrived early or late, and it never steps. Without ramps, nothing is corrected.
 */
public final class ClockCorrections {
    private final int[] workers;
    private final int workerCount;
    private final boolean[] neighbours;
    private final boolean hasNeighbours;
    private volatile Pair pair = new Pair(null, null);

    /** The newest correction and the previous one, which applies until the newest begins. */
    private record Pair(Message.@Nullable ClockCorrection earlier, Message.@Nullable ClockCorrection later) {
        Message.@Nullable ClockCorrection at(long nanos) {
            return later != null && earlier != null && later.coordinator().fromNanos() > nanos ? earlier : later;
        }
    }

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

    /** Converts a time of this worker to the coordinator's clock. */
    public long toCoordinator(long nanos) {
        Message.ClockCorrection correction = pair.at(nanos);
        return correction == null ? nanos : nanos - correction.coordinator().at(nanos);
    }

    public int producers() {
        return workers.length;
    }

    /** Returns how many workers may run producers. */
    public int workers() {
        return workerCount;
    }

    public int worker(int producer) {
        return workers[producer];
    }

    /** Returns whether some producers are on this host, and some pairs of the run are on different hosts. */
    public boolean hasNeighbours() {
        return hasNeighbours;
    }

    /** Returns whether a producer is on this host, if pairs on one host are recorded separately. */
    public boolean isNeighbour(int producer) {
        return neighbours[producer];
    }

    /**
     * Writes how far each producing worker's clock is ahead at a time of this worker. Allocates nothing.
     *
     * @param aheadNanos one element for each of the {@link #workers()}; unchanged if nothing is corrected
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
