package dev.weir.workload.message;

import dev.weir.driver.client.MessageHeader;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import dev.weir.workload.text.Checks;
import java.util.Base64;
import java.util.List;

/**
 * Payloads of messages. Each message gets one of several payloads, drawn from the run's seed. Its stamp replaces the
 * first 32 bytes of the payload, or travels as a header.
 *
 * @param messageSize bytes, in [0, 1 GiB - 1]; the rounded mean if sizes are distributed; a payload with fewer than 32
 *     bytes carries the stamp as a header
 * @param contentsBase64 the payloads, each of messageSize bytes, if files give them; empty if the seed generates them
 * @param randomBytesRatio share of random bytes at the begin of each generated payload, in [0, 1]; the rest is zeros; 0
 *     if files give the payloads
 * @param poolSize number of payloads, at least 1, for each class of sizes
 * @param sizes distribution of the sizes of generated payloads
 * @param fresh whether each message gets random bytes of its own, so that no payload repeats; the pool then gives only
 *     sizes
 * @param stampInHeader whether each message carries its stamp as a header, so that its payload stays as it is
 */
public record PayloadSpec(
        int messageSize,
        List<String> contentsBase64,
        double randomBytesRatio,
        int poolSize,
        SizeDistribution sizes,
        boolean fresh,
        boolean stampInHeader) {
    /** Size of the stamp, which a message carries in its payload, or in a header if the payload is smaller. */
    public static final int STAMP_BYTES = 32;

    /** Bytes that a stamp adds to a message as a header: its name and the stamp. */
    public static final int STAMP_HEADER_BYTES = MessageHeader.RESERVED.length() + STAMP_BYTES;

    /** Largest messages, in bytes: arrays of the JVM end at 2 GiB, and clients copy. */
    public static final int MAX_BYTES = (1 << 30) - 1;

    /** Limit of all contents together: they are sent to each worker, and written into each result. */
    public static final int MAX_CONTENT_BYTES = 16 << 20;

    private static final int USUAL_POOL_SIZE = 1000;
    private static final int USUAL_POOL_BYTES = 64 << 20;

    public PayloadSpec {
        contentsBase64 = List.copyOf(contentsBase64);
        Checks.refuseIf(
                messageSize < 0 || messageSize > MAX_BYTES,
                "messageSize must be in [0, " + MAX_BYTES + "], got " + messageSize);
        Checks.refuseIf(
                !(randomBytesRatio >= 0 && randomBytesRatio <= 1),
                "randomBytesRatio must be in [0, 1], got " + randomBytesRatio);
        Checks.atLeast("randomizedPayloadPoolSize", poolSize, 1);
        if (!sizes.isNone() && (!contentsBase64.isEmpty() || messageSize != sizes.meanBytes())) {
            throw new IllegalArgumentException("distributed sizes must be of made payloads, with their mean of "
                    + sizes.meanBytes() + " as messageSize, got " + messageSize);
        }
        Checks.refuseIf(
                poolSize < sizes.classes().size(),
                "a pool must have a payload for each class of sizes, got " + poolSize);
        Checks.refuseIf(
                !contentsBase64.isEmpty() && (contentsBase64.size() != poolSize || randomBytesRatio != 0),
                "a pool of " + contentsBase64.size() + " contents must have that size and no random part, got "
                        + poolSize + " and " + randomBytesRatio);
        Checks.refuseIf(
                fresh && randomBytesRatio != 1, "fresh payloads must be random throughout, got " + randomBytesRatio);
        for (String content : contentsBase64) {
            int bytes = Base64.getDecoder().decode(content).length;
            Checks.refuseIf(
                    bytes != messageSize, "a content must have messageSize bytes, " + messageSize + ", got " + bytes);
        }
    }

    public static PayloadSpec pool(int messageSize, double randomBytesRatio, int poolSize) {
        return new PayloadSpec(messageSize, List.of(), randomBytesRatio, poolSize, SizeDistribution.NONE, false, false);
    }

    /** Creates a pool of generated payloads of several sizes, at least one class of them. */
    public static PayloadSpec pool(SizeDistribution sizes, double randomBytesRatio, int poolSize) {
        return new PayloadSpec(sizes.meanBytes(), List.of(), randomBytesRatio, poolSize, sizes, false, false);
    }

    /** Creates the default payload: random bytes that no other message has, so that nothing compresses them. */
    public static PayloadSpec random(int messageSize) {
        return pool(messageSize, 1.0, usualPoolSize(messageSize)).asFresh();
    }

    /** Creates the default payload with several sizes, at least one class of them. */
    public static PayloadSpec random(SizeDistribution sizes) {
        long bytes = 0;
        for (SizeClass each : sizes.classes()) {
            bytes += ((long) each.leastBytes() + each.mostBytes())
                    / 2
                    / sizes.classes().size();
        }
        return pool(sizes, 1.0, Math.max(sizes.classes().size(), usualPoolSize((int) bytes)))
                .asFresh();
    }

    private PayloadSpec asFresh() {
        return new PayloadSpec(messageSize, contentsBase64, randomBytesRatio, poolSize, sizes, true, stampInHeader);
    }

    /** Returns these payloads with the stamp in a header, or where there is room for it in the payload. */
    public PayloadSpec withStampInHeader(boolean inHeader) {
        return new PayloadSpec(messageSize, contentsBase64, randomBytesRatio, poolSize, sizes, fresh, inHeader);
    }

    /** Returns whether a payload of a size carries no stamp, so that the stamp travels as a header. */
    public boolean stampsInHeader(int bytes) {
        return stampInHeader || bytes < STAMP_BYTES;
    }

    /** Returns whether the stamp of at least some messages travels as a header. */
    public boolean stampsSomeInHeader() {
        return stampsInHeader(leastBytes());
    }

    private static int usualPoolSize(int messageBytes) {
        return Math.max(1, Math.min(USUAL_POOL_SIZE, USUAL_POOL_BYTES / Math.max(1, messageBytes)));
    }

    public long poolBytes() {
        return (long) messageSize * poolSize;
    }

    public int leastBytes() {
        return sizes.isNone() ? messageSize : sizes.leastBytes();
    }

    public int mostBytes() {
        return sizes.isNone() ? messageSize : sizes.mostBytes();
    }

    /** Creates payloads that files give: at least one, all of one length. */
    public static PayloadSpec of(List<byte[]> contents) {
        Checks.refuseIf(contents.isEmpty(), "there must be at least one content, got none");
        return new PayloadSpec(
                contents.get(0).length,
                contents.stream().map(Base64.getEncoder()::encodeToString).toList(),
                0,
                contents.size(),
                SizeDistribution.NONE,
                false,
                false);
    }
}
