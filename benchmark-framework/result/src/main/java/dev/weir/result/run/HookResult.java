package dev.weir.result.run;

import java.util.Optional;

/**
 * Result of a command before or after a run.
 *
 * @param when {@code beforeRun} or {@code afterRun}
 * @param status exit status; empty if it was killed, because its time was over or a person interrupted
 * @param output name of the file beside the result with its output
 */
public record HookResult(String when, String command, Optional<Integer> status, double seconds, String output) {
    public boolean hasSucceeded() {
        return status.filter(code -> code == 0).isPresent();
    }
}
