package dev.weir.coordinator.figures;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.wire.message.Message.ErrorCount;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the errors of all workers by kind. Used by the coordinator's thread. */
public final class ErrorCounts implements RunObserver {
    private final Map<String, ErrorCount> byKind = new TreeMap<>();

    @Override
    public void taken(TakenSnapshot taken) {
        add(taken.message().errors());
    }

    public void add(List<ErrorCount> counts) {
        for (ErrorCount each : counts) {
            byKind.merge(
                    each.kind(),
                    each,
                    (known, more) -> new ErrorCount(known.kind(), known.example(), known.count() + more.count()));
        }
    }

    public Collection<ErrorCount> all() {
        return byKind.values();
    }

    public static String text(ErrorCount error) {
        return error.count() + " x " + error.kind() + ": " + error.example();
    }

    /** Returns the errors as the end of a sentence; empty if there was none. */
    public String suffix() {
        String texts = byKind.values().stream().map(ErrorCounts::text).collect(Collectors.joining("; "));
        return texts.isEmpty() ? "" : "; clients reported " + texts;
    }
}
