package dev.weir.campaign;

import java.util.Map;

/**
 * How a campaign was started.
 *
 * @param commandLine with which it was
 * @param version of this tool
 * @param serviceVersion of the systems, as a person gave it; empty if not given
 * @param tags as {@link dev.weir.result.run.RunSetup#tags}
 */
public record CampaignOrigin(String commandLine, String version, String serviceVersion, Map<String, String> tags) {}
