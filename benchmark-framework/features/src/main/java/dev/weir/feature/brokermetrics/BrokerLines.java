package dev.weir.feature.brokermetrics;

import dev.weir.report.Figures;
import dev.weir.workload.text.NumberText;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Summarizes what the system's hosts wrote to their drives. */
final class BrokerLines {
    private static final double MEBIBYTE = 1 << 20;

    private BrokerLines() {}

    static String of(BrokerMetrics brokers) {
        int endpoints = brokers.endpoints().size();
        return brokers.drives().isEmpty()
                ? NumberText.counted(endpoints, "endpoint") + " sampled, no drive among them"
                : drives(brokers);
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
