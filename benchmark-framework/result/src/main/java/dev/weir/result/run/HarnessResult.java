package dev.weir.result.run;

import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.ProcessTally;
import java.util.Optional;

/**
 * Observations of one of Weir's processes during the measurement. Its parts are mutable.
 *
 * @param process the worker's name, or {@code coordinator}
 * @param calibration measured capability of the host; absent if it was never measured
 */
public record HarnessResult(String process, ProcessTally observed, Optional<Calibration> calibration) {
    public String name() {
        return process.equals("in-process") ? "this process" : process;
    }
}
