package dev.weir.driver.kafka.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeGroup;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools are given, and what they said when they were run: output of Kafka 4.3.1. */
class ToolTest {
    private static final String WINDOW =
            "24885 records sent, 4976.0 records/sec (4.86 MB/sec), 4.7 ms avg latency, 91.0 ms max latency.";
    private static final String TOTAL =
            "100000 records sent, 4971.908715 records/sec (4.86 MB/sec), 14.79 ms avg latency,"
                    + " 441.00 ms max latency, 2 ms 50th, 68 ms 95th, 216 ms 99th, 401 ms 99.9th.";
    private static final String STEADY =
            "75000 steady state records sent, 4967.545370 records/sec (4.85 MB/sec), 4.02 ms"
                    + " avg latency, 86.00 ms max latency, 2 ms 50th, 16 ms 95th, 49 ms 99th, 80 ms 99.9th.";
    private static final String HEADER = "start.time, end.time, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg,"
            + " nMsg.sec, rebalance.time.ms, fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec";
    private static final String READ = "2026-11-21 18:51:55:934, 2026-11-21 18:52:02:011, 1024.0000, 168.5042, 1048576,"
            + " 172548.2969, 509, 5568, 183.9080, 188321.8391";

    @TempDir
    Path folder;

    @Test
    void readsTheTotalOfAProducerWithoutWarmUp() {
        assertThat(new ProducerTool().figures(producing(100_000, 0), List.of("--topic", "t"), List.of(WINDOW, TOTAL)))
                .satisfies(figures -> {
                    assertThat(figures.command()).containsExactly("--topic", "t");
                    assertThat(figures.output()).containsExactly(TOTAL);
                    assertThat(figures.values())
                            .contains(
                                    entry(RefereeFigures.MESSAGES, 100_000.0),
                                    entry(RefereeFigures.MESSAGES_PER_SECOND, 4971.908715),
                                    entry(RefereeFigures.MAX_MILLIS, 441.0));
                });
    }

    @Test
    void readsOnlyWhatFollowedTheWarmUp() {
        RefereeFigures figures = new ProducerTool()
                .figures(producing(100_000, 25_000), List.of(), List.of("In steady state.", TOTAL, STEADY));

        assertThat(figures.values())
                .containsExactly(
                        entry(RefereeFigures.MESSAGES, 75_000.0),
                        entry(RefereeFigures.MESSAGES_PER_SECOND, 4967.54537),
                        entry(RefereeFigures.MEBIBYTES_PER_SECOND, 4.85),
                        entry(RefereeFigures.MEAN_MILLIS, 4.02),
                        entry(RefereeFigures.P50_MILLIS, 2.0),
                        entry(RefereeFigures.P95_MILLIS, 16.0),
                        entry(RefereeFigures.P99_MILLIS, 49.0),
                        entry(RefereeFigures.P999_MILLIS, 80.0),
                        entry(RefereeFigures.MAX_MILLIS, 86.0));
    }

    @Test
    void doesNotReportPartialFiguresAsComplete() {
        assertThatThrownBy(() -> new ProducerTool().figures(producing(100_001, 0), List.of(), List.of(TOTAL)))
                .hasMessage("only 100000 of its 100001 messages were acknowledged: the others failed");
        assertThatThrownBy(() -> new ConsumerTool()
                        .figures(task(RefereeKind.CONSUMER, 1_048_577, 0), List.of(), List.of(HEADER, READ)))
                .hasMessage("it read only 1048576 of 1048577 messages");
    }

    @Test
    void acceptsOnlyCompleteFigures() {
        assertThatThrownBy(() -> new ProducerTool().figures(producing(10, 0), List.of(), List.of(WINDOW, STEADY)))
                .hasMessage("the total of sent messages is missing");
        assertThatThrownBy(() -> new ConsumerTool().figures(task(RefereeKind.CONSUMER, 1, 0), List.of(), List.of(READ)))
                .hasMessage("the total of read messages is missing");
        assertThatThrownBy(() -> new EndToEndTool()
                        .figures(task(RefereeKind.END_TO_END, 1, 0), List.of(), List.of("Avg latency: 1.6513 ms")))
                .hasMessageStartingWith("there is no line like Percentiles");
    }

    @Test
    void readsTheRateOfAConsumerWithoutItsRebalance() {
        RefereeFigures figures = new ConsumerTool()
                .figures(task(RefereeKind.CONSUMER, 1_048_576, 0), List.of(), List.of(HEADER, "a warning", READ));

        assertThat(figures.output()).containsExactly(HEADER, READ);
        assertThat(figures.values())
                .containsExactly(
                        entry(RefereeFigures.MESSAGES, 1_048_576.0),
                        entry(RefereeFigures.MESSAGES_PER_SECOND, 188_321.8391),
                        entry(RefereeFigures.MEBIBYTES_PER_SECOND, 183.908),
                        entry(RefereeFigures.REBALANCE_MILLIS, 509.0));
    }

