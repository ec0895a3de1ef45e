package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.List;

/**
 * Shell commands around each run, on the coordinator's host.
 *
 * @param beforeRun run one after the other; the run does not begin if one of them fails
 * @param afterRun run one after the other, even if the run or one of them failed
 * @param timeout time after which a command is killed, more than 0
 */
public record Hooks(List<String> beforeRun, List<String> afterRun, Duration timeout) {
    public static final Duration TIMEOUT = Duration.ofMinutes(5);

    public static final Hooks NONE = new Hooks(List.of(), List.of(), TIMEOUT);

    public Hooks {
        beforeRun = List.copyOf(beforeRun);
        afterRun = List.copyOf(afterRun);
        Checks.refuseIf(timeout.isNegative() || timeout.isZero(), "timeout must be more than 0, got " + timeout);
    }

    public boolean isEmpty() {
        return beforeRun.isEmpty() && afterRun.isEmpty();
    }
}
