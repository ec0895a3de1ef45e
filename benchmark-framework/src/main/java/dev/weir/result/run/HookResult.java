package dev.weir.result.run;

import java.util.Optional;

/**
 * What became of a command before or after a run.
 *
 * @param when {@code beforeRun} or {@code afterRun}
 * @param command as the workload file gives it
 * @param status its exit status; empty: it was killed, because its time was over or a person asked for the end
 * @param seconds it took
 * @param output name of the file beside the result that holds what it said
 */
public record HookResult(String when, String command, Optional<Integer> status, double seconds, String output) {
    /** Whether it did what it was to do. */
    public boolean hasSucceeded() {
        return status.filter(code -> code == 0).isPresent();
    }
}
