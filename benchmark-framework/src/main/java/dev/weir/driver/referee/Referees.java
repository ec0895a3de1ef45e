package dev.weir.driver.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.util.List;

/**
 * The performance tools of a system's own project, whose figures Weir compares with its own. Any thread may call the
 * methods. Only {@link #start} has side effects.
 */
public interface Referees {

    /** The name of a tool, as its project calls it. */
    String name(RefereeKind kind);

    /**
     * A configuration with the settings that the tool always uses, whatever it is given. Weir's side of the comparison
     * runs with this configuration, so that both use the same client settings.
     */
    DriverConfig settled(RefereeKind kind, DriverConfig config);

    /** Reasons why the tool cannot run with a configuration, in addition to {@code DriverFactory.problems}. */
    List<ConfigProblem> problems(RefereeKind kind, DriverConfig config);

    /**
     * Differences between what the tool and Weir measure, or between the ways in which they run: one sentence each,
     * without a full stop, that begins in lower case or with a name.
     *
     * @param config settled
     */
    List<String> differences(RefereeTask task, DriverConfig config);

    /**
     * Starts a tool in a process of its own, which ends with this one at the latest.
     *
     * @param config settled
     * @throws DriverException if the process cannot be started
     */
    Referee start(RefereeTask task, DriverConfig config);
}
