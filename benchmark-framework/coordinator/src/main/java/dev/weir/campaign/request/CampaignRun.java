package dev.weir.campaign.request;

import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.workload.Hooks;
import dev.weir.workload.Workload;
import java.nio.file.Path;

/**
 * A run that a campaign will carry out.
 *
 * @param number its number in the order of the campaign, from 1
 * @param hooks commands before and after it; none if the user left out those of its workload
 * @param resultFile file of its result; ends in {@code .json}
 */
public record CampaignRun(
        int number, CampaignPlace place, Workload workload, Hooks hooks, MeasuredSystem system, Path resultFile) {
    public CampaignRun {
        if (!resultFile.toString().endsWith(".json")) {
            throw new IllegalArgumentException("resultFile must end in .json, got " + resultFile);
        }
    }

    public CampaignRun with(Workload other, Path otherFile) {
        return new CampaignRun(number, place, other, hooks, system, otherFile);
    }

    public Path besideResult(String ending) {
        String name = resultFile.toString();
        return Path.of(name.substring(0, name.length() - ".json".length()) + ending);
    }
}
