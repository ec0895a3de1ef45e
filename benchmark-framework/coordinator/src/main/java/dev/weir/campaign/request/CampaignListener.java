package dev.weir.campaign.request;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.RunResult;
import dev.weir.result.search.SearchPoint;
import dev.weir.result.search.SearchResult;
import java.nio.file.Path;
import java.util.List;

/** Receives the progress of a campaign. Called on the campaign's thread. */
public interface CampaignListener {

    /** Called when a run begins; numbers are from 1. */
    ProgressListener runBegins(CampaignRun run, int number, int count);

    /** Called when a run is over, before its result is written. */
    default void runEnds(CampaignRun run, RunResult result) {}

    /** Called when the result of a run or a search is written. */
    default void resultWritten(Path file) {}

    /** Called when a run of a search begins; numbers are from 1. */
    default ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        return runBegins(probe, number, 1);
    }

    /**
     * Called when a run of a search is over, before its result is written; not if the run was interrupted.
     *
     * @param whyNotSustained empty if it was sustained
     */
    default void probeEnds(RunResult result, String whyNotSustained) {}

    /** Called when a search is over, before its result is written. */
    default void searchEnds(SearchResult search) {}

    static CampaignListener all(List<CampaignListener> listeners) {
        return new CampaignListener() {
            @Override
            public ProgressListener runBegins(CampaignRun run, int number, int count) {
                return ProgressListener.all(listeners.stream()
                        .map(each -> each.runBegins(run, number, count))
                        .toList());
            }

            @Override
            public void runEnds(CampaignRun run, RunResult result) {
                listeners.forEach(each -> each.runEnds(run, result));
            }

            @Override
            public void resultWritten(Path file) {
                listeners.forEach(each -> each.resultWritten(file));
            }

            @Override
            public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
                return ProgressListener.all(listeners.stream()
                        .map(each -> each.probeBegins(probe, number, kind))
                        .toList());
            }

            @Override
            public void probeEnds(RunResult result, String whyNotSustained) {
                listeners.forEach(each -> each.probeEnds(result, whyNotSustained));
            }

            @Override
            public void searchEnds(SearchResult search) {
                listeners.forEach(each -> each.searchEnds(search));
            }
        };
    }
}
