package dev.weir.coordinator;

import dev.weir.wire.ErrorCount;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Errors of all workers, by kind. Used by the coordinator's thread. */
final class ErrorCounts {
    private final Map<String, ErrorCount> byKind = new TreeMap<>();

    void add(List<ErrorCount> counts) {
        for (ErrorCount count : counts) {
            byKind.merge(
                    count.kind(),
                    count,
                    (known, added) -> new ErrorCount(known.kind(), known.example(), known.count() + added.count()));
        }
    }

    /** Each kind with its number and an example; empty if there was none. */
    List<String> lines() {
        return byKind.values().stream()
                .map(error -> error.count() + " x " + error.kind() + ": " + error.example())
                .toList();
    }

    /** The same at the end of a sentence. */
    String suffix() {
        return byKind.isEmpty() ? "" : "; clients reported " + String.join("; ", lines());
    }
}
