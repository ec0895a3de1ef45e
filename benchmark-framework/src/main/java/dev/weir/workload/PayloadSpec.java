package dev.weir.workload;

import java.util.Objects;

/**
 * What messages carry.
 *
 * @param messageSize bytes, in [0, 1 GiB - 1]; a payload with fewer than 32 carries the stamp as a header
 * @param contentBase64 the content of the {@code payloadFile}, which every message carries; empty if there is none
 * @param randomBytesRatio which first part of each pooled payload is random, in [0, 1]; the rest is zeros
 * @param poolSize how many different payloads there are, at least 1; 1 if there is a {@code payloadFile}
 */
public record PayloadSpec(int messageSize, String contentBase64, double randomBytesRatio, int poolSize) {
    public PayloadSpec {
        Objects.requireNonNull(contentBase64);
        if (messageSize < 0 || messageSize >= 1 << 30) {
            throw new IllegalArgumentException("messageSize must be in [0, 1073741823], got " + messageSize);
        }
        if (!(randomBytesRatio >= 0 && randomBytesRatio <= 1)) {
            throw new IllegalArgumentException("randomBytesRatio must be in [0, 1], got " + randomBytesRatio);
        }
        if (poolSize < 1) {
            throw new IllegalArgumentException("randomizedPayloadPoolSize must be at least 1, got " + poolSize);
        }
    }

    /** Incompressible payloads drawn from the run's seed, a pool of 1,000: what a workload gets that names neither. */
    public static PayloadSpec random(int messageSize) {
        return new PayloadSpec(messageSize, "", 1.0, 1000);
    }
}
