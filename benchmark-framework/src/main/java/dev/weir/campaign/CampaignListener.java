package dev.weir.campaign;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.RunResult;
import dev.weir.result.SearchPoint;
import dev.weir.result.SearchResult;
import java.nio.file.Path;

/** Receives the progress of a campaign. Called on the campaign's thread. */
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
    default void runEnds(CampaignRun run, RunResult result) {}

    /**
     * A run is over and its result written, or what a search found.
     *
     * @param file in which it is
     */
    default void resultWritten(Path file) {}

    /**
     * A run of a search begins.
     *
     * @param number from 1
     * @return hears how it goes on
     */
    default ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        return runBegins(probe, number, 1);
    }

    /** A run of a search is over; its result is written next. */
    default void probeEnds(SearchPoint point) {}

    /** A search is over; what it found is written next. */
    default void searchEnds(SearchResult search) {}
}
