package dev.weir.plan;

import dev.weir.workload.RunOrder;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.text.Checks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The runs of a command, at least one, in their order. The same inputs always give the same plan. */
public record CampaignPlan(List<PlannedRun> runs) {
    public CampaignPlan {
        runs = List.copyOf(runs);
        Checks.refuseIf(runs.isEmpty(), "a plan must have at least one run, got none");
    }

    /**
     * Creates the plan, file by file. Within a file, each point runs on all systems before the next point, so that
     * little time lies between compared runs; and all points run once before the first one is repeated. In a balanced
     * order, every second point, and every second repeat of a point, has the systems in reverse.
     *
     * <p>The processes of Weir and of embedded brokers live as long as the command, and their code is not yet compiled
     * in the first run. If runs are repeated, each system therefore makes one discarded run before all others.
     */
    public static CampaignPlan of(List<WorkloadSeries> files, int systems) {
        List<PlannedRun> all = new ArrayList<>();
        for (WorkloadSeries series : files) {
            for (int system = 0; system < systems && series.discardsFirst(); system++) {
                all.add(new PlannedRun(all.size() + 1, series, series.points().get(0), system, 0));
            }
            List<PlannedRun> runs = interleaved(series, systems);
            if (series.order() == RunOrder.RANDOM) {
                Collections.shuffle(runs, new Random(series.seed()));
            }
            for (PlannedRun run : runs) {
                all.add(new PlannedRun(all.size() + 1, series, run.point(), run.system(), run.repeat()));
            }
        }
        return new CampaignPlan(all);
    }

    public boolean isCampaign() {
        return runs.size() > 1;
    }

    private static List<PlannedRun> interleaved(WorkloadSeries series, int systems) {
        List<PlannedRun> runs = new ArrayList<>();
        for (int repeat = 1; repeat <= series.repeat(); repeat++) {
            for (int point = 0; point < series.points().size(); point++) {
                boolean reverse = series.order() == RunOrder.BALANCED && (repeat + point) % 2 == 0;
                for (int i = 0; i < systems; i++) {
                    int system = reverse ? systems - 1 - i : i;
                    runs.add(new PlannedRun(
                            runs.size() + 1, series, series.points().get(point), system, repeat));
                }
            }
        }
        return runs;
    }

    /**
     * One of the runs of a command, by its number from 1, with the index of its system, and its number among equal runs
     * from 1; 0 for a discarded run before them.
     */
    public record PlannedRun(int number, WorkloadSeries series, WorkloadPoint point, int system, int repeat) {
        /** Returns whether its result is kept, but excluded from comparisons. */
        public boolean isDiscarded() {
            return repeat == 0;
        }
    }
}
