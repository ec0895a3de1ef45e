package dev.weir.driver.referee;

import java.util.Objects;

/**
 * The group of a tool of {@link Referees} that consumes.
 *
 * @param name one that was not used before
 * @param consumers how many it has, at least 1
 */
public record RefereeGroup(String name, int consumers) {
    public RefereeGroup {
        Objects.requireNonNull(name);
        if (consumers < 1) {
            throw new IllegalArgumentException("consumers must be at least 1, got " + consumers);
        }
    }
}
