package dev.weir.report;

import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the parts of a measurement beside each other, if there are several, and the events between them. */
final class PartsTable {
    private static final int NAME_WIDTH = 32;
    private static final String P99 = "p99";

    private PartsTable() {}

    static List<String> lines(RunResult result) {
        List<PartSummary> measured = result.weir().course().parts().stream()
                .filter(part -> Phase.isMeasured(part.phase()))
                .toList();
        List<String> lines = new ArrayList<>();
        if (measured.size() > 1) {
            lines.add("");
            lines.add(String.format("%-32s%8s%10s%20s%10s", "part", "seconds", "msg/s", "publish, e2e p99", "backlog"));
            measured.forEach(part -> lines.addAll(rows(part)));
        }
        List<RunEvent> events = result.weir().course().events();
        if (!events.isEmpty()) {
            lines.add("");
            for (RunEvent event : events) {
                String time = event.timeOfDay();
                lines.addAll(Paragraph.lines(time + "  ", "    ", event.kind().name() + ": " + event.text()));
            }
        }
        return lines;
    }

    private static List<String> rows(PartSummary part) {
        List<String> rows = new ArrayList<>();
        boolean isLong = part.part().length() >= NAME_WIDTH;
        if (isLong) {
            rows.add(part.part());
        }
        rows.add(row(isLong ? "" : part.part(), part));
        String changes = Stream.of(
                        change("publish", part, Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE),
                        change("end to end", part, Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        if (!changes.isEmpty()) {
            rows.addAll(Paragraph.lines("  p99 / first part's p99: ", "    ", changes));
        }
        return rows;
    }

    private static Optional<String> change(String what, PartSummary part, Latency response, Latency service) {
        return part.p99Change(response.key(), service.key())
                .map(ratio -> String.format(
                        Locale.ROOT, "%s %.2f (95 %%: %.2f to %.2f)", what, ratio.ratio(), ratio.low(), ratio.high()));
    }

    private static String row(String name, PartSummary part) {
        return String.format(
                Locale.ROOT,
                "%-" + NAME_WIDTH + "s%8.1f%10s%10s%10s%10s",
                name,
                part.seconds(),
                Figures.rate(part.achievedMessagesPerSecond()),
                p99(part.latency(), Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE),
                p99(part.latency(), Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE),
                Figures.count(part.backlogMessages()));
    }

    private static String p99(Map<String, LatencySummary> latency, Latency response, Latency service) {
        return Stream.of(response, service)
                .flatMap(each -> Stream.ofNullable(latency.get(each.key())))
                .filter(summary -> summary.nanos(P99).isPresent())
                .findFirst()
                .map(summary -> Figures.millis(summary, P99))
                .orElse("-");
    }
}
