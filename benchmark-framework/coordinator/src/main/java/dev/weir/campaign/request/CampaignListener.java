package dev.weir.campaign.request;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.RunResult;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult;
import java.nio.file.Path;

/** Receives the progress of a campaign. Called on the campaign's thread. */
public interface CampaignListener {
    /** Called when a run begins; numbers are from 1. */
    ProgressListener runBegins(CampaignRun run, int number, int count);

    /** Called when a run is over, before its result is written. */
    default void runEnds(CampaignRun run, RunResult result) {}

    /** Called when the result of a run or a search is written. */
    default void resultWritten(Path file) {}

    /** Called when a run of a search begins; numbers are from 1. */
    default ProgressListener probeBegins(CampaignRun probe, int number, ProbeKind kind) {
        return runBegins(probe, number, 1);
    }

    /**
     * Called when a run of a search is over that was not interrupted, before its result is written. The text is empty if
     * the rate was sustained.
     */
    default void probeEnds(RunResult result, String whyNotSustained) {}

    /** Called when a search is over, before its result is written. */
    default void searchEnds(SearchResult search) {}
}
