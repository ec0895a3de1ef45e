package dev.weir.driver.admin;

/**
 * The mark, in the system, of a run that is under way. The system ends the mark when this process ends or cannot reach
 * the system any more, so that no clock of a client decides whether a run has ended.
 */
public interface RunMark extends AutoCloseable {
    /** The mark of a system that has none. */
    RunMark NONE = () -> {};

    /** Ends the mark: the run has ended. Does not throw. */
    @Override
    void close();
}
