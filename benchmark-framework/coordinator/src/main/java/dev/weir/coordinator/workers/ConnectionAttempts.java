package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attempts to connect to one worker until it has accepted the run. It repeats connections that a worker without room
 * rejects, and connections to a worker that is still ending another run, each for a limited time. Used by the
 * coordinator's thread.
 */
final class ConnectionAttempts {
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** A worker closes silent connections within seconds, so that a full port has room again. */
    private static final Duration CROWDED_LIMIT = Duration.ofSeconds(15);

    /** A worker waits up to a minute for an unreachable coordinator, and closes its clients within another. */
    private static final Duration ENDING_LIMIT = Duration.ofMinutes(2);

    private final WorkerTarget target;
    private final WorkerLink worker;
    private final Clock clock;
    /** When attempts end, by whether the worker is ending another run. */
    private final Map<Boolean, Deadline> deadlines = new HashMap<>();

    private @Nullable Deadline pause;

    ConnectionAttempts(WorkerTarget target, WorkerLink worker, Clock clock) {
        this.target = target;
        this.worker = worker;
        this.clock = clock;
    }

    WorkerTarget target() {
        return target;
    }

    WorkerLink worker() {
        return worker;
    }

    /** Returns whether the worker may answer differently in some seconds. */
    static boolean isPassing(Message.Refused refused) {
        return refused.saysFull() || refused.saysEnding();
    }

    /** Returns whether another attempt is to be made, now or soon. */
    boolean isPending() {
        return pause != null;
    }

    boolean isDue() {
        return pause != null && pause.isOver();
    }

    void begins() {
        pause = null;
    }

    /**
     * Notes that an attempt has failed for a temporary reason; another one follows soon.
     *
     * @param endsOtherRun whether the worker is ending another run
     * @return whether this is the first failure of its kind
     * @throws RunFailedException with the given text if the time for attempts is over
     */
    boolean again(boolean endsOtherRun, String failure) {
        Duration limit = endsOtherRun ? ENDING_LIMIT : CROWDED_LIMIT;
        Deadline known = deadlines.putIfAbsent(endsOtherRun, Deadline.after(clock, limit));
        if (known != null && known.isOver()) {
            throw new RunFailedException(failure + "; tried again for " + limit.toSeconds() + " s");
        }
        pause = Deadline.after(clock, PAUSE);
        return known == null;
    }
}
