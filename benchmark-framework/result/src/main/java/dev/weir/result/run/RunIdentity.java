package dev.weir.result.run;

/**
 * Identity of a run.
 *
 * @param id unique, lower-case hexadecimal; part of the names that it left in the system
 * @param beginNanos epoch nanoseconds of the coordinator
 */
public record RunIdentity(String id, String commandLine, String version, long beginNanos, CampaignPlace place) {
    public RunIdentity(String id, String commandLine, String version, long beginNanos) {
        this(id, commandLine, version, beginNanos, CampaignPlace.NONE);
    }
}
