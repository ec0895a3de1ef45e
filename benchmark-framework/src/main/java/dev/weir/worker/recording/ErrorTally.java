package dev.weir.worker.recording;

import dev.weir.wire.message.ErrorCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts errors by kind and keeps an example of each. Any thread; errors are rare, so a lock is cheap enough. */
public final class ErrorTally {
    private static final int EXAMPLE_LENGTH = 300;

    private final Map<String, ErrorCount> counts = new TreeMap<>();

    public synchronized void add(Throwable error) {
        String kind = error.getClass().getSimpleName();
        String text = String.valueOf(error.getMessage());
        String example = text.length() > EXAMPLE_LENGTH ? text.substring(0, EXAMPLE_LENGTH) + "..." : text;
        counts.merge(
                kind,
                new ErrorCount(kind, example, 1),
                (known, added) -> new ErrorCount(kind, known.example(), known.count() + 1));
    }

    /** Returns the errors since the previous call. */
    public synchronized List<ErrorCount> take() {
        List<ErrorCount> taken = new ArrayList<>(counts.values());
        counts.clear();
        return taken;
    }
}
