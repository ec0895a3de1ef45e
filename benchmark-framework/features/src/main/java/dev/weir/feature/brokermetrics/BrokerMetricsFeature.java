package dev.weir.feature.brokermetrics;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.feature.Feature;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadTables;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The part {@code brokerMetrics} of a result, and how it is shown. */
public final class BrokerMetricsFeature implements Feature, RunObservers, PartView, PartSection, PartCharts {
    /** Missing if there was nothing to sample, or no load. */
    public static final ResultPart<BrokerMetrics> PART = new ResultPart<>("brokerMetrics", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(this, PART);
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        return List.of(new BrokerMetricsWatch(request, clock));
    }

    /** Returns what the hosts wrote to their drives; none for embedded brokers alone, which report no drives. */
    @Override
    public List<Row> rows(RunDetails details) {
        return PART.in(details).filter(metrics -> !metrics.comeFromEmbeddedBrokers()).stream()
                .map(metrics -> new Row("brokers", BrokerLines.of(metrics)))
                .toList();
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        Optional<BrokerMetrics> metrics = PART.in(run.result().weir());
        List<Tag> tags = new ArrayList<>();
        add("Brokers' drives, written in the measurement", drives(metrics), tags);
        add(
                "Write amplification",
                LoadTables.figures(metrics.filter(each -> !each.comeFromEmbeddedBrokers())
                        .flatMap(BrokerMetrics::writeAmplification)),
                tags);
        return tags;
    }

    private static void add(String title, Table table, List<Tag> tags) {
        if (!table.isEmpty()) {
            tags.add(Tag.of("h3", title));
            tags.add(table.tag());
        }
    }

    private static Table drives(Optional<BrokerMetrics> metrics) {
        return RowTable.of(metrics.map(BrokerMetrics::drives).orElse(List.of()))
                .text("host", BrokerMetrics.Drive::host)
                .text("drive", BrokerMetrics.Drive::drive)
                .figure("mean MiB/s", each -> Cells.mebibytes(each.meanBytesPerSecond()))
                .figure(
                        "p99 MiB/s",
                        each -> Cells.mebibytes(Optional.ofNullable(
                                each.quantilesBytesPerSecond().get("p99"))))
                .figure("max MiB/s", each -> Cells.mebibytes(each.maxBytesPerSecond()))
                .table();
    }

    @Override
    public List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        return BrokerCharts.of(runs, driveLimit);
    }
}
