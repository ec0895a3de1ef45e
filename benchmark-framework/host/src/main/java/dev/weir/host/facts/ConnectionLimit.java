package dev.weir.host.facts;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether a process may have as many connections open as a run needs. */
public final class ConnectionLimit {
    /** Jars, log segments, and the connections of other clients. */
    private static final int OTHER_FILES = 500;

    private ConnectionLimit() {}

    /** What is wrong with a process and what to do; empty if nothing is, or if the limit is unknown. */
    public static Optional<String> problem(String process, long connections, OptionalLong openFilesLimit) {
        long needed = connections + OTHER_FILES;
        return openFilesLimit.isPresent() && openFilesLimit.getAsLong() < needed
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "%s needs about %,d open files for %,d connections, but may open %,d: run ulimit -n %d in the shell"
                                + " that starts it (if the hard limit is lower, raise nofile in /etc/security/limits.conf or"
                                + " LimitNOFILE of its systemd unit), or spread the connections over more processes",
                        process,
                        needed,
                        connections,
                        openFilesLimit.getAsLong(),
                        needed))
                : Optional.empty();
    }
}