    @Test
    void readsTheTimesFromEndToEnd() {
        RefereeFigures figures = new EndToEndTool()
                .figures(
                        task(RefereeKind.END_TO_END, 7_221, 0),
                        List.of(),
                        List.of(
                                "0\t48.194241",
                                "Avg latency: 1.6513 ms",
                                "Percentiles: 50th = 0, 99th = 10, 99.9th = 33"));

        assertThat(figures.values())
                .containsExactly(
                        entry(RefereeFigures.MESSAGES, 7_221.0),
                        entry(RefereeFigures.MESSAGES_PER_SECOND, 1000 / 1.6513),
                        entry(RefereeFigures.MEAN_MILLIS, 1.6513),
                        entry(RefereeFigures.P50_MILLIS, 0.0),
                        entry(RefereeFigures.P99_MILLIS, 10.0),
                        entry(RefereeFigures.P999_MILLIS, 33.0));
    }

    @Test
    void givesTheProducerItsRateSettingsAndPayloads() throws IOException {
        List<String> words = new ProducerTool().words(producing(100, 25), config(), folder);

        Path client = folder.resolve("client.properties");
        Path payloads = folder.resolve("payloads");
        assertThat(words)
                .containsExactly(
                        "--bootstrap-server", "h:1",
                        "--topic", "t",
                        "--num-records", "100",
                        "--throughput", "50.0",
                        "--command-config", client.toString(),
                        "--payload-file", payloads.toString(),
                        "--warmup-records", "25");
        assertThat(Files.readAllLines(payloads)).hasSize(3).allMatch(line -> line.matches("[A-Z]{10}"));
        assertThat(properties(client)).isEqualTo(Map.of("bootstrap.servers", "h:1", "acks", "1", "linger.ms", "5"));
    }

    @Test
    void passesTheConsumerPropertiesThatItsOptionsOverride() throws IOException {
        List<String> words = new ConsumerTool().words(task(RefereeKind.CONSUMER, 100, 0), config(), folder);

        assertThat(words)
                .containsSequence("--group", "s")
                .containsSequence("--socket-buffer-size", "65536")
                .containsSequence("--fetch-size", "5000000");
        assertThat(properties(folder.resolve("client.properties")))
                .isEqualTo(
                        Map.of("bootstrap.servers", "h:1", "max.partition.fetch.bytes", "5000000", "linger.ms", "1"));
    }

    @Test
    void passesConsumersAndFetchSizeToTheShareTool() throws IOException {
        assertThat(new ShareConsumerTool().words(task(RefereeKind.SHARE_CONSUMER, 100, 50), config(), folder))
                .containsSequence("--group", "s", "--threads", "3", "--num-records", "100")
                .containsSequence("--socket-buffer-size", "65536")
                .containsSequence("--fetch-size", "52428800");
    }

    /** Two consumers: after the warm-up the first reads 300 messages in 0.5 s, the second 100 in 1 s. */
    @Test
    void addsUpTheRatesOfShareConsumersAfterTheirWarmup() {
        String header =
                "start.time, end.time, data.consumed.in.MB, MB.sec, nMsg.sec, data.consumed.in.nMsg, fetch.time.ms";
        String total = "2026-01-02 00:00:00:000, 2026-01-02 00:00:09:000, 2.0000, 0.2222, 111.1111, 1000, 9000";
        List<String> output = List.of(
                header,
                report("00:00:05:000", 1, 1),
                report("00:00:05:000", 1, 2),
                report("00:00:06:000", 300, 1),
                report("00:00:06:000", 150, 2),
                report("00:00:06:500", 400, 1),
                report("00:00:06:750", 200, 2),
                report("00:00:07:000", 700, 1),
                report("00:00:07:750", 300, 2),
                total);

        RefereeFigures figures =
                new ShareConsumerTool().figures(task(RefereeKind.SHARE_CONSUMER, 1000, 500), List.of(), output);

        assertThat(figures.values())
                .containsEntry(RefereeFigures.MESSAGES, 1000.0)
                .containsEntry(RefereeFigures.MESSAGES_PER_SECOND, 700.0)
                .containsEntry(RefereeFigures.MEBIBYTES_PER_SECOND, 1.4);
        assertThat(figures.output()).containsExactly(total);
        assertThatThrownBy(() ->
                        new ShareConsumerTool().figures(task(RefereeKind.SHARE_CONSUMER, 1001, 500), List.of(), output))
                .isInstanceOf(Tool.UnclearOutputException.class)
                .hasMessage("it read only 1000 of 1001 messages");
        assertThat(new ShareConsumerTool()
                        .figures(task(RefereeKind.SHARE_CONSUMER, 1000, 990), List.of(), output)
                        .values())
                .containsOnlyKeys(RefereeFigures.MESSAGES);
    }

