package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** Runs {@code kafka-consumer-perf-test}. */
final class ConsumerTool implements Tool {
    /** Time without a message after which it gives up. */
    private static final String SILENCE_MILLIS = "30000";

    private static final int FIELDS = 10;

    @Override
    public String name() {
        return "ConsumerPerformance";
    }

    @Override
    public Map<String, String> fixedForConsumer() {
        return Map.of(ConsumerConfig.CHECK_CRCS_CONFIG, "false");
    }

    @Override
    public List<String> differences(RefereeTask task, DriverConfig config) {
        return List.of(
                "checksums: the tool's consumer does not check them (check.crcs=false), and Weir's did not either here",
                "time: the tool's rate is over all of its time except the rebalance, including the first fetch; "
                        + "Weir's is over the intervals in which messages arrived, without the first and the last of "
                        + "them",
                "time: the tool counts it in whole milliseconds, by the clock on the wall",
                "work: the tool adds up sizes; Weir reads each message's stamp and counts it by partition");
    }

    @Override
    public List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException {
        // It has options for these two, whose defaults override its file.
        var properties = config.clients().effectiveConsumer();
        return List.of(
                "--bootstrap-server", ClientFile.bootstrapServers(config),
                "--topic", task.topic(),
                "--group", task.group().name(),
                "--num-records", Long.toString(task.messages()),
                "--timeout", SILENCE_MILLIS,
                "--socket-buffer-size", ClientFile.ofConsumer(config, ConsumerConfig.RECEIVE_BUFFER_CONFIG),
                "--fetch-size", ClientFile.ofConsumer(config, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
                "--command-config", ClientFile.write(folder, properties).toString());
    }

    /** Parses a line of numbers below a line of their names; the first two are dates. */
    @Override
    public RefereeFigures figures(RefereeTask task, List<String> command, List<String> output) {
        int header = 0;
        while (header < output.size() && !output.get(header).startsWith("start.time, ")) {
            header++;
        }
        // There may be warnings between the two lines.
        String line = output.stream()
                .skip(header + 1L)
                .filter(each -> each.split(", ", -1).length == FIELDS)
                .findFirst()
                .orElseThrow(() -> new UnclearOutputException("the total of read messages is missing"));
        String[] fields = line.split(", ", -1);
        long read = Long.parseLong(fields[4]);
        if (read < task.messages()) {
            throw new UnclearOutputException("it read only " + read + " of " + task.messages() + " messages");
        }
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(RefereeFigures.MESSAGES, (double) read);
        values.put(RefereeFigures.MESSAGES_PER_SECOND, Double.valueOf(fields[9]));
        values.put(RefereeFigures.MEBIBYTES_PER_SECOND, Double.valueOf(fields[8]));
        values.put(RefereeFigures.REBALANCE_MILLIS, Double.valueOf(fields[6]));
        return new RefereeFigures(command, values, List.of(output.get(header), line));
    }
}
