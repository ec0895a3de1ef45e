package dev.weir.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORGenerator;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.weir.audit.SequenceSet;
import dev.weir.feature.Features;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.wire.LinkInitializer.FrameDecoder;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WireRecord;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Encodes and decodes messages as CBOR (RFC 8949); histograms and sets have binary forms of their own. Any thread. */
public final class MessageCodec {
    /** Messages have about ten levels. */
    private static final int MAX_NESTING = 32;

    /** Names are those of fields, client properties and metrics. */
    private static final int MAX_NAME_LENGTH = 4096;

    /** One text may fill a frame: the base64 of a payload is longer than Jackson's default limit. */
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxStringLength(FrameDecoder.MAX_BYTES)
            .maxDocumentLength(FrameDecoder.MAX_BYTES)
            .maxNestingDepth(MAX_NESTING)
            .maxNameLength(MAX_NAME_LENGTH)
            .build();

    static final MessageCodec SHARED = new MessageCodec();

    private final ObjectMapper mapper = CBORMapper.builder(CBORFactory.builder()
                    .streamReadConstraints(LIMITS)
                    // A broker's message may end in half a character, which must not fail the run.
                    .enable(CBORGenerator.Feature.LENIENT_UTF_ENCODING)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // Only the components of a record are written: other methods derive from them.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .registerSubtypes(named())
            .addMixIn(LatencyHistogram.class, BinaryForm.class)
            .addMixIn(SequenceSet.class, BinaryForm.class)
            .addMixIn(LatencySet.class, LatencySetForm.class)
            .addModule(new Jdk8Module())
            .build();

    private final ObjectWriter writer = mapper.writerFor(Message.class);
    private final ObjectReader reader = mapper.readerFor(Message.class);

    public byte[] encode(Message message) {
        try {
            return writer.writeValueAsBytes(message);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot encode " + message.getClass().getSimpleName(), e);
        }
    }

    public Message decode(byte[] bytes) throws IOException {
        Message message = reader.readValue(bytes);
        if (message == null) {
            throw new IOException("a message must not be null");
        }
        return message;
    }

    /** Names each message, and what features send, after its record; fails if two have one name. */
    private static NamedType[] named() {
        Map<String, Class<?>> types = Stream.<Class<?>>concat(
                        Stream.of(Message.class.getPermittedSubclasses()).filter(Class::isRecord),
                        Features.in(WireRecord.class).stream().map(WireRecord::type))
                .collect(Collectors.toMap(type -> inLowerCase(type.getSimpleName()), type -> type));
        return types.entrySet().stream()
                .map(each -> new NamedType(each.getValue(), each.getKey()))
                .toArray(NamedType[]::new);
    }

    private static String inLowerCase(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** Form of histograms and sets of numbers: the bytes that they encode. */
    private abstract static class BinaryForm {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Object decode(byte[] bytes) {
            return bytes;
        }

        @JsonValue
        abstract byte[] encode();
    }

    /** Form of a set of latencies: those that have samples, by their names. */
    private abstract static class LatencySetForm {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        LatencySetForm(Map<Latency, LatencySamples> unused) {}

        @JsonValue
        abstract Map<Latency, LatencySamples> asMap();
    }
}
