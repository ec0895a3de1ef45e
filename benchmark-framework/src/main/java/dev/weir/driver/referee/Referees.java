package dev.weir.driver.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.util.List;

/**
 * The tools with which a system's own project measures it, to hold figures of ours against theirs. Methods: any thread;
 * none but {@link #start} does more than to look at its arguments.
 */
public interface Referees {

    /** The name of a tool, as its project calls it. */
    String name(RefereeKind kind);

    /**
     * A configuration with what a tool sets by itself, whatever it is given: what our side has to be run with so that the
     * clients of both are the same.
     */
    DriverConfig settled(RefereeKind kind, DriverConfig config);

    /** What forbids to run a tool with a configuration, beyond what {@code DriverFactory.problems} says. */
    List<ConfigProblem> problems(RefereeKind kind, DriverConfig config);

    /**
     * Where the tool measures something else than Weir does, or the two cannot be run alike: one sentence each, without a
     * full stop, that begins in lower case or with a name.
     *
     * @param config settled
     */
    List<String> differences(RefereeTask task, DriverConfig config);

    /**
     * Starts a tool in a process of its own, which ends with this one at the latest.
     *
     * @param config settled
     * @throws DriverException if there can be no such process
     */
    Referee start(RefereeTask task, DriverConfig config);
}
