package dev.weir.campaign;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.RunResult;
import dev.weir.result.SearchPoint;
import dev.weir.result.SearchResult;
import java.nio.file.Path;

/** Passes all calls on to another listener. Subclasses override the calls that they need themselves. */
public class ForwardingCampaignListener implements CampaignListener {
    private final CampaignListener next;

    public ForwardingCampaignListener(CampaignListener next) {
        this.next = next;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return next.runBegins(run, number, count);
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        next.runEnds(run, result);
    }

    @Override
    public void resultWritten(Path file) {
        next.resultWritten(file);
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        return next.probeBegins(probe, number, kind);
    }

    @Override
    public void probeEnds(CampaignRun probe, RunResult result, SearchPoint point) {
        next.probeEnds(probe, result, point);
    }

    @Override
    public void searchEnds(SearchResult search) {
        next.searchEnds(search);
    }
}
