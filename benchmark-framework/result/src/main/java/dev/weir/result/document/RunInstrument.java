package dev.weir.result.document;

import java.util.List;
import java.util.Optional;

/** Weir's own processes: workers in their order, and observations of each process during the measurement. */
public record RunInstrument(List<Worker> workers, Optional<Harness> harness) {
    public RunInstrument {
        workers = List.copyOf(workers);
    }
}
