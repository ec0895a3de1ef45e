package dev.weir.workload.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Recognizes payloads that a system may read, and that are damaged if their first bytes are replaced. */
final class PayloadFormat {
    private static final int PROTOBUF_VARINT = 0;
    private static final int PROTOBUF_FIXED_64 = 1;
    private static final int PROTOBUF_LENGTH = 2;
    private static final int PROTOBUF_FIXED_32 = 5;

    /** Ids are 4 bytes, or 8 with some registries; none is 0. */
    private static final int MAX_ID_BYTES = 8;

    private static final Map<String, String> BY_FIRST_BYTES = Map.of(
            "c301", "Avro in its single-object encoding",
            "4f626a01", "an Avro file",
            "0300", "a message of AWS Glue's schema registry",
            "0305", "a message of AWS Glue's schema registry",
            "1f8b", "data that gzip has compressed",
            "28b52ffd", "data that zstd has compressed",
            "04224d18", "data that LZ4 has compressed");

    private PayloadFormat() {}

    /** Returns what a payload is, such as a text; empty if its bytes follow no known format. */
    static Optional<String> of(byte[] payload) {
        if (isText(payload)) {
            return Optional.of("a text, such as JSON or XML");
        }
        if (hasSchemaId(payload)) {
            return Optional.of("a message of a schema registry, which begins with 0 and the id of its schema");
        }
        String hex = HexFormat.of().formatHex(payload, 0, Math.min(payload.length, 4));
        Optional<String> known = BY_FIRST_BYTES.entrySet().stream()
                .filter(format -> hex.startsWith(format.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
        return known.or(() -> isProtobuf(payload) ? Optional.of("a message of Protobuf") : Optional.empty());
    }

    /**
     * Returns whether it is a text with more than letters and digits. Random letters or digits, such as OMB's payload
     * files have, follow no format.
     */
    private static boolean isText(byte[] payload) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
        } catch (CharacterCodingException e) {
            return false;
        }
        boolean isPrintable = text.chars().allMatch(c -> !Character.isISOControl(c) || Character.isWhitespace(c));
        return isPrintable && !text.matches("[0-9A-Za-z+/=_\\s-]*+");
    }

    private static boolean hasSchemaId(byte[] payload) {
        if (payload.length == 0 || payload[0] != 0) {
            return false;
        }
        for (int i = 1; i < Math.min(payload.length, 1 + MAX_ID_BYTES); i++) {
            if (payload[i] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether it consists of fields of Protobuf and nothing else, which random bytes hardly do. */
    private static boolean isProtobuf(byte[] payload) {
        ByteBuffer left = ByteBuffer.wrap(payload);
        while (left.hasRemaining()) {
            long tag = varint(left);
            long bytes = switch ((int) (tag & 7)) {
                case PROTOBUF_VARINT -> varint(left) < 0 ? -1 : 0;
                case PROTOBUF_FIXED_64 -> Long.BYTES;
                case PROTOBUF_LENGTH -> varint(left);
                case PROTOBUF_FIXED_32 -> Integer.BYTES;
                default -> -1;
            };
            if (tag < 8 || bytes < 0 || bytes > left.remaining()) {
                return false;
            }
            left.position(left.position() + (int) bytes);
        }
        return payload.length > 0;
    }

    /** Reads a number of Protobuf, without its highest bit; -1 if there is none. */
    private static long varint(ByteBuffer from) {
        long number = 0;
        for (int shift = 0; shift < 70 && from.hasRemaining(); shift += 7) {
            byte next = from.get();
            number |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return number & Long.MAX_VALUE;
            }
        }
        return -1;
    }
}
