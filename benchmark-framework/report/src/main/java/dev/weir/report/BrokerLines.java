package dev.weir.report;

import dev.weir.result.document.BrokerMetrics;
import dev.weir.workload.text.NumberText;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Summarizes what the system's hosts wrote to their drives, for a terminal. */
final class BrokerLines {
    private static final double MEBIBYTE = 1 << 20;
    private static final String LABEL = "brokers    ";

    private BrokerLines() {}

    /** Returns the lines; none for embedded brokers alone, which report no drives. */
    static List<String> of(BrokerMetrics brokers, int width) {
        if (brokers.comeFromEmbeddedBrokers()) {
            return List.of();
        }
        int endpoints = brokers.endpoints().size();
        String text = brokers.drives().isEmpty()
                ? NumberText.counted(endpoints, "endpoint") + " sampled, no drive among them"
                : drives(brokers);
        return Paragraph.lines(LABEL, " ".repeat(LABEL.length()), text, width);
    }

    private static String drives(BrokerMetrics brokers) {
        BrokerMetrics.Drive busiest = brokers.drives().stream()
                .max(Comparator.comparingDouble(drive -> value(drive.meanBytesPerSecond())))
                .orElseThrow();
        return brokers.writeAmplification()
                        .map(written -> mebibytes(written.drivesBytesPerSecond()) + " written to "
                                + NumberText.counted(brokers.drives().size(), "drive") + ", " + amplification(written))
                        .orElse("")
                + "; busiest: " + busiest.drive() + " of " + busiest.host() + ", mean "
                + mebibytes(busiest.meanBytesPerSecond())
                + (busiest.maxBytesPerSecond().isPresent()
                        ? ", at most " + mebibytes(busiest.maxBytesPerSecond())
                        : "");
    }

    private static String amplification(BrokerMetrics.WriteAmplification written) {
        if (written.ratio().isEmpty()) {
            return "write amplification not known (" + written.why() + ")";
        }
        return "write amplification " + ratio(written.ratio())
                + (written.ratioPerReplica().isPresent()
                                && !written.ratioPerReplica().equals(written.ratio())
                        ? ", " + ratio(written.ratioPerReplica()) + " per replica"
                        : "");
    }

    private static String ratio(Optional<Number> value) {
        return String.format(Locale.ROOT, "%.2f", value(value));
    }

    private static String mebibytes(Optional<Number> bytesPerSecond) {
        return Figures.mebibytesPerSecond(value(bytesPerSecond) / MEBIBYTE);
    }

    private static double value(Optional<Number> number) {
        return number.map(Number::doubleValue).orElse(0.0);
    }
}
