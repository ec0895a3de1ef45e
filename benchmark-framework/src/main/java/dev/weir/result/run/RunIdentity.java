package dev.weir.result.run;

/**
 * Which run it was.
 *
 * @param id unique, lower-case hexadecimal; part of the names it left in the system
 * @param commandLine how it was started
 * @param version of this tool
 * @param beginNanos epoch nanoseconds of the coordinator
 * @param place which run of its campaign it is
 */
public record RunIdentity(String id, String commandLine, String version, long beginNanos, CampaignPlace place) {
    /** Of the only run of a command. */
    public RunIdentity(String id, String commandLine, String version, long beginNanos) {
        this(id, commandLine, version, beginNanos, CampaignPlace.NONE);
    }
}
