package dev.weir.workload.file;

import dev.weir.driver.exception.FailureText;
import dev.weir.workload.fields.HeaderFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.section.LoadSection;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes the payload of a workload. Files that are not beside or above it are searched in a working directory. */
record PayloadReader(FieldValues values, Path workingDirectory) {
    private static final int MAX_LISTED = 10;

    /** A worker's usual heap has no room for more. */
    private static final long LARGE_POOL_BYTES = 1L << 30;

    Optional<PayloadSpec> read() {
        Optional<LoadSection<?>> ofFeature = Sections.load(values);
        if (ofFeature.isPresent()) {
            return Optional.of(PayloadSpec.random(values.find(PayloadFields.MESSAGE_SIZE)
                    .map(Math::toIntExact)
                    .orElseGet(ofFeature.get()::messageBytes)));
        }
        if (!values.sound(PayloadFields.RANDOMIZED)) {
            return Optional.empty();
        }
        if (TopicFields.isConsumeOnly(values)) {
            return Optional.of(PayloadSpec.pool(
                    values.find(PayloadFields.MESSAGE_SIZE).orElse(0L).intValue(), 0, 1));
        }
        boolean file = values.given(PayloadFields.PAYLOAD_FILE);
        boolean inline = values.given(PayloadFields.PAYLOAD_BASE64);
        if (values.get(PayloadFields.RANDOMIZED)) {
            return pool(file, inline);
        }
        reportIdlePoolFields(file || inline);
        if (!file && !inline) {
            return hasSizes()
                    ? PayloadFields.sizes(values).map(PayloadSpec::random)
                    : messageSize().map(PayloadSpec::random);
        }
        if (hasSizes()) {
            return values.error(
                    PayloadFields.SIZE_DISTRIBUTION,
                    "cannot be combined with given payloads, which have sizes of their own; remove one");
        }
        boolean readable = values.find(PayloadFields.PAYLOAD_FILE).isPresent()
                != values.find(PayloadFields.PAYLOAD_BASE64).isPresent();
        return readable ? contents() : Optional.empty();
    }

    private Optional<PayloadSpec> pool(boolean file, boolean inline) {
        if (inline) {
            return values.error(
                    PayloadFields.RANDOMIZED,
                    "must be false with a payloadBase64, got true; remove payloadBase64 to send from a pool, or this "
                            + "to send its payload");
        }
        if (file) {
            values.warning(
                    PayloadFields.PAYLOAD_FILE,
                    "has no effect with useRandomizedPayloads: true, as in OMB: messages carry the pool's payloads;"
                            + " remove one of the two");
        }
        boolean sound = checkPool();
        double ratio = values.get(PayloadFields.RANDOM_RATIO);
        int payloads = values.number(PayloadFields.POOL_SIZE);
        if (hasSizes()) {
            return PayloadFields.sizes(values)
                    .filter(sizes -> sound && checkClasses(sizes))
                    .map(sizes -> PayloadSpec.pool(sizes, ratio, payloads));
        }
        return messageSize().filter(size -> sound).map(size -> PayloadSpec.pool(size, ratio, payloads));
    }

    private boolean hasSizes() {
        boolean given = values.find(PayloadFields.SIZE_DISTRIBUTION)
                .map(sizes -> !sizes.isEmpty())
                .orElse(values.given(PayloadFields.SIZE_DISTRIBUTION));
        if (given && values.find(PayloadFields.MESSAGE_SIZE).orElse(0L) > 0) {
            values.warning(PayloadFields.MESSAGE_SIZE, "has no effect beside a messageSizeDistribution; remove one");
        }
        return given;
    }

    private boolean checkClasses(SizeDistribution sizes) {
        boolean enough = values.get(PayloadFields.POOL_SIZE) >= sizes.classes().size();
        if (!enough) {
            values.error(
                    PayloadFields.POOL_SIZE,
                    "must be at least 1 for each of the " + sizes.classes().size() + " ranges of sizes, got "
                            + values.get(PayloadFields.POOL_SIZE));
        }
        return enough;
    }

    private Optional<Integer> messageSize() {
        var size = PayloadFields.MESSAGE_SIZE;
        if (!values.given(size)) {
            values.error(size, "is missing; it must be " + size.allowed());
        }
        return values.find(size).map(Math::toIntExact);
    }

