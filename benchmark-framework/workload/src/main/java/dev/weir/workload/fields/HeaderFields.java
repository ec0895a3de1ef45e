package dev.weir.workload.fields;

import dev.weir.driver.client.MessageHeader;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.EntriesType;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.ScalarType.Whole;
import dev.weir.workload.yaml.Type;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Fields of a workload file about the headers of messages. One row each, as {@link WorkloadFields}. */
public final class HeaderFields {
    private static final String IN_PAYLOAD = "payload";
    private static final String IN_HEADER = "header";
    private static final String USUAL_TEXT = "abcdefghijklmnopqrstuvwxyz";

    private static final Field<String> TEXT =
            Field.optional("text", new Text(), USUAL_TEXT, "the value, repeated up to the size");

    private static final Field<Long> SIZE = Field.free(
                    "size", new Whole(0, MessageHeader.MAX_BYTES), "size of the value; that of the text if absent")
            .in("bytes");

    private static final FieldTable TABLE = FieldTable.of("header mapping", TEXT, SIZE);

    public static final Field<Map<String, HeaderValue>> HEADERS = Field.optional(
            "headers",
            new EntriesType<>(new ValueType()),
            Map.of(),
            "headers of each message, as a mapping of names to texts such as {content-type: application/json}; for a"
                    + " header of a given size, {trace: {size: 55 B}}. Their names and values count as bytes of the"
                    + " message");

    public static final Field<String> STAMP = Field.optional(
            "stamp",
            Choice.of(IN_PAYLOAD, IN_HEADER),
            IN_PAYLOAD,
            "where the 32 bytes are with which Weir recognizes a message: payload: they replace the first bytes of the"
                    + " payload, if it has as many; header: each message has them in a header, and its payload stays as"
                    + " it is, for systems that read payloads, such as schema validation, transforms and gateways");

    private HeaderFields() {}

    /** Value of a header. Its size is in bytes. */
    public record HeaderValue(String text, int size) {
        static HeaderValue of(String text) {
            return new HeaderValue(text, text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    /** A text, or a mapping with its size. */
    private record ValueType() implements Type<HeaderValue> {
        private static final MappingType<HeaderValue> MAPPING = new MappingType<>(TABLE, ValueType::sized);

        @Override
        public Optional<HeaderValue> read(Node node, Place place) {
            if (node instanceof MappingNode) {
                return MAPPING.read(node, place);
            }
            if (node instanceof ScalarNode scalar && !Nodes.tagged(node)) {
                return Optional.of(HeaderValue.of(Nodes.blank(node) ? "" : scalar.getValue()));
            }
            return place.mustBe(allowed(), node);
        }

        private static Optional<HeaderValue> sized(FieldValues values) {
            HeaderValue once = HeaderValue.of(values.get(TEXT));
            int size = values.find(SIZE).map(Math::toIntExact).orElse(once.size());
            if (size < once.size() && values.given(TEXT)) {
                return values.error(
                        SIZE,
                        "must be at least " + once.size() + " bytes, as the text has, got " + size
                                + "; raise it, or shorten the text");
            }
            if (once.size() > once.text().length()) {
                return values.error(
                        TEXT, "must be ASCII characters beside a size, because it may end within one that is not");
            }
            return Optional.of(new HeaderValue(once.text(), size));
        }

        @Override
        public String allowed() {
            return "a text, or " + MAPPING.allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("anyOf", List.of(Map.of("type", List.of("string", "number", "boolean")), MAPPING.schema()));
        }
    }

    public static void check(FieldValues values) {
        if (!values.sound(HEADERS)) {
            return;
        }
        if (values.get(HEADERS).containsKey(MessageHeader.RESERVED)) {
            values.error(
                    HEADERS,
                    "must not have the name " + MessageHeader.RESERVED + ", which is that of Weir's own header; rename"
                            + " it");
        }
        long bytes = bytes(values);
        if (bytes > MessageHeader.MAX_BYTES) {
            values.error(
                    HEADERS,
                    "must have at most " + MessageHeader.MAX_BYTES + " bytes in all, has " + bytes + "; shorten them");
        }
    }

    /** Returns the bytes of the headers of each message, as far as they are correct. */
    public static long bytes(FieldValues values) {
        return values.find(HEADERS).orElse(Map.of()).entrySet().stream()
                .mapToLong(header -> HeaderValue.of(header.getKey()).size()
                        + (long) header.getValue().size())
                .sum();
    }

    public static List<MessageHeader> headers(FieldValues values) {
        if (TopicFields.isConsumeOnly(values)) {
            return List.of();
        }
        return values.get(HEADERS).entrySet().stream()
                .map(each -> new MessageHeader(
                        each.getKey(), each.getValue().text(), each.getValue().size()))
                .toList();
    }

    public static boolean isStampInHeader(FieldValues values) {
        return values.find(STAMP).orElse(IN_PAYLOAD).equals(IN_HEADER) && !TopicFields.isConsumeOnly(values);
    }

    /** Writes headers in the form of a file; headers with the name of a secret without their value. */
    public static void put(List<MessageHeader> headers, boolean stampInHeader, FieldWriter given) {
        Map<String, Object> texts = new LinkedHashMap<>();
        headers.forEach(header -> texts.put(header.name(), written(header)));
        given.putIf(!headers.isEmpty(), HEADERS, texts).putIf(stampInHeader, STAMP, IN_HEADER);
    }

    private static Object written(MessageHeader header) {
        String text = Secrets.withoutSecret(header.name(), header.text());
        return HeaderValue.of(text).size() == header.size() || text.length() > header.size()
                ? text
                : FieldWriter.mapping(fields -> fields.put(TEXT, text).put(SIZE, header.size()));
    }
}
