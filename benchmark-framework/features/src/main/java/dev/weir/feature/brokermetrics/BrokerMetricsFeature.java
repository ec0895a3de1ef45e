package dev.weir.feature.brokermetrics;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.feature.Feature;
import dev.weir.feature.brokermetrics.BrokerMetrics.Drive;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The part {@code brokerMetrics} of a result, and how it is shown. */
public final class BrokerMetricsFeature implements Feature, PartView, PartSection, PartCharts {
    /** Missing if there was nothing to sample, or no load. */
    public static final ResultPart<BrokerMetrics> PART = new ResultPart<>("brokerMetrics", new TypeReference<>() {});

    private static final double MEBIBYTE = 1 << 20;

    @Override
    public List<?> seats() {
        return List.of(
                this, PART, (RunObserver.Maker) (request, clock) -> List.of(new BrokerMetricsWatch(request, clock)));
    }

    /** Returns what the hosts wrote to their drives; none for embedded brokers alone, which report no drives. */
    @Override
    public List<Row> rows(RunDetails details) {
        return PART.in(details).filter(metrics -> !metrics.comeFromEmbeddedBrokers()).stream()
                .map(metrics -> new Row("brokers", summary(metrics)))
                .toList();
    }

    private static String summary(BrokerMetrics brokers) {
        List<Drive> drives = brokers.drives();
        if (drives.isEmpty()) {
            return NumberText.counted(brokers.endpoints().size(), "endpoint") + " sampled, no drive among them";
        }
        String written = brokers.writeAmplification()
                .map(all -> mebibytes(all.drivesBytesPerSecond()) + " written to "
                        + NumberText.counted(drives.size(), "drive") + ", " + amplification(all))
                .orElse("");
        Drive busiest = Collections.max(drives, Comparator.comparingDouble(drive -> value(drive.meanBytesPerSecond())));
        Optional<Number> max = busiest.maxBytesPerSecond();
        return written + "; busiest: " + busiest.drive() + " of " + busiest.host() + ", mean "
                + mebibytes(busiest.meanBytesPerSecond()) + (max.isPresent() ? ", at most " + mebibytes(max) : "");
    }

    private static String amplification(BrokerMetrics.WriteAmplification written) {
        if (written.ratio().isEmpty()) {
            return "write amplification unknown (" + written.why() + ")";
        }
        Optional<Number> ofReplica =
                written.ratioPerReplica().filter(each -> !Optional.of(each).equals(written.ratio()));
        return "write amplification " + ratio(written.ratio())
                + (ofReplica.isPresent() ? ", " + ratio(ofReplica) + " per replica" : "");
    }

    private static String ratio(Optional<Number> value) {
        return String.format(Locale.ROOT, "%.2f", value(value));
    }

    private static String mebibytes(Optional<Number> bytesPerSecond) {
        return bytesPerSecond
                .map(known -> Figures.mebibytesPerSecond(known.doubleValue() / MEBIBYTE))
                .orElse("unknown MiB/s");
    }

    private static double value(Optional<Number> number) {
        return number.map(Number::doubleValue).orElse(0.0);
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        Optional<BrokerMetrics> metrics = PART.in(run.result().weir());
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Brokers' drives, written in the measurement", drives(metrics), tags);
        LoadSections.add(
                "Write amplification",
                LoadSections.figures(metrics.filter(each -> !each.comeFromEmbeddedBrokers())
                        .flatMap(BrokerMetrics::writeAmplification)),
                tags);
        return tags;
    }

    private static Table drives(Optional<BrokerMetrics> metrics) {
        return RowTable.of(metrics.map(BrokerMetrics::drives).orElse(List.of()))
                .text("host", Drive::host)
                .text("drive", Drive::drive)
                .figure("mean MiB/s", each -> Cells.mebibytes(each.meanBytesPerSecond()))
                .figure("p99 MiB/s", each -> Cells.mebibytes(p99(each)))
                .figure("max MiB/s", each -> Cells.mebibytes(each.maxBytesPerSecond()))
                .table();
    }

    private static Optional<Number> p99(Drive drive) {
        return Optional.ofNullable(drive.quantilesBytesPerSecond().get("p99"));
    }

    @Override
    public List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        return BrokerCharts.of(runs, driveLimit);
    }
}
