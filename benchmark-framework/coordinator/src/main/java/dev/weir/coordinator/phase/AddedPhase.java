package dev.weir.coordinator.phase;

import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * What a feature does with the load between warm-up and measurement; a run has at most one. In a run that has it,
 * workers report the positions of consumers, and the run reads the bounds of its logs. It observes the run from the begin
 * of the load. Used by the coordinator's thread.
 */
public interface AddedPhase extends RunObserver {
    /** Makes the phase of a feature for each run. */
    interface Maker {
        /** Returns a new phase; empty if the workload does not ask for it. */
        Optional<AddedPhase> of(Workload workload, LoadPhases phases);
    }

    /** Returns the phase of the load that follows the warm-up. */
    Phase first();

    void read(LogWatch.Reading reading);

    /**
     * Carries out the phase, which is already planned. The measurement follows, for the rest of the test duration. If the
     * load {@link LoadPhases#endsEarly ends early}, the phase ends soon, with all consumers running.
     *
     * @param begin snapshot with which it begins
     */
    void carryOut(long begin, LogWatch logs) throws InterruptedException;

    List<RunEvent> events();
}
