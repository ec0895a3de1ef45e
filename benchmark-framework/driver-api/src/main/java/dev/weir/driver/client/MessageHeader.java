package dev.weir.driver.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A header that each message of a producer has.
 *
 * @param name not empty; unique among the headers of a producer
 * @param text the value; where it is shorter than the size, it is repeated
 * @param size bytes of the value, in [0, 1 MiB]
 */
public record MessageHeader(String name, String text, int size) {
    /** Largest value, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    /** Name of the header in which a driver carries the header of a call of {@link Producer#send}. */
    public static final String RESERVED = "weir";

    public MessageHeader {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a header must have a name, got none");
        }
        if (name.equals(RESERVED)) {
            throw new IllegalArgumentException("a header must have another name than Weir's own, got " + name);
        }
        if (size < 0 || size > MAX_BYTES || (size > 0 && text.isEmpty())) {
            throw new IllegalArgumentException(
                    "a header must have a text and a size in [0, " + MAX_BYTES + "], got " + size);
        }
    }

    /** A header whose value is a text. */
    public MessageHeader(String name, String text) {
        this(name, text, text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Returns its value; a new array each time. */
    public byte[] value() {
        byte[] once = text.getBytes(StandardCharsets.UTF_8);
        byte[] value = Arrays.copyOf(once, size);
        for (int i = once.length; i < size; i++) {
            value[i] = once[i % once.length];
        }
        return value;
    }

    /** Returns the bytes of name and value together. */
    public int bytes() {
        return name.getBytes(StandardCharsets.UTF_8).length + size;
    }
}
