package dev.weir.driver.config;

import java.util.Objects;

/**
 * An error in a {@link DriverConfig}, or a warning about something that the author may not have meant.
 *
 * @param field the field of the driver file, such as {@code producerConfig}
 * @param property the property inside it, such as {@code acks}; empty if the problem is the field's as a whole
 * @param message what is wrong, what is allowed and what was found, in one sentence
 * @param refuses whether this is an error, so that the configuration cannot be used; otherwise it is a warning
 */
public record ConfigProblem(String field, String property, String message, boolean refuses) {
    public ConfigProblem {
        Objects.requireNonNull(field);
        Objects.requireNonNull(property);
        Objects.requireNonNull(message);
    }

    /** An error. */
    public ConfigProblem(String field, String property, String message) {
        this(field, property, message, true);
    }

    /** A warning: the value is allowed, but may have another effect than its author meant. */
    public static ConfigProblem warning(String field, String property, String message) {
        return new ConfigProblem(field, property, message, false);
    }
}