    /** Checks the fields of the pool. OMB's defaults would be payloads of zeros, and no pool: neither is meant. */
    private boolean checkPool() {
        var ratio = PayloadFields.RANDOM_RATIO;
        var size = PayloadFields.POOL_SIZE;
        if (!values.sound(ratio, size)) {
            return false;
        }
        boolean ratioGiven = values.given(ratio);
        if (!ratioGiven) {
            values.error(
                    ratio,
                    "is missing with useRandomizedPayloads: true; it must be " + ratio.allowed()
                            + ", where 0 is for payloads of zeros");
        }
        long payloads = values.get(size);
        if (payloads == 0) {
            values.error(
                    size,
                    "must be at least 1 with useRandomizedPayloads: true, got " + (values.given(size) ? "0" : "nothing")
                            + "; OMB's files have 1000");
        }
        long bytes = payloads * values.find(PayloadFields.MESSAGE_SIZE).orElse(0L);
        if (bytes > LARGE_POOL_BYTES) {
            values.warning(
                    size,
                    "makes " + bytes / (1 << 20) + " MiB of payloads with this messageSize, which the heap of each"
                            + " worker has to hold");
        }
        return ratioGiven && payloads > 0;
    }

    /**
     * Reports fields of a pool without a pool. OMB ignores them, and many of its files have them. If there is no other
     * payload, a pool was intended, and OMB would not run it.
     */
    private void reportIdlePoolFields(boolean content) {
        for (Field<? extends Number> field : List.of(PayloadFields.RANDOM_RATIO, PayloadFields.POOL_SIZE)) {
            if (values.find(field).map(value -> value.doubleValue() > 0).orElse(false)) {
                String message = "has no effect without useRandomizedPayloads: true; add that, or remove this";
                if (content) {
                    values.warning(field, message);
                } else {
                    values.error(field, message);
                }
            }
        }
    }

    /** Reads the payloads, all of one length; empty, with a problem, if that is not possible. */
    private Optional<PayloadSpec> contents() {
        if (values.given(PayloadFields.MESSAGE_SIZE) && !values.sound(PayloadFields.MESSAGE_SIZE)) {
            return Optional.empty();
        }
        Optional<List<Content>> contents = values.find(PayloadFields.PAYLOAD_FILE)
                .map(named -> path(named).flatMap(this::fromPath))
                .orElseGet(() -> inline(values.get(PayloadFields.PAYLOAD_BASE64)));
        contents = contents.filter(this::checkLengths);
        contents.ifPresent(this::checkFormats);
        return contents.map(each ->
                PayloadSpec.of(each.stream().map(content -> content.bytes).toList()));
    }

    /** Finds a payload file. OMB uses the working directory, its checkout, above its workloads. */
    private Optional<Path> path(String named) {
        Path workload = values.file().path();
        List<Path> places = new ArrayList<>();
        try {
            places.add(workload.resolveSibling(named));
            places.add(workingDirectory.resolve(named));
            Path beside = workload.toAbsolutePath().normalize().getParent();
            for (Path above = beside == null ? null : beside.getParent(); above != null; above = above.getParent()) {
                places.add(above.resolve(named));
            }
        } catch (InvalidPathException e) {
            return fail("must be the path of a file or of a directory of files: " + e.getReason());
        }
        return places.stream()
                .filter(Files::exists)
                .findFirst()
                .or(() ->
                        fail("does not exist, looked for " + named + " beside this file, in the folders above it and in"
                                + " the working directory; remove it to send random payloads of messageSize"));
    }

    private Optional<List<Content>> fromPath(Path path) {
        try {
            List<Path> files = Files.isDirectory(path) ? filesIn(path) : List.of(path);
            if (files.isEmpty()) {
                return fail("names the directory " + path + ", which must hold at least one file, holds none;"
                        + " put payloads into it, or name another one");
            }
            long total = 0;
            for (Path file : files) {
                total += Files.size(file);
            }
            if (isTooMuch(total)) {
                return Optional.empty();
            }
            List<Content> contents = new ArrayList<>();
            for (Path file : files) {
                contents.add(new Content(name(file), Files.readAllBytes(file)));
            }
            return Optional.of(contents);
        } catch (IOException e) {
            return fail("cannot be read: " + FailureText.of(e));
        }
    }

