package dev.weir.workload;

import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * What messages carry. Each gets one of several payloads, drawn from the run's seed; its first 32 bytes then are the stamp
 * of the message, which takes the place of what the payload had there.
 *
 * @param messageSize bytes, in [0, 1 GiB - 1]; a payload with fewer than 32 carries the stamp as a header
 * @param contentsBase64 the payloads, each of messageSize bytes, where files give them; empty where the seed makes them
 * @param randomBytesRatio which first part of each payload that the seed makes is random, in [0, 1]; the rest is zeros; 0 if
 *     files give the payloads
 * @param poolSize how many payloads there are, at least 1
 */
public record PayloadSpec(int messageSize, List<String> contentsBase64, double randomBytesRatio, int poolSize) {
    /** The largest messages, in bytes: the JVM's arrays end at 2 GiB, and clients copy. */
    static final int MOST_BYTES = (1 << 30) - 1;

    /** Of all contents together: they travel to every worker, and into every result. */
    static final int MOST_CONTENT_BYTES = 16 << 20;

    private static final int USUAL_POOL_SIZE = 1000;
    private static final int USUAL_POOL_BYTES = 64 << 20;

    public PayloadSpec {
        contentsBase64 = List.copyOf(contentsBase64);
        if (messageSize < 0 || messageSize > MOST_BYTES) {
            throw new IllegalArgumentException("messageSize must be in [0, " + MOST_BYTES + "], got " + messageSize);
        }
        if (!(randomBytesRatio >= 0 && randomBytesRatio <= 1)) {
            throw new IllegalArgumentException("randomBytesRatio must be in [0, 1], got " + randomBytesRatio);
        }
        if (poolSize < 1) {
            throw new IllegalArgumentException("randomizedPayloadPoolSize must be at least 1, got " + poolSize);
        }
        if (!contentsBase64.isEmpty() && (contentsBase64.size() != poolSize || randomBytesRatio != 0)) {
            throw new IllegalArgumentException("a pool of " + contentsBase64.size()
                    + " contents must have that size and no random part, got " + poolSize + " and "
                    + randomBytesRatio);
        }
        for (String content : contentsBase64) {
            int bytes = Base64.getDecoder().decode(content).length;
            if (bytes != messageSize) {
                throw new IllegalArgumentException(
                        "a content must have messageSize bytes, " + messageSize + ", got " + bytes);
            }
        }
    }

    /** Payloads that the seed makes. */
    public static PayloadSpec pool(int messageSize, double randomBytesRatio, int poolSize) {
        return new PayloadSpec(messageSize, List.of(), randomBytesRatio, poolSize);
    }

    /**
     * What a workload gets that names no payload: incompressible ones, 1,000, or as many as fit into 64 MiB of each worker's
     * memory.
     */
    public static PayloadSpec random(int messageSize) {
        int fitting = USUAL_POOL_BYTES / Math.max(1, messageSize);
        return pool(messageSize, 1.0, Math.max(1, Math.min(USUAL_POOL_SIZE, fitting)));
    }

    /**
     * Payloads that files give.
     *
     * @param contents at least one, all of one length
     */
    public static PayloadSpec of(List<byte[]> contents) {
        Objects.requireNonNull(contents);
        if (contents.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one content, got none");
        }
        return new PayloadSpec(
                contents.get(0).length,
                contents.stream().map(Base64.getEncoder()::encodeToString).toList(),
                0,
                contents.size());
    }
}
