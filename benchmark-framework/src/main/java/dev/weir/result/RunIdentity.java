package dev.weir.result;

import java.util.Objects;

/**
 * Which run it was.
 *
 * @param id unique, lower-case hexadecimal; part of the names it left in the system
 * @param commandLine how it was started
 * @param version of this tool
 * @param beginNanos epoch nanoseconds of the coordinator
 */
public record RunIdentity(String id, String commandLine, String version, long beginNanos) {
    public RunIdentity {
        Objects.requireNonNull(id);
        Objects.requireNonNull(commandLine);
        Objects.requireNonNull(version);
    }
}
