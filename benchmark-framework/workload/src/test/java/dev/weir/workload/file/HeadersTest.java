package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.client.MessageHeader;
import dev.weir.workload.Workload;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.ByteBuffer;
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

/** Headers of messages, and the place of the stamp. */
class HeadersTest {
    private static final String LOAD = """
        topics: 1
        partitionsPerTopic: 1
        producersPerTopic: 1
        testDuration: 1m
        """;

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

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

        assertThat(problems.errors()).isEmpty();
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
    @MethodSource("wrongHeaders")
    void refusesHeadersThatNoMessageCanHave(String line, String message) throws IOException {
        Path file = write("messageSize: 100\nproducerRate: 1\n" + line + "\n");

        assertThat(WorkloadFile.read(file, problems)).isEmpty();
        assertThat(problems.errors()).extracting(Problem::toString).containsExactly(file + message);
    }

    static Stream<Arguments> wrongHeaders() {
        return Stream.of(
                Arguments.of("headers: [a]", ":7: headers: must be a mapping, got a list"),
                Arguments.of(
                        "headers: {a: [b]}", ":7: headers: must be a text, or a mapping of text, size, got a list"),
                Arguments.of("headers: {a: b, a: c}", ":7: headers: has a twice; keep one"),
                Arguments.of(
                        "headers: {weir: b}",
                        ":7: headers: must not have the name weir, which is that of Weir's own header; rename it"),
                Arguments.of(
                        "headers: {a: {text: abc, size: 2}}",
                        ":7: headers.size: must be at least 3 bytes, as the text has, got 2; raise it, or shorten the"
                                + " text"),
                Arguments.of(
                        "headers: {a: {text: ü, size: 9}}",
                        ":7: headers.text: must be ASCII characters beside a size, because it may end within one that"
                                + " is not"),
                Arguments.of(
                        "headers: {a: {size: 1 MiB}, b: c}",
                        ":7: headers: must have at most 1048576 bytes in all, has 1048579; shorten them"),
                Arguments.of("stamp: nowhere", ":7: stamp: must be one of payload, header, got nowhere"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void warnsIfTheStampDamagesTheFormatOfPayloads(byte[] payload, String format) throws IOException {
        Files.write(folder.resolve("p"), payload);

        Workload workload = read("payloadFile: p\nproducerRate: 1\n");
        assertThat(problems.warnings())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("has " + format)
                .contains("the first 32 bytes of each payload are replaced")
                .endsWith("add stamp: header to leave payloads as they are");
        assertThat(workload.messages().payload().stampsSomeInHeader()).isFalse();

        var other = new Problems();
        Workload inHeader = WorkloadFile.read(write("payloadFile: p\nproducerRate: 1\nstamp: header\n"), other)
                .orElseThrow();
        assertThat(other.warnings()).isEmpty();
        assertThat(inHeader.messages().payload())
                .isEqualTo(PayloadSpec.of(List.of(payload)).withStampInHeader(true));
    }

    static Stream<Arguments> formats() {
        byte[] random = random();
        return Stream.of(
                Arguments.of(text("{\"id\": 1, \"name\": \"a name of some length\"}"), "a text"),
                Arguments.of(text("<order><id>1</id><name>a name</name></order>"), "a text"),
                Arguments.of(text("多くの利用者がいるシステムのための負荷試験"), "a text"),
                Arguments.of(begun(random, "0000000001"), "a message of a schema registry"),
                Arguments.of(begun(random, "000000000000000007"), "a message of a schema registry"),
                Arguments.of(begun(random, "c301"), "Avro in its single-object encoding"),
                Arguments.of(begun(random, "4f626a01"), "an Avro file"),
                Arguments.of(begun(random, "0300"), "a message of AWS Glue's schema registry"),
                Arguments.of(begun(random, "1f8b08"), "data that gzip has compressed"),
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

    private static byte[] begun(byte[] rest, String hex) {
        byte[] begin = HexFormat.of().parseHex(hex);
        return ByteBuffer.allocate(begin.length + rest.length)
                .put(begin)
                .put(rest)
                .array();
    }

    private Workload read(String more) throws IOException {
        return WorkloadFile.read(write(more), problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private Path write(String more) throws IOException {
        return Files.writeString(folder.resolve("w.yaml"), LOAD + more);
    }
}
