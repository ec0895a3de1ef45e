package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.config.ConfigValues;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Runs {@code kafka-e2e-latency}. */
final class EndToEndTool implements Tool {
    private static final Pattern MEAN = Pattern.compile("Avg latency: ([\\d.]+) ms");
    private static final Pattern PERCENTILES =
            Pattern.compile("Percentiles: 50th = (\\d+), 99th = (\\d+), 99.9th = (\\d+)");

    @Override
    public String name() {
        return "EndToEndLatency";
    }

    @Override
    public Map<String, String> fixedForProducer() {
        return Map.of(ProducerConfig.LINGER_MS_CONFIG, "0");
    }

    @Override
    public Map<String, String> fixedForConsumer() {
        return Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "0", ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        return acks(config).equals("0")
                ? List.of(new ConfigProblem(
                        "producerConfig",
                        ProducerConfig.ACKS_CONFIG,
                        "acks must be 1 or all for " + name() + ", which waits for each message, got 0"))
                : List.of();
    }

    @Override
    public List<String> differences(RefereeTask task, DriverConfig config) {
        List<String> differences = new ArrayList<>(List.of(
                "loop: the tool sends a message, waits for its acknowledgement, then polls until it has it, all on one"
                        + " thread, and only then sends the next; Weir's consumer polls all the time on a thread of its"
                        + " own, and its producer goes by acknowledgements or by its schedule",
                "latencies: the tool's last from the send call to the end of that poll, so never less than an"
                        + " acknowledgement takes; Weir's endToEndService ends at the receipt",
                "percentiles: the tool cuts each time down to whole milliseconds (0 is anything below 1 ms); its mean"
                        + " is exact",
                "warm-up: the tool has none, so its first messages count, which are sent by cold code",
                "rate: the tool reports none; the shown rate is computed from its mean",
                "clients: both ran with linger.ms=0 and fetch.max.wait.ms=0, which the tool sets itself; with that,"
                        + " Weir's consumer asks the brokers without a pause, and the tool's only while it waits for a"
                        + " message",
                "payloads: the tool's are letters, Weir's the workload's with a stamp of 32 bytes"));
        var otherwise = new TreeMap<>(config.clients().consumer());
        otherwise.keySet().retainAll(config.clients().producer().keySet());
        otherwise.entrySet().removeAll(config.clients().producer().entrySet());
        if (!otherwise.isEmpty()) {
            differences.add("clients: the tool takes one file for both of them; the producer's values of "
                    + String.join(", ", otherwise.keySet()) + " held for its consumer too");
        }
        return differences;
    }

    @Override
    public List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException {
        var properties = new TreeMap<>(config.clients().effectiveConsumer());
        properties.putAll(config.clients().producer());
        return List.of(
                "--bootstrap-server", ClientFile.bootstrapServers(config),
                "--topic", task.topic(),
                "--num-records", Long.toString(task.messages()),
                "--producer-acks", acks(config),
                "--record-size", Integer.toString(task.messageBytes()),
                "--command-config", ClientFile.write(folder, properties).toString());
    }

    /** Returns acks in the form of the tool. */
    private static String acks(DriverConfig config) {
        String acks = ConfigValues.resolved(config)
                .clients()
                .effectiveProducer()
                .getOrDefault(ProducerConfig.ACKS_CONFIG, "all");
        return acks.strip().equals("-1") ? "all" : acks.strip();
    }

    @Override
    public RefereeFigures figures(RefereeTask task, List<String> command, List<String> output) {
        MatchResult mean = found(MEAN, output);
        MatchResult percentiles = found(PERCENTILES, output);
        double meanMillis = Double.parseDouble(mean.group(1));
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(RefereeFigures.MESSAGES, (double) task.messages());
        values.put(RefereeFigures.MESSAGES_PER_SECOND, 1000 / meanMillis);
        values.put(RefereeFigures.MEAN_MILLIS, meanMillis);
        values.put(RefereeFigures.P50_MILLIS, Double.valueOf(percentiles.group(1)));
        values.put(RefereeFigures.P99_MILLIS, Double.valueOf(percentiles.group(2)));
        values.put(RefereeFigures.P999_MILLIS, Double.valueOf(percentiles.group(3)));
        return new RefereeFigures(command, values, List.of(mean.group(), percentiles.group()));
    }

    private static MatchResult found(Pattern pattern, List<String> output) {
        return output.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow(() -> new UnclearOutputException("there is no line like " + pattern));
    }
}
