package dev.weir.driver.referee;

/**
 * The group of a tool of {@link Referees} that consumes.
 *
 * @param name one that was not used before
 * @param consumers how many it has, at least 1
 */
public record RefereeGroup(String name, int consumers) {
    public RefereeGroup {
        if (consumers < 1) {
            throw new IllegalArgumentException("consumers must be at least 1, got " + consumers);
        }
    }
}
