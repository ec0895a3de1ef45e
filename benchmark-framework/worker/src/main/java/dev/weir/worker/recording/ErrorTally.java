package dev.weir.worker.recording;

import dev.weir.driver.exception.FailureText;
import dev.weir.wire.message.Message.ErrorCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts errors by kind, with an example of each, and keeps the first that no repetition mends. Any thread; errors are
 * rare, so a lock is cheap enough.
 */
public final class ErrorTally {
    private static final int EXAMPLE_LENGTH = 300;

    private final Function<Throwable, Optional<String>> remedies;
    private final Map<String, ErrorCount> counts = new TreeMap<>();
    private @Nullable String permanent;

    /** @param remedies see {@link dev.weir.driver.Driver#remedyIfPermanent} */
    public ErrorTally(Function<Throwable, Optional<String>> remedies) {
        this.remedies = remedies;
    }

    /** Counts an error under its own name; under that of the cause that is permanent, if there is one. */
    public synchronized void add(Throwable error) {
        Throwable named = error;
        if (remedies.apply(error).isPresent()) {
            for (Throwable each : FailureText.chain(error)) {
                named = remedies.apply(each).isPresent() ? each : named;
            }
            if (permanent == null) {
                permanent = explain(error);
            }
        }
        String kind = named.getClass().getSimpleName();
        ErrorCount known = counts.get(kind);
        String example = known == null ? example(error, kind) : known.example();
        counts.put(kind, new ErrorCount(kind, example, known == null ? 1 : known.count() + 1));
    }

    /** Returns the text of an error, which follows the name of its kind. */
    private static String example(Throwable error, String kind) {
        String text = FailureText.of(error);
        if (text.equals(kind)) {
            return "without a message";
        }
        String rest = text.startsWith(kind + ": ") ? text.substring(kind.length() + 2) : text;
        return rest.length() > EXAMPLE_LENGTH ? rest.substring(0, EXAMPLE_LENGTH) + "..." : rest;
    }

    /** Returns the text of a failure, and what to do if no repetition mends it. */
    public String explain(Throwable failure) {
        String text = FailureText.of(failure);
        return remedies.apply(failure)
                .filter(remedy -> !text.contains(remedy))
                .map(remedy -> text + "; " + remedy)
                .orElse(text);
    }

    /** Returns the first error that no repetition mends, with what to do. */
    public synchronized Optional<String> permanent() {
        return Optional.ofNullable(permanent);
    }

    /** Returns the errors since the previous call. */
    public synchronized List<ErrorCount> take() {
        List<ErrorCount> taken = new ArrayList<>(counts.values());
        counts.clear();
        return taken;
    }
}
