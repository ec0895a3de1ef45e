package dev.weir.cli.output;

import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.live.RunMetrics;
import dev.weir.result.RunResult;
import dev.weir.result.SearchPoint;
import dev.weir.result.SearchResult;
import java.nio.file.Path;

/** Shows the runs of a campaign to Prometheus, and tells another listener of everything. */
public final class CampaignMetrics implements CampaignListener {
    private final RunMetrics metrics;
    private final CampaignListener also;

    public CampaignMetrics(RunMetrics metrics, CampaignListener also) {
        this.metrics = metrics;
        this.also = also;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return followed(run, also.runBegins(run, number, count));
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        metrics.rest();
        also.runEnds(run, result);
    }

    @Override
    public void resultWritten(Path file) {
        also.resultWritten(file);
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        return followed(probe, also.probeBegins(probe, number, kind));
    }

    @Override
    public void probeEnds(SearchPoint point) {
        metrics.rest();
        also.probeEnds(point);
    }

    @Override
    public void searchEnds(SearchResult search) {
        also.searchEnds(search);
    }

    private ProgressListener followed(CampaignRun run, ProgressListener progress) {
        return metrics.follow(run.workload().name(), run.driver().name(), progress);
    }
}
