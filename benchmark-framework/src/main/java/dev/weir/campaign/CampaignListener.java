package dev.weir.campaign;

import dev.weir.coordinator.ProgressListener;
import dev.weir.result.RunResult;

/** Hears how a campaign goes on. Called on the campaign's thread. */
public interface CampaignListener {

    /**
     * A run begins.
     *
     * @param number from 1
     * @param count how many there are
     * @return hears how the run goes on
     */
    ProgressListener runBegins(CampaignRun run, int number, int count);

    /** A run is over; its result is written next. */
    void runEnds(CampaignRun run, RunResult result);
}
