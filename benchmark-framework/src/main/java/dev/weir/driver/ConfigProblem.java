package dev.weir.driver;

import java.util.Objects;

/**
 * Something wrong in a {@link DriverConfig}.
 *
 * @param field the field of the driver file, such as {@code producerConfig}
 * @param property the property inside it, such as {@code acks}; empty if the problem is the field's as a whole
 * @param message what is wrong, what is allowed and what was found, in one sentence
 */
public record ConfigProblem(String field, String property, String message) {
    public ConfigProblem {
        Objects.requireNonNull(field);
        Objects.requireNonNull(property);
        Objects.requireNonNull(message);
    }
}
