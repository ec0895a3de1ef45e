package dev.weir.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Makes inputs of a corpus that are nearly what they were: each with one to six changes. */
final class Mutation {
    private static final int MAX_BYTES = 1 << 18;

    /** What readers stumble over: ends of ranges, nesting, references, forms of numbers and times that are none. */
    private static final List<byte[]> PIECES = Stream.of(new String[] {
                "0", "-1", "1", "2147483647", "2147483648", "-2147483649",
                "9223372036854775807", "9223372036854775808", "1e308", "1e999", "-1e999", "NaN",
                ".nan", ".inf", "null", "~", "true", "{}",
                "[]", "\"\"", "''", "[[[[[[[[", "{\"a\":{\"a\":{\"a\":", "}",
                "]", ":", ",", "\n", "\n- ", "\n  ",
                "&a [*a]", "*a", "<<: *a", "!!java.net.URL [x]", "!!binary AA==", "? ",
                "| ", "%", "\\u0000", "99999999999d", "1h1h", "-5s",
                "0..0", "1..", "${x}", "\u00e9", "\u2028", "Tag=",
                "@", "HISTF", "AAAA", "1970-01-01T00:00:00.000Z", "9999999999-12-31T23:59:60Z", "outcome",
                "FAILED", "__proto__"
            })
            .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
            .toList();

    private static final byte[] BYTES = {0, 1, -1, 127, -128, 0x7f, (byte) 0xff, (byte) 0x9f, (byte) 0xbf, 0x5f, 0x1b};

    private final List<byte[]> corpus;
    private final SplittableRandom random;

    Mutation(List<byte[]> corpus, long seed) {
        this.corpus = List.copyOf(corpus);
        this.random = new SplittableRandom(seed);
    }

    byte[] next() {
        byte[] input = any(corpus).clone();
        int changes = 1 + random.nextInt(1 + random.nextInt(6));
        for (int i = 0; i < changes; i++) {
            input = changed(input);
        }
        return input.length > MAX_BYTES ? Arrays.copyOf(input, MAX_BYTES) : input;
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int end = Math.min(input.length, at + length());
        return switch (random.nextInt(9)) {
            case 0 -> with(input, at, end, new byte[0], 1);
            case 1 -> with(input, at, at, any(PIECES), 1);
            case 2 -> with(input, at, end, any(PIECES), 1);
            case 3 -> with(input, at, at, Arrays.copyOfRange(input, at, end), 1 + random.nextInt(3));
            case 4 -> with(input, at, at, sliceOf(any(corpus)), 1);
            case 5 -> Arrays.copyOf(input, at);
            case 6 -> withNumber(input, at);
            case 7 ->
                random.nextInt(20) == 0 ? with(input, at, at, any(PIECES), 1 << random.nextInt(13)) : withByte(input);
            default -> withByte(input);
        };
    }

    /** Mostly short: what is long destroys too much. */
    private int length() {
        return 1 + random.nextInt(1 << (1 + random.nextInt(9)));
    }

    private byte[] sliceOf(byte[] other) {
        int from = random.nextInt(other.length + 1);
        return Arrays.copyOfRange(other, from, Math.min(other.length, from + length()));
    }

    private byte[] withByte(byte[] input) {
        byte[] changed = input.clone();
        if (changed.length > 0) {
            int at = random.nextInt(changed.length);
            changed[at] = random.nextBoolean()
                    ? (byte) (changed[at] ^ 1 << random.nextInt(8))
                    : BYTES[random.nextInt(BYTES.length)];
        }
        return changed;
    }

    /** The next number becomes another. */
    private byte[] withNumber(byte[] input, int from) {
        int at = from;
        while (at < input.length && !isDigit(input[at])) {
            at++;
        }
        int end = at;
        while (end < input.length && isDigit(input[end])) {
            end++;
        }
        return with(input, at, end, PIECES.get(random.nextInt(14)), 1);
    }

    private static boolean isDigit(byte next) {
        return next >= '0' && next <= '9';
    }

    private static byte[] with(byte[] input, int from, int to, byte[] piece, int times) {
        var changed = new ByteArrayOutputStream();
        changed.write(input, 0, from);
        for (int i = 0; i < times && changed.size() < MAX_BYTES; i++) {
            changed.writeBytes(piece);
        }
        changed.write(input, to, input.length - to);
        return changed.toByteArray();
    }

    private byte[] any(List<byte[]> list) {
        return list.get(random.nextInt(list.size()));
    }
}
