package dev.weir.workload.yaml;

import dev.weir.workload.text.Secrets;
import java.io.Serializable;

/**
 * A problem of an input. Its text is {@code file:line: field: message}, without the parts that it lacks.
 *
 * @param file the file as it was named, or the option with the input
 * @param line counted from 1; 0 if the problem has no line
 * @param field such as {@code producerRate} or {@code producerConfig.acks}; empty if it is about the file as a whole
 * @param message what is allowed, what was found, and what to do, without secrets
 */
public record Problem(String file, int line, String field, String message) implements Serializable {
    public Problem {
        if (line < 0) {
            throw new IllegalArgumentException("line must be at least 0, got " + line);
        }
        message = Secrets.text(message);
    }

    /** Creates a problem with an option, or with a file as a whole. */
    public Problem(String file, String message) {
        this(file, 0, "", message);
    }

    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line : "") + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
