package dev.weir.report;

import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import dev.weir.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows the times of requests with bamboo's percentiles, however few requests lie beyond them. */
final class RequestTable {
    private static final double[] PERCENTILES = {10, 50, 90, 99, 99.9, 100};
    private static final List<String> COLUMNS = List.of("p10", "p50", "p90", "p99", "p999", "p100");
    private static final String TOO_FEW = "*";

    private RequestTable() {}

    /** Returns the lines; empty if messages were not sent in requests. */
    static List<String> lines(RunResult result) {
        if (!result.workload().isInRequests()) {
            return List.of();
        }
        LatencySet measured = result.measured();
        LatencySamples sent = measured.of(measured.requestHeadline());
        LatencySamples read = measured.of(measured.readHeadline());
        if (sent.count() + read.count() == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(row("requests, ms", COLUMNS));
        add("sent", sent, lines);
        add("read", read, lines);
        if (sent.count() > 0 && read.count() > 0) {
            add("all", measured.requests(), lines);
        }
        if (lines.stream().anyMatch(line -> line.contains(TOO_FEW))) {
            lines.add(TOO_FEW + " fewer than 10 requests took longer");
        }
        lines.addAll(counts(result.weir().clients().requests()));
        return lines;
    }

    private static void add(String name, LatencySamples samples, List<String> lines) {
        if (samples.count() > 0) {
            List<String> cells = new ArrayList<>();
            for (double percentile : PERCENTILES) {
                boolean few = percentile < 100 && !samples.isAdequate(percentile);
                cells.add(Figures.millis(samples.percentileNanos(percentile)) + (few ? TOO_FEW : ""));
            }
            lines.add(row("  " + name, cells));
        }
    }

    private static String row(String name, List<String> cells) {
        var row = new StringBuilder(String.format("%-14s", name));
        cells.forEach(cell -> row.append(String.format("%11s", cell)));
        return row.toString();
    }

    /** Returns the numbers of requests of the whole run, including its warm-up. */
    private static List<String> counts(RequestCounts counts) {
        List<String> lines = new ArrayList<>();
        if (counts.answered() + counts.unanswered() > 0) {
            lines.add("  sent        " + Figures.count(counts.answered()) + " answered, "
                    + Figures.count(counts.unanswered()) + " not");
        }
        if (counts.read() + counts.readFailed() > 0) {
            double reads = Math.max(1, counts.read());
            double messages = counts.readMessages() / reads;
            double kibibytes = counts.readBytes() / reads / 1024;
            String sizes = String.format(Locale.ROOT, "%,.1f messages and %,.1f KiB each", messages, kibibytes);
            lines.add("  read        " + Figures.count(counts.read()) + " answered, "
                    + Figures.count(counts.readFailed()) + " not; " + sizes);
        }
        return lines;
    }
}
