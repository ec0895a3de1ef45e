package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.config.ConfigValues;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Runs {@code kafka-producer-perf-test}. */
final class ProducerTool implements Tool {
    /** It keeps each n-th sample, where n is the number of its messages divided by this. */
    private static final long MOST_SAMPLES = 500_000;

    /** Shortest sleep of its throttle. */
    private static final int THROTTLE_MILLIS = 2;

    private static final Pattern TOTAL = Pattern.compile("(\\d+)( steady state)? records sent, ([\\d.]+) records/sec"
            + " \\(([\\d.]+) MB/sec\\), ([\\d.]+) ms avg latency, ([\\d.]+) ms max latency,"
            + " (\\d+) ms 50th, (\\d+) ms 95th, (\\d+) ms 99th, (\\d+) ms 99.9th\\.");

    @Override
    public String name() {
        return "ProducerPerformance";
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        String id = ProducerConfig.TRANSACTIONAL_ID_CONFIG;
        return config.clients().effectiveProducer().containsKey(id)
                ? List.of(new ConfigProblem(
                        "producerConfig", id, id + " makes the tool send in transactions, which Weir then does not"))
                : List.of();
    }

    @Override
    public List<String> differences(RefereeTask task, DriverConfig config) {
        List<String> differences = new ArrayList<>(List.of(
                "latencies: the tool takes times in whole milliseconds, by the clock on the wall; Weir in nanoseconds",
                "latencies: the tool's begin when it calls send, as Weir's publishService does; a message that was late"
                        + " by then is late only in Weir's publishResponse, which begins when it was due"));
        long step = (task.messages() - task.warmupMessages()) / MOST_SAMPLES;
        if (step > 1) {
            differences.add("percentiles: the tool's are of one in " + step
                    + " of its messages; its mean and maximum, and all of Weir's, are of every message");
        }
        if (!Double.isInfinite(task.messagesPerSecond())) {
            differences.add("rate: the tool's throttle sleeps at least " + THROTTLE_MILLIS
                    + " ms at a time and then sends all messages that have become due, also those that its own start "
                    + "delayed: its messages come in bursts");
        }
        if (task.warmupMessages() > 0) {
            differences.add("warm-up: the tool's is a number of messages, Weir's a duration");
        }
        differences.add("end: the tool's time includes waiting for its last acknowledgements and closing its client");
        differences.add("payloads: the tool picks each from " + task.payloads()
                + " of random letters, Weir from the workload's, into which it writes a stamp of 32 bytes"
                + compression(config));
        return differences;
    }

    private static String compression(DriverConfig config) {
        String type = ConfigValues.resolved(config)
                .clients()
                .effectiveProducer()
                .getOrDefault(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        return type.equals("none") ? "" : "; " + type + " makes different sizes of them";
    }

    @Override
    public List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "--bootstrap-server", ClientFile.bootstrapServers(config),
                "--topic", task.topic(),
                "--num-records", Long.toString(task.messages()),
                "--throughput",
                        Double.isInfinite(task.messagesPerSecond()) ? "-1" : Double.toString(task.messagesPerSecond()),
                "--command-config",
                        ClientFile.write(folder, config.clients().effectiveProducer())
                                .toString()));
        if (task.payloads() > 0) {
            words.addAll(List.of("--payload-file", payloadFile(task, folder).toString()));
        } else {
            words.addAll(List.of("--record-size", Integer.toString(task.messageBytes())));
        }
        if (task.warmupMessages() > 0) {
            words.addAll(List.of("--warmup-records", Long.toString(task.warmupMessages())));
        }
        return words;
    }

    /** Writes a file with a line of text for each payload. */
    private static Path payloadFile(RefereeTask task, Path folder) throws IOException {
        var random = new SplittableRandom(task.messageBytes());
        var line = new byte[task.messageBytes() + 1];
        Path file = folder.resolve("payloads");
        try (var out = Files.newOutputStream(file)) {
            for (int i = 0; i < task.payloads(); i++) {
                for (int b = 0; b < task.messageBytes(); b++) {
                    line[b] = (byte) random.nextInt('A', 'Z' + 1);
                }
                line[task.messageBytes()] = '\n';
                out.write(line);
            }
        }
        return file;
    }

    @Override
    public RefereeFigures figures(RefereeTask task, List<String> command, List<String> output) {
        boolean steady = task.warmupMessages() > 0;
        MatchResult total = output.stream()
                .map(TOTAL::matcher)
                .filter(matcher -> matcher.matches() && (matcher.group(2) != null) == steady)
                .findFirst()
                .orElseThrow(() -> new UnclearOutputException("the total of sent messages is missing"));
        long counted = Long.parseLong(total.group(1));
        long wanted = task.messages() - task.warmupMessages();
        if (counted < wanted) {
            throw new UnclearOutputException(
                    "only " + counted + " of its " + wanted + " messages were acknowledged: the others failed");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(RefereeFigures.MESSAGES, (double) counted);
        values.put(RefereeFigures.MESSAGES_PER_SECOND, Double.valueOf(total.group(3)));
        values.put(RefereeFigures.MEBIBYTES_PER_SECOND, Double.valueOf(total.group(4)));
        values.put(RefereeFigures.MEAN_MILLIS, Double.valueOf(total.group(5)));
        values.put(RefereeFigures.P50_MILLIS, Double.valueOf(total.group(7)));
        values.put(RefereeFigures.P95_MILLIS, Double.valueOf(total.group(8)));
        values.put(RefereeFigures.P99_MILLIS, Double.valueOf(total.group(9)));
        values.put(RefereeFigures.P999_MILLIS, Double.valueOf(total.group(10)));
        values.put(RefereeFigures.MAX_MILLIS, Double.valueOf(total.group(6)));
        return new RefereeFigures(command, values, List.of(total.group()));
    }
}
