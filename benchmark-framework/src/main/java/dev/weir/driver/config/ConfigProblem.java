package dev.weir.driver.config;

import java.util.Objects;

/**
 * Something in a {@link DriverConfig} that is wrong, or that is perhaps not what was meant.
 *
 * @param field the field of the driver file, such as {@code producerConfig}
 * @param property the property inside it, such as {@code acks}; empty if the problem is the field's as a whole
 * @param message what is wrong, what is allowed and what was found, in one sentence
 * @param refuses whether the configuration cannot be used; otherwise this is a warning
 */
public record ConfigProblem(String field, String property, String message, boolean refuses) {
    public ConfigProblem {
        Objects.requireNonNull(field);
        Objects.requireNonNull(property);
        Objects.requireNonNull(message);
    }

    /** Something wrong. */
    public ConfigProblem(String field, String property, String message) {
        this(field, property, message, true);
    }

    /** Something that is allowed, but has perhaps another effect than was meant. */
    public static ConfigProblem warning(String field, String property, String message) {
        return new ConfigProblem(field, property, message, false);
    }
}
