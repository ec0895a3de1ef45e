package dev.weir.cli.output;

import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.campaign.ForwardingCampaignListener;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.live.RunMetrics;
import dev.weir.result.RunResult;
import dev.weir.result.SearchPoint;

/** Passes the runs of a campaign to the metrics of this process, and forwards all calls to another listener. */
public final class CampaignMetrics extends ForwardingCampaignListener {
    private final RunMetrics metrics;

    public CampaignMetrics(RunMetrics metrics, CampaignListener next) {
        super(next);
        this.metrics = metrics;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return followed(run, super.runBegins(run, number, count));
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        metrics.rest();
        super.runEnds(run, result);
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        return followed(probe, super.probeBegins(probe, number, kind));
    }

    @Override
    public void probeEnds(CampaignRun probe, RunResult result, SearchPoint point) {
        metrics.rest();
        super.probeEnds(probe, result, point);
    }

    private ProgressListener followed(CampaignRun run, ProgressListener progress) {
        return metrics.follow(run.workload().name(), run.system().driver().name(), progress);
    }
}
