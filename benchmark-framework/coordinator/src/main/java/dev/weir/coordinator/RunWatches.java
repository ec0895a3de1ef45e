package dev.weir.coordinator;

import dev.weir.coordinator.figures.ClientFigures;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.figures.LoopTally;
import dev.weir.coordinator.spike.SpikeWatch;
import dev.weir.coordinator.system.AvailabilityTrack;
import dev.weir.coordinator.system.ThrottleTrack;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.LateOrders;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.plan.Assignment;
import dev.weir.workload.Workload;
import java.util.List;

/** What watches any run, whatever the system and the load are. */
record RunWatches(
        InstrumentObservations instrument,
        SpikeWatch spikes,
        ThrottleTrack throttles,
        AvailabilityTrack availability,
        ClientFigures clients,
        LateOrders lateOrders,
        LoopTally loops,
        ErrorCounts errors) {
    /** @param assignments of the workers, in the order of their numbers */
    static RunWatches of(Workload workload, List<Assignment> assignments) {
        var throttles = new ThrottleTrack();
        return new RunWatches(
                new InstrumentObservations(assignments),
                new SpikeWatch(),
                throttles,
                new AvailabilityTrack(workload, assignments, throttles),
                new ClientFigures(assignments),
                new LateOrders(),
                new LoopTally(),
                new ErrorCounts());
    }

    List<RunObserver> all() {
        return List.of(instrument, spikes, throttles, availability, clients, lateOrders, loops, errors);
    }
}
