package dev.weir.coordinator.system;

import dev.weir.clock.Clock;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;

/**
 * Checks every few seconds, on a thread of its own, whether the system answers while a run ends. Without any broker,
 * waiting for messages and deleting topics is pointless. Any thread.
 */
public final class Reachability implements AutoCloseable {
    /** Longer than a broker takes to restart, or its partitions to get another leader. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(3);

    /** The first failed check already waited for this answer. */
    private static final Duration SILENCE = LIMIT.minus(ANSWER_LIMIT);

    private static final int MIN_FAILURES = 4;
    private static final long PAUSE_MILLIS = 1000;
    private static final long JOIN_MILLIS = ANSWER_LIMIT.plusSeconds(2).toMillis();

    private final Admin admin;
    private final Clock clock;
    private final RepeatingThread thread =
            new RepeatingThread("reachability", PAUSE_MILLIS, JOIN_MILLIS, () -> note(isReachable()));
    private long firstFailureNanos;
    private int failures;
    private volatile boolean answers;
    private volatile boolean lost;

    public Reachability(Admin admin, Clock clock) {
        this.admin = admin;
        this.clock = clock;
        thread.start();
    }

    public boolean answers() {
        return answers;
    }

    /**
     * Returns whether the system has not answered several checks for {@link #LIMIT}. Several, because a coordinator
     * that stood still has checked only once.
     */
    public boolean isLost() {
        return lost;
    }

    private void note(boolean reachable) {
        failures = reachable ? 0 : failures + 1;
        if (failures == 1) {
            firstFailureNanos = clock.epochNanos();
        }
        answers = reachable;
        lost = failures >= MIN_FAILURES && clock.epochNanos() - firstFailureNanos >= SILENCE.toNanos();
    }

    private boolean isReachable() {
        try {
            return admin.isReachable(ANSWER_LIMIT);
        } catch (DriverException e) {
            return false;
        } catch (RuntimeException e) {
            // Without a result, the system counts as reachable, so that nothing is given up.
            return true;
        }
    }

    @Override
    public void close() {
        thread.close();
    }
}
