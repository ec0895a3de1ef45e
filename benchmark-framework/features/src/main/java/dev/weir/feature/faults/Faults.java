package dev.weir.feature.faults;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import java.util.List;

/** Injects faults into brokers of an embedded cluster during a run. */
public final class Faults implements Feature {
    @Override
    public List<?> seats() {
        return List.of(new FaultSection(), (RunObserver.Maker) FaultRun::of);
    }
}
