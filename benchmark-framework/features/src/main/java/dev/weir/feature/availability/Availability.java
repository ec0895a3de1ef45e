package dev.weir.feature.availability;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.result.document.ResultPart;
import java.util.List;

/** Finds outages of a load, and how long the load took to recover. */
public final class Availability implements Feature {
    public static final ResultPart<AvailabilityResult> PART =
            new ResultPart<>("availability", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(
                PART, (RunObserver.Maker) (request, clock) -> List.of(new AvailabilityTrack(request.workload())));
    }
}
