package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** Runs {@code kafka-share-consumer-perf-test}. */
final class ShareConsumerTool implements Tool {
    /** The tool limits all its reading by this, and not only a silence. Its caller's limit is shorter. */
    private static final String READ_LIMIT_MILLIS = "86400000";

    /** Shortest time between two reports of a consumer. */
    private static final String REPORT_MILLIS = "250";

    private static final Pattern REPORT =
            Pattern.compile("[^,]+, ([^,]+), ([\\d.]+), [\\d.]+, [\\d.]+, (\\d+), \\d+ for share consumer (\\d+)");
    private static final Pattern TOTAL = Pattern.compile("\\d[^,]+, [^,]+, ([\\d.]+), [\\d.]+, [\\d.]+, (\\d+), \\d+");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS");

    @Override
    public String name() {
        return "ShareConsumerPerformance";
    }

    @Override
    public Map<String, String> fixedForConsumer() {
        return Map.of(ConsumerConfig.CHECK_CRCS_CONFIG, "false");
    }

    @Override
    public List<String> differences(RefereeTask task, DriverConfig config) {
        return List.of(
                "checksums: the tool's consumers do not check them (check.crcs=false), and Weir's did not either here",
                "rate: of both sides, the first half of the messages does not count, nor the time in which the group"
                        + " forms; the rate that the tool prints at its end includes both",
                "counting: the tool counts a message when a poll has returned it; Weir counts it when the broker has"
                        + " confirmed that it is accepted",
                "work: the tool adds up sizes; Weir keeps each message until its acknowledgement is answered, counts"
                        + " its deliveries, and records how long it was held");
    }

    @Override
    public List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException {
        // It has options for these two, whose defaults override its file.
        Map<String, String> properties =
                ClientProperties.knownToShareConsumers(config.clients().effectiveConsumer());
        return List.of(
                "--bootstrap-server",
                ClientFile.bootstrapServers(config),
                "--topic",
                task.topic(),
                "--group",
                task.group().name(),
                "--threads",
                Integer.toString(task.group().consumers()),
                "--num-records",
                Long.toString(task.messages()),
                "--timeout",
                READ_LIMIT_MILLIS,
                "--socket-buffer-size",
                ClientFile.ofConsumer(config, ConsumerConfig.RECEIVE_BUFFER_CONFIG),
                "--fetch-size",
                ClientFile.ofConsumer(config, ConsumerConfig.FETCH_MAX_BYTES_CONFIG),
                "--show-detailed-stats",
                "--reporting-interval",
                REPORT_MILLIS,
                "--command-config",
                ClientFile.write(folder, properties).toString());
    }

    /** Parses its consumers' reports, and a line of totals. The rate is that between the reports after the warm-up. */
    @Override
    public RefereeFigures figures(RefereeTask task, List<String> command, List<String> output) {
        List<Report> reports = output.stream()
                .map(REPORT::matcher)
                .filter(Matcher::matches)
                .map(Report::of)
                .toList();
        Matcher total = output.stream()
                .map(TOTAL::matcher)
                .filter(Matcher::matches)
                .reduce((first, last) -> last)
                .orElseThrow(() -> new UnclearOutputException("the total of read messages is missing"));
        long read = Long.parseLong(total.group(2));
        if (read < task.messages()) {
            throw new UnclearOutputException("it read only " + read + " of " + task.messages() + " messages");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(RefereeFigures.MESSAGES, (double) read);
        double perSecond = messagesPerSecond(reports, task.warmupMessages());
        if (perSecond > 0) {
            values.put(RefereeFigures.MESSAGES_PER_SECOND, perSecond);
            values.put(RefereeFigures.MEBIBYTES_PER_SECOND, perSecond * Double.parseDouble(total.group(1)) / read);
        }
        return new RefereeFigures(command, values, List.of(total.group()));
    }

    /** Returns 0 if no consumer made two reports after the warm-up. */
    private static double messagesPerSecond(List<Report> reports, long warmupMessages) {
        Map<Integer, Report> first = new TreeMap<>();
        Map<Integer, Report> last = new TreeMap<>();
        Map<Integer, Long> read = new TreeMap<>();
        for (Report report : reports) {
            read.put(report.consumer, report.messages);
            if (read.values().stream().mapToLong(Long::longValue).sum() > warmupMessages) {
                first.putIfAbsent(report.consumer, report);
                last.put(report.consumer, report);
            }
        }
        return first.values().stream()
                .mapToDouble(
                        report -> last.getOrDefault(report.consumer, report).rateSince(report))
                .sum();
    }

    /** Number of messages that a consumer has read by a time. */
    private record Report(int consumer, long millis, long messages) {
        static Report of(Matcher line) {
            return new Report(
                    Integer.parseInt(line.group(4)),
                    LocalDateTime.parse(line.group(1), TIME)
                            .toInstant(ZoneOffset.UTC)
                            .toEpochMilli(),
                    Long.parseLong(line.group(3)));
        }

        /** Returns messages per second; 0 for the same report. */
        double rateSince(Report before) {
            return millis > before.millis ? (messages - before.messages) * 1e3 / (millis - before.millis) : 0;
        }
    }
}
