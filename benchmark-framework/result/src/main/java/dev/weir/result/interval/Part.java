package dev.weir.result.interval;

/**
 * A phase, or a stretch of a phase whose figures are separate, such as before and after retention began.
 *
 * @param name name for people and results; a phase that is one part has its own name
 */
public record Part(Phase phase, String name) {
    public static Part whole(Phase phase) {
        return new Part(phase, phase.key());
    }
}
