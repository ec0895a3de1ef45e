package dev.weir.report;

import dev.weir.brokermetrics.DriveWrites;
import dev.weir.result.BrokerResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What the system's hosts wrote to their drives, in a few lines of a run's summary. */
final class BrokerLines {
    private static final double MEBIBYTE = 1 << 20;
    private static final String LABEL = "brokers    ";

    private BrokerLines() {}

    static List<String> of(BrokerResult brokers, int width) {
        int endpoints = brokers.samples().endpoints().size();
        String text = brokers.drives().isEmpty()
                ? Figures.counted(endpoints, "endpoint") + " sampled, no drive among them"
                : drives(brokers);
        return Paragraph.lines(LABEL, " ".repeat(LABEL.length()), text, width);
    }

    private static String drives(BrokerResult brokers) {
        DriveWrites busiest = brokers.drives().stream()
                .max(Comparator.comparingDouble(DriveWrites::meanBytesPerSecond))
                .orElseThrow();
        OptionalDouble max = busiest.maxBytesPerSecond();
        return mebibytes(brokers.drivesBytesPerSecond()) + " written to "
                + Figures.counted(brokers.drives().size(), "drive") + ", " + amplification(brokers) + "; busiest: "
                + busiest.drive() + " of " + busiest.host() + ", mean " + mebibytes(busiest.meanBytesPerSecond())
                + (max.isPresent() ? ", at most " + mebibytes(max.getAsDouble()) : "");
    }

    private static String amplification(BrokerResult brokers) {
        OptionalDouble all = brokers.writeAmplification();
        OptionalDouble each = brokers.writeAmplificationPerReplica();
        if (all.isEmpty()) {
            return "write amplification not known (" + brokers.whyNoAmplification() + ")";
        }
        return "write amplification " + ratio(all.getAsDouble())
                + (each.isPresent() && brokers.replicas().orElse(1) > 1
                        ? ", " + ratio(each.getAsDouble()) + " per replica"
                        : "");
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String mebibytes(double bytesPerSecond) {
        return Figures.mebibytesPerSecond(bytesPerSecond / MEBIBYTE);
    }
}
