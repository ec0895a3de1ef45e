package dev.weir.campaign;

/**
 * How a campaign was started.
 *
 * @param commandLine with which it was
 * @param version of this tool
 * @param serviceVersion of the systems, as a person gave it; empty if not given
 */
public record CampaignOrigin(String commandLine, String version, String serviceVersion) {}
