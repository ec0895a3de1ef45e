package dev.weir.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the payload of a workload out of the fields that describe it.
 *
 * @param values the workload's
 * @param workingDirectory where a {@code payloadFile} is looked for that is not beside the workload file
 */
record PayloadReader(FieldValues values, Path workingDirectory) {

    /** What messages carry; empty, with a problem, if the fields do not say. */
    Optional<PayloadSpec> read() {
        boolean file = values.find(WorkloadFields.PAYLOAD_FILE).isPresent();
        boolean inline = values.find(WorkloadFields.PAYLOAD_BASE64).isPresent();
        boolean pool = checkPool();
        if (file && inline) {
            return Optional.empty();
        }
        if (file || inline) {
            return values.get(WorkloadFields.RANDOMIZED) ? contradiction(file) : content(file);
        }
        return withoutContent(pool);
    }

    private Optional<PayloadSpec> withoutContent(boolean pool) {
        if (!values.given(WorkloadFields.MESSAGE_SIZE)
                && !values.given(WorkloadFields.PAYLOAD_FILE)
                && !values.given(WorkloadFields.PAYLOAD_BASE64)) {
            values.error(
                    WorkloadFields.MESSAGE_SIZE, "is missing; it must be " + WorkloadFields.MESSAGE_SIZE.allowed());
            return Optional.empty();
        }
        return values.find(WorkloadFields.MESSAGE_SIZE).filter(size -> pool).map(size -> {
            int bytes = Math.toIntExact(size);
            return values.get(WorkloadFields.RANDOMIZED)
                    ? new PayloadSpec(
                            bytes, "", values.get(WorkloadFields.RANDOM_RATIO), values.number(WorkloadFields.POOL_SIZE))
                    : PayloadSpec.random(bytes);
        });
    }

    /** The pool's fields mean something together, or not at all; OMB's defaults would be payloads of zeros, and none. */
    private boolean checkPool() {
        var ratio = WorkloadFields.RANDOM_RATIO;
        var size = WorkloadFields.POOL_SIZE;
        if (!values.sound(WorkloadFields.RANDOMIZED, ratio, size)) {
            return false;
        }
        boolean sound = true;
        if (values.get(WorkloadFields.RANDOMIZED)) {
            if (!values.given(ratio)) {
                values.error(ratio, "is missing with useRandomizedPayloads: true; it must be " + ratio.allowed());
                sound = false;
            }
            if (values.get(size) == 0) {
                values.error(
                        size,
                        "must be at least 1 with useRandomizedPayloads: true, got "
                                + (values.given(size) ? "0" : "nothing"));
                sound = false;
            }
            return sound;
        }
        for (Field<?> field : new Field<?>[] {ratio, size}) {
            if (values.find(field)
                    .map(value -> ((Number) value).doubleValue() > 0)
                    .orElse(false)) {
                values.error(field, "has no effect without useRandomizedPayloads: true; add that, or remove this");
                sound = false;
            }
        }
        return sound;
    }

    private Optional<PayloadSpec> contradiction(boolean file) {
        String content = file ? "payloadFile" : "payloadBase64";
        values.error(
                WorkloadFields.RANDOMIZED,
                "must be false with a " + content + ", got true; remove " + content
                        + " to send from a pool, or this to send the same payload with every message");
        return Optional.empty();
    }

    private Optional<PayloadSpec> content(boolean file) {
        if (values.given(WorkloadFields.MESSAGE_SIZE) && !values.sound(WorkloadFields.MESSAGE_SIZE)) {
            return Optional.empty();
        }
        return file
                ? path(values.get(WorkloadFields.PAYLOAD_FILE)).flatMap(this::fromFile)
                : inline(values.get(WorkloadFields.PAYLOAD_BASE64));
    }

    private Optional<PayloadSpec> inline(String base64) {
        try {
            byte[] content = Base64.getDecoder().decode(base64);
            return sized(WorkloadFields.PAYLOAD_BASE64, content.length) ? spec(content) : Optional.empty();
        } catch (IllegalArgumentException e) {
            values.error(WorkloadFields.PAYLOAD_BASE64, "must be base64 (RFC 4648, with padding), is not");
            return Optional.empty();
        }
    }

    private Optional<Path> path(String named) {
        Path beside;
        Path working;
        try {
            beside = values.file().path().resolveSibling(named);
            working = workingDirectory.resolve(named);
        } catch (InvalidPathException e) {
            values.error(WorkloadFields.PAYLOAD_FILE, "must be the path of a file: " + e.getReason());
            return Optional.empty();
        }
        Optional<Path> found = Stream.of(beside, working).filter(Files::exists).findFirst();
        if (found.isEmpty()) {
            String both = beside.equals(working) ? beside.toString() : beside + " and " + working;
            values.error(
                    WorkloadFields.PAYLOAD_FILE,
                    "does not exist, looked for " + both + "; remove it to send random payloads of messageSize");
        }
        return found;
    }

    private Optional<PayloadSpec> fromFile(Path path) {
        if (Files.isDirectory(path)) {
            values.error(
                    WorkloadFields.PAYLOAD_FILE,
                    "names the directory " + path + ", which is known, but not supported yet; name one file in it");
            return Optional.empty();
        }
        try {
            return sized(WorkloadFields.PAYLOAD_FILE, Files.size(path))
                    ? spec(Files.readAllBytes(path))
                    : Optional.empty();
        } catch (IOException e) {
            values.error(WorkloadFields.PAYLOAD_FILE, "cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private boolean sized(Field<String> source, long bytes) {
        long size = values.find(WorkloadFields.MESSAGE_SIZE).orElse(bytes);
        if (bytes == 0 || bytes >= 1 << 30) {
            values.error(source, "must hold between 1 byte and 1 GiB - 1, has " + bytes + " bytes");
            return false;
        }
        if (bytes != size) {
            values.error(source, "must have as many bytes as messageSize says, " + size + ", has " + bytes);
            return false;
        }
        return true;
    }

    private static Optional<PayloadSpec> spec(byte[] content) {
        return Optional.of(new PayloadSpec(content.length, Base64.getEncoder().encodeToString(content), 0, 1));
    }
}