    private static String report(String time, long messages, int consumer) {
        return "2026-01-02 00:00:04:000, 2026-01-02 " + time + ", 0.0001, 0.0000, 0.1944, " + messages
                + ", 1000 for share consumer " + consumer;
    }

    @Test
    void namesWhereOneFileCannotBeBothClients() throws IOException {
        RefereeTask task = task(RefereeKind.END_TO_END, 100, 0);

        assertThat(new EndToEndTool().words(task, config(), folder)).containsSequence("--producer-acks", "1");
        assertThat(properties(folder.resolve("client.properties"))).containsEntry("linger.ms", "5");
        assertThat(new EndToEndTool().differences(task, config()))
                .contains(
                        "clients: the tool takes one file for both of them; the producer's values of linger.ms held for"
                                + " its consumer too");
    }

    @Test
    void appliesSettingsThatToolsSetThemselves() {
        var referees = new KafkaReferees();

        assertThat(referees.settled(RefereeKind.CONSUMER, config()).clients().consumer())
                .containsEntry("check.crcs", "false")
                .containsEntry("max.partition.fetch.bytes", "5000000");
        DriverConfig endToEnd = referees.settled(RefereeKind.END_TO_END, config());
        assertThat(endToEnd.clients().producer())
                .containsEntry("linger.ms", "0")
                .containsEntry("acks", "1");
        assertThat(endToEnd.clients().consumer()).containsEntry("fetch.max.wait.ms", "0");
        assertThat(referees.settled(RefereeKind.PRODUCER, config())).isEqualTo(config());
    }

    @Test
    void refusesSettingsThatWouldMakeAnotherLoadOfIt() {
        var referees = new KafkaReferees();

        assertThat(referees.problems(RefereeKind.END_TO_END, producer(Map.of("acks", "0"))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("acks must be 1 or all for EndToEndLatency, which waits for each message, got 0"));
        assertThat(referees.problems(RefereeKind.PRODUCER, producer(Map.of("transactional.id", "x"))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.property()).isEqualTo("transactional.id"));
        assertThat(referees.problems(RefereeKind.PRODUCER, config())).isEmpty();
    }

    @Test
    void namesDifferencesWhereTheyApply() {
        String burst = "rate: the tool's throttle";
        String sampled = "percentiles: the tool's are of one in 3 of its messages";

        assertThat(new ProducerTool().differences(producing(2_000_000, 500_000), config()))
                .anyMatch(line -> line.startsWith(burst))
                .anyMatch(line -> line.startsWith(sampled));
        var endless = new RefereeTask(
                RefereeKind.PRODUCER, "t", new RefereeGroup("s", 1), 999_999, 0, Double.POSITIVE_INFINITY, 10, 3);
        assertThat(new ProducerTool().differences(endless, config()))
                .noneMatch(line -> line.startsWith(burst))
                .noneMatch(line -> line.startsWith("percentiles"));
    }

    private static RefereeTask producing(long messages, long warmup) {
        return task(RefereeKind.PRODUCER, messages, warmup);
    }

    private static RefereeTask task(RefereeKind kind, long messages, long warmup) {
        return new RefereeTask(kind, "t", new RefereeGroup("s", 3), messages, warmup, 50, 10, 3);
    }

    private static DriverConfig producer(Map<String, String> properties) {
        return new DriverConfig(
                "x",
                "kafka",
                new TopicConfig(1, false, Map.of()),
                new ClientConfig(Map.of("bootstrap.servers", "h:1"), properties, Map.of()),
                Map.of());
    }

    private static DriverConfig config() {
        return new DriverConfig(
                "x",
                "kafka",
                new TopicConfig(1, false, Map.of()),
                new ClientConfig(
                        Map.of("bootstrap.servers", "h:1"),
                        Map.of("acks", "1", "linger.ms", "5"),
                        Map.of("max.partition.fetch.bytes", "5000000", "offsetCommitLingerMs", "10", "linger.ms", "1")),
                Map.of());
    }

    private static Map<Object, Object> properties(Path file) throws IOException {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }
}
