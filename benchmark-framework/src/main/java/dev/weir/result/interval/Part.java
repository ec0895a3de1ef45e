package dev.weir.result.interval;

/**
 * A phase, or a stretch of one whose figures are kept apart from those of the rest: what came before retention began to
 * delete, and what came after it.
 *
 * @param name for people and results; a phase that is one part has its own name
 */
public record Part(Phase phase, String name) {
    /** A whole phase. */
    public static Part whole(Phase phase) {
        return new Part(phase, phase.key());
    }
}