    /** Returns the files by name: the order in a directory differs between hosts, and a seed must have one meaning. */
    private static List<Path> filesIn(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path each : all.toList()) {
                if (Files.isRegularFile(each) && !Files.isHidden(each)) {
                    files.add(each);
                }
            }
        }
        files.sort(Comparator.comparing(PayloadReader::name));
        return files;
    }

    private static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? file.toString() : name.toString();
    }

    private boolean isTooMuch(long bytes) {
        boolean tooMuch = bytes > PayloadSpec.MAX_CONTENT_BYTES;
        if (tooMuch) {
            fail("must hold at most 16 MiB (" + PayloadSpec.MAX_CONTENT_BYTES + " bytes) in all, has " + bytes
                    + "; remove it to send random payloads of messageSize");
        }
        return tooMuch;
    }

    private Optional<List<Content>> inline(List<String> texts) {
        List<Content> contents = new ArrayList<>();
        try {
            for (String text : texts) {
                contents.add(new Content(
                        "item " + (contents.size() + 1), Base64.getDecoder().decode(text)));
            }
        } catch (IllegalArgumentException e) {
            return fail("must be base64 (RFC 4648, with padding), "
                    + (texts.size() == 1 ? "is" : "item " + (contents.size() + 1) + " is") + " not");
        }
        long total =
                contents.stream().mapToLong(content -> content.bytes.length).sum();
        return isTooMuch(total) ? Optional.empty() : Optional.of(contents);
    }

    private boolean checkLengths(List<Content> contents) {
        Optional<Long> said = values.find(PayloadFields.MESSAGE_SIZE);
        long size = said.orElse((long) contents.get(0).bytes.length);
        boolean one = contents.size() == 1;
        List<Content> empty =
                contents.stream().filter(content -> content.bytes.length == 0).toList();
        if (!empty.isEmpty()) {
            fail("must hold at least 1 byte"
                    + (one ? ", has none" : " in each payload, has none in " + listed(empty, ""))
                    + "; for empty messages remove it, and set messageSize to 0");
            return false;
        }
        List<Content> wrong = contents.stream()
                .filter(content -> content.bytes.length != size)
                .toList();
        if (!wrong.isEmpty()) {
            fail(
                    one
                            ? "must have as many bytes as messageSize, " + size + ", has "
                                    + contents.get(0).bytes.length + "; correct messageSize, or remove it"
                            : "must hold payloads of " + size + " bytes, as "
                                    + (said.isPresent() ? "messageSize says" : contents.get(0).name + " has")
                                    + ", has " + listed(wrong, " with "));
        }
        return wrong.isEmpty();
    }

    /** Adds a warning if the stamp would replace the begin of payloads that have a format. */
    private void checkFormats(List<Content> contents) {
        if (HeaderFields.isStampInHeader(values)) {
            return;
        }
        contents.stream()
                .filter(content -> content.bytes.length >= PayloadSpec.STAMP_BYTES)
                .flatMap(content -> PayloadFormat.of(content.bytes).stream())
                .findFirst()
                .ifPresent(format -> values.warning(
                        field(),
                        "has " + format + ", and the first " + PayloadSpec.STAMP_BYTES
                                + " bytes of each payload are replaced with Weir's stamp, so systems that read payloads"
                                + " (schema validation, transforms, gateways) cannot read them; add stamp: header to"
                                + " leave payloads as they are"));
    }

    /** Lists names of contents, with their lengths if the separator is not empty. */
    private static String listed(List<Content> contents, String between) {
        String more = contents.size() > MAX_LISTED ? " and " + (contents.size() - MAX_LISTED) + " more" : "";
        return contents.stream()
                        .limit(MAX_LISTED)
                        .map(each -> between.isEmpty() ? each.name : each.name + between + each.bytes.length)
                        .collect(Collectors.joining(", "))
                + more;
    }

    private <T> Optional<T> fail(String message) {
        return values.error(field(), message);
    }

    private Field<?> field() {
        return values.given(PayloadFields.PAYLOAD_FILE) ? PayloadFields.PAYLOAD_FILE : PayloadFields.PAYLOAD_BASE64;
    }

    private static final class Content {
        private final String name;
        private final byte[] bytes;

        Content(String name, byte[] bytes) {
            this.name = name;
            this.bytes = bytes;
        }
    }

    /** Recognizes payloads that a system may read, and that are damaged if their first bytes are replaced. */
    private static final class PayloadFormat {
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

        /** Returns whether it is a text that follows a format: random letters, such as OMB's files have, do not. */
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
            return payload.length > 0
                    && payload[0] == 0
                    && IntStream.range(1, Math.min(payload.length, 1 + MAX_ID_BYTES))
                            .anyMatch(i -> payload[i] != 0);
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
}
