package dev.weir.workload;

import java.time.Duration;
import java.util.List;

/**
 * Commands of the shell around each run, on the coordinator's host.
 *
 * @param beforeRun one after the other; the run does not begin if one of them fails
 * @param afterRun one after the other, whatever became of the run and of the ones before
 * @param timeout after which a command is killed, more than 0
 */
public record Hooks(List<String> beforeRun, List<String> afterRun, Duration timeout) {
    public static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** No commands. */
    public static final Hooks NONE = new Hooks(List.of(), List.of(), TIMEOUT);

    public Hooks {
        beforeRun = List.copyOf(beforeRun);
        afterRun = List.copyOf(afterRun);
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be more than 0, got " + timeout);
        }
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return beforeRun.isEmpty() && afterRun.isEmpty();
    }
}
