package dev.weir.result.run;

import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.ProcessTally;
import java.util.Optional;

/**
 * What was observed of one process of the instrument during the measurement. A holder, not a value.
 *
 * @param process the worker's name, or {@code coordinator}
 * @param observed of it and its host
 * @param calibration what it is capable of; absent if that was never measured there
 */
public record HarnessResult(String process, ProcessTally observed, Optional<Calibration> calibration) {
    /** How a text names the process. */
    public String name() {
        return process.equals("in-process") ? "this process" : process;
    }
}
