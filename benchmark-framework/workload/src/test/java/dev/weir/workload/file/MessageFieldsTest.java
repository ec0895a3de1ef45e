package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.client.MessageHeader;
import dev.weir.workload.Workload;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sizes of messages and rates with their units, headers, and the place of the stamp. */
class MessageFieldsTest {
    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void readsNumbersWithUnits() throws IOException {
        Workload workload = read("""
            messageSize: 1KiB
            producerRate: 50k
            warmupProducerRate: 1.5M
            sampleRateMillis: 2s
            keys: {cardinality: 2M}
            retention: {bytesPerPartition: 10MB}
            subscriptionsPerTopic: 1
            consumerPerSubscription: 1
            thresholds: ['achievedRate >= 49.5k', 'backlog < 10k']
            """);

        assertThat(EffectiveFiles.flat(EffectiveFiles.of(workload)))
                .containsAllEntriesOf(Map.of(
                        "messageSize", "1024",
                        "producerRate", "50000",
                        "warmupProducerRate", "1500000",
                        "sampleRateMillis", "2000",
                        "keys.cardinality", "2000000",
                        "retention.bytesPerPartition", "10000000",
                        "thresholds", "achievedRate >= 49500, backlog < 10000"));
    }

    @Test
    void convertsAThroughputByTheMessageSizeAndKeepsWhatWasWritten() throws IOException {
        WorkloadPoint point = first("messageSize: 1KiB\nproducerRate: 100MiB/s\nwarmupProducerRate: 1MB/s\n");

        assertThat(point.workload().producerRate()).isEqualTo(102_400);
        assertThat(point.workload().load().warmupRate().atBegin()).isEqualTo(976.5625);
        assertThat(point.given().throughputs())
                .containsExactly(Map.entry("producerRate", "100MiB/s"), Map.entry("warmupProducerRate", "1MB/s"));
        assertThat(EffectiveFiles.of(point.workload())).containsEntry("producerRate", 102_400L);
    }

    @Test
    void convertsAThroughputByTheMeanOfMixedSizes() throws IOException {
        WorkloadPoint point = first("messageSizeDistribution: {100-300: 3, 1KiB: 1}\nproducerRate: 406kB/s\n");

        SizeDistribution sizes = point.workload().messages().payload().sizes();
        assertThat(sizes.classes()).extracting(each -> each.range()).containsExactly("100-300", "1024-1024");
        assertThat(sizes.meanBytes()).isEqualTo(406);
        assertThat(point.workload().producerRate()).isEqualTo(1000);
    }

    @Test
    void convertsTheThroughputsOfRateListsAndOfStepsWithOtherSizes() throws IOException {
        WorkloadSeries series = readAll("""
            messageSize: 1kB
            producerRateList: [[0, 1MB/s], {at: 1m, rate: 2MB/s}]
            testDuration: 1m
            steps: [{messageSize: 1000}, {messageSize: 500}]
            """);

        assertThat(series.points())
                .extracting(point -> point.workload().load().rate().atBegin())
                .containsExactly(1000.0, 2000.0);
        assertThat(series.points().get(0).given().throughputs().values()).containsExactly("1MB/s", "2MB/s");
    }

    @Test
    void headersCountAsBytesOfAMessage() throws IOException {
        Workload workload = read("""
            messageSize: 100
            producerRate: 1.53 MB/s
            headers:
              content-type: application/json
              version: 2
              empty: ''
              trace: {size: 5 B}
              id: {text: ab, size: 5}
            """);

        assertThat(workload.messages().headers())
                .extracting(MessageHeader::name, header -> new String(header.value(), StandardCharsets.UTF_8))
                .containsExactly(
                        tuple("content-type", "application/json"),
                        tuple("version", "2"),
                        tuple("empty", ""),
                        tuple("trace", "abcde"),
                        tuple("id", "ababa"));
        assertThat(workload.messages().headerBytes()).isEqualTo(12 + 16 + 7 + 1 + 5 + 5 + 5 + 2 + 5);
        assertThat(workload.messages().meanBytes()).isEqualTo(158);
        assertThat(workload.producerRate()).isEqualTo(1_530_000 / 158.0);
    }

    @Test
    void theEffectiveFileHidesTheValueOfASecretHeader() throws IOException {
        Workload workload = read("messageSize: 100\nproducerRate: 1\nheaders: {access-token: abcdefghijkl, a: b}\n");

        assertThat(EffectiveFiles.of(workload).get("headers"))
                .isEqualTo(Map.of("access-token", Map.of("text", "[hidden]", "size", 12), "a", "b"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void warnsIfTheStampDamagesTheFormatOfPayloads(byte[] payload, String format) throws IOException {
        Files.write(folder.resolve("p"), payload);

        Workload inHeader = read("payloadFile: p\nproducerRate: 1\nstamp: header\n");
        assertThat(problems.warnings()).isEmpty();
        assertThat(inHeader.messages().payload())
                .isEqualTo(PayloadSpec.of(List.of(payload)).withStampInHeader(true));

        Workload workload = read("payloadFile: p\nproducerRate: 1\n");
        assertThat(problems.warnings())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("has " + format)
                .contains("the first 32 bytes of each payload are replaced")
                .endsWith("add stamp: header to leave payloads as they are");
        assertThat(workload.messages().payload().stampsSomeInHeader()).isFalse();
    }

    static Stream<Arguments> formats() {
        return Stream.of(
                Arguments.of(text("{\"id\": 1, \"name\": \"a name of some length\"}"), "a text"),
                Arguments.of(text("<order><id>1</id><name>a name</name></order>"), "a text"),
                Arguments.of(text("多くの利用者がいるシステムのための負荷試験"), "a text"),
                Arguments.of(begun("0000000001"), "a message of a schema registry"),
                Arguments.of(begun("000000000000000007"), "a message of a schema registry"),
                Arguments.of(begun("c301"), "Avro in its single-object encoding"),
                Arguments.of(begun("4f626a01"), "an Avro file"),
                Arguments.of(begun("0300"), "a message of AWS Glue's schema registry"),
                Arguments.of(begun("1f8b08"), "data that gzip has compressed"),
                Arguments.of(
                        HexFormat.of().parseHex("0896011224" + "61".repeat(36) + "1a02ff00"), "a message of Protobuf"));
    }

    @Test
    void doesNotWarnOfPayloadsWithoutAFormat() throws IOException {
        for (byte[] payload : new byte[][] {
            random(),
            new byte[100],
            text("fbb0cb87a24408039b4f07c89929b5f619a682ecf61a1d97d495e38f876729dd"),
            text("{}")
        }) {
            Files.write(folder.resolve("p"), payload);
            read("payloadFile: p\nproducerRate: 1\n");
        }
        assertThat(problems.warnings()).isEmpty();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] random() {
        byte[] random = new byte[100];
        new SplittableRandom(7).nextBytes(random);
        return random;
    }

    private static byte[] begun(String hex) {
        return HexFormat.of().parseHex(hex + HexFormat.of().formatHex(random()));
    }

    private Workload read(String fields) throws IOException {
        return first(fields).workload();
    }

    private WorkloadPoint first(String fields) throws IOException {
        return readAll(fields).points().get(0);
    }

    private WorkloadSeries readAll(String fields) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), WrongInputs.TOPICS + fields);
        var series = WorkloadFile.readAll(file, problems);
        assertThat(problems.errors()).isEmpty();
        return series.orElseThrow();
    }
}
