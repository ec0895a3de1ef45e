package dev.weir.cli.run;

import dev.weir.cli.output.ProgressText;
import dev.weir.cli.run.RunInputs.PreparedRun;
import dev.weir.plan.CampaignPlan.PlannedRun;
import dev.weir.plan.RunEstimate;
import dev.weir.report.Columns;
import dev.weir.report.Figures;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.load.Rate;
import dev.weir.workload.section.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the planned runs of a command, and their total in a line. */
public final class PlanTable {
    private static final List<String> HEAD = List.of("run", "workload", "on", "differs by", "msg/s", "time", "data");

    private PlanTable() {}

    /** Returns a line for each run below a head, and one for each of its rates in bytes and what its sections plan. */
    public static List<String> lines(RunInputs inputs) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        inputs.todo().forEach(run -> rows.add(row(run)));
        List<String> table = Columns.lines(rows, column -> column == 0 || column >= HEAD.indexOf("msg/s"));
        String indent = " ".repeat(table.get(0).indexOf(HEAD.get(1)));
        List<String> lines = new ArrayList<>(List.of(table.get(0)));
        for (int i = 0; i < inputs.todo().size(); i++) {
            lines.add(table.get(i + 1));
            WorkloadPoint point = inputs.todo().get(i).planned().point();
            Stream.concat(
                            point.given().throughputs().entrySet().stream().map(each -> throughput(each, point)),
                            point.workload().run().sections().given().stream()
                                    .flatMap(each -> each.property(Section::planned).stream()))
                    .map(line -> indent + line)
                    .forEach(lines::add);
        }
        return lines;
    }

    private static String throughput(Map.Entry<String, String> given, WorkloadPoint point) {
        int bytes = point.workload().messages().meanBytes();
        return String.format(Locale.ROOT, "%s: %s in messages of %,d bytes", given.getKey(), given.getValue(), bytes);
    }

    /** Returns number, duration and written data: {@code 12 runs, about 14:20, 3.2 GiB}. */
    public static String total(RunInputs inputs) {
        RunEstimate total = inputs.estimate();
        int runs = inputs.todo().size();
        var text = new StringBuilder(runs == 1 ? "1 run" : runs + " runs");
        int before = inputs.runs().size() - runs;
        text.append(before == 0 ? "" : " (" + before + " are done)");
        boolean searches = inputs.todo().stream().anyMatch(PlanTable::isSearch);
        text.append(searches ? ", at most about " : ", about ").append(time(total.time()));
        long untilDone = inputs.todo().stream().filter(PlanTable::endsByItself).count();
        text.append(untilDone == 0 ? "" : " and, of " + untilDone + ", until their clients are done");
        text.append(total.endless() == 0 ? "" : " and, of " + total.endless() + ", until stopped");
        String unknown = total.unlimited() + (total.unlimited() == 1 ? " run" : " runs");
        text.append(total.unlimited() == runs ? ", an unknown amount of data" : ", " + data(total.bytes()));
        text.append(
                total.unlimited() == 0 || total.unlimited() == runs ? "" : "; the data of " + unknown + " is unknown");
        return text.toString();
    }

    /** Returns what a single run does, and where: {@code load on kafka at a:9092, 10,000 msg/s of 1,024 bytes}. */
    static String single(RunInputs inputs) {
        PreparedRun run = inputs.todo().get(0);
        Workload workload = run.planned().point().workload();
        String brokers =
                run.system().isEmbedded() ? "" : run.driver().clients().common().getOrDefault("bootstrap.servers", "");
        double rate = workload.producerRate();
        String load = "";
        if (isSearch(run)) {
            load = ", search for the highest rate";
        } else if (!endsByItself(run) && rate > 0) {
            load = ", " + (Double.isFinite(rate) ? rate(rate) + " msg/s" : "as many messages as possible") + " of "
                    + Figures.count(workload.messages().meanBytes()) + " bytes";
        }
        return workload.name() + " on " + run.system().label() + (brokers.isEmpty() ? "" : " at " + brokers) + load;
    }

    private static List<String> row(PreparedRun run) {
        RunEstimate estimate = run.estimate();
        Workload workload = run.planned().point().workload();
        return List.of(
                String.valueOf(run.number()),
                workload.name(),
                run.system().label(),
                difference(run.planned()),
                isSearch(run) ? "search" : rate(workload.producerRate()),
                time(run, estimate),
                estimate.unlimited() > 0 ? "unknown" : data(estimate.bytes()));
    }

    private static String time(PreparedRun run, RunEstimate estimate) {
        if (estimate.endless() > 0) {
            return "until stopped";
        }
        return endsByItself(run) ? "until done" : (isSearch(run) ? "<= " : "") + time(estimate.time());
    }

    /** Returns whether a run ends when its clients have done their work. */
    private static boolean endsByItself(PreparedRun run) {
        return run.planned().point().workload().load().hasOwnClients();
    }

    /** Returns whether a run can end earlier than estimated. */
    private static boolean isSearch(PreparedRun run) {
        return run.planned().point().workload().load().rate() instanceof Rate.Search;
    }

    private static String rate(double messagesPerSecond) {
        return Double.isInfinite(messagesPerSecond) ? "max" : Figures.rate(messagesPerSecond);
    }

    private static String difference(PlannedRun run) {
        String changes = run.point().changes().entrySet().stream()
                .map(change -> change.getKey() + "=" + change.getValue())
                .collect(Collectors.joining(" "));
        int repeat = run.series().repeat();
        String time = run.isDiscarded() ? "discarded" : run.repeat() + ". of " + repeat;
        return repeat == 1 ? changes : (changes + " " + time).strip();
    }

    private static String time(Duration time) {
        long minutes = time.toMinutes();
        return minutes < 60
                ? ProgressText.clock(time.toNanos())
                : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }

    private static String data(double bytes) {
        double gibibytes = bytes / (1L << 30);
        if (bytes < 0.05 * (1 << 20)) {
            return "less than 0.1 MiB";
        }
        return gibibytes < 0.1
                ? String.format(Locale.ROOT, "%.1f MiB", bytes / (1 << 20))
                : String.format(Locale.ROOT, "%,.1f GiB", gibibytes);
    }
}
