package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.wire.message.Message;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempts to reach one worker until it has welcomed the run. A connection that the worker had no room for is made again,
 * and so is one to a worker that is still ending another run; each for a limited time. Used by the coordinator's thread.
 */
final class ConnectionAttempts {
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** Connections that send nothing are closed within seconds, so that a full port has room again. */
    private static final Duration CROWDED_LIMIT = Duration.ofSeconds(15);

    /** A worker waits up to a minute for a coordinator that it does not hear, and closes its clients within another. */
    private static final Duration ENDING_LIMIT = Duration.ofMinutes(2);

    private final WorkerTarget target;
    private final WorkerLink worker;
    private final Clock clock;
    private @Nullable Deadline crowded;
    private @Nullable Deadline ending;
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

    /** Whether the worker may give another answer in some seconds. */
    static boolean isPassing(Message.Refused refused) {
        return refused.saysFull() || refused.saysEnding();
    }

    /** Whether another attempt is to be made, now or soon. */
    boolean isPending() {
        return pause != null;
    }

    /** Whether another attempt is to be made now. */
    boolean isDue() {
        return pause != null && pause.isOver();
    }

    /** The attempt is made now. */
    void begins() {
        pause = null;
    }

    /**
     * An attempt has failed for a reason that passes, and another one is made soon.
     *
     * @param endsOtherRun whether the worker is ending another run
     * @return whether this is the first one of its kind
     * @throws RunFailedException with the words that are given if all the time for it has passed
     */
    boolean again(boolean endsOtherRun, String failure) {
        Deadline known = endsOtherRun ? ending : crowded;
        Duration limit = endsOtherRun ? ENDING_LIMIT : CROWDED_LIMIT;
        if (known != null && known.isOver()) {
            throw new RunFailedException(failure + "; tried again for " + limit.toSeconds() + " s");
        }
        if (known == null && endsOtherRun) {
            ending = Deadline.after(clock, limit);
        } else if (known == null) {
            crowded = Deadline.after(clock, limit);
        }
        pause = Deadline.after(clock, PAUSE);
        return known == null;
    }
}
