package dev.weir.driver.referee;

import java.util.Objects;

/**
 * What a tool of {@link Referees} is to do, on a topic that exists.
 *
 * @param subscription under which it consumes, if it does; one that was not used before
 * @param messages to send, or to read, the warm-up's among them; at least 1
 * @param warmupMessages the first of those, which do not count; 0 where the tool has no warm-up
 * @param messagesPerSecond infinite: as many as it can
 * @param messageBytes of each payload, at least 1
 * @param payloads how many different ones there are, made before the load begins; 0: the tool makes each when it sends it
 */
public record RefereeTask(
        RefereeKind kind,
        String topic,
        String subscription,
        long messages,
        long warmupMessages,
        double messagesPerSecond,
        int messageBytes,
        int payloads) {
    public RefereeTask {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(topic);
        Objects.requireNonNull(subscription);
        if (messages < 1 || warmupMessages < 0 || warmupMessages >= messages) {
            throw new IllegalArgumentException("messages must be at least 1 and more than warmupMessages, got "
                    + messages + " and " + warmupMessages);
        }
        if (!(messagesPerSecond > 0)) {
            throw new IllegalArgumentException("messagesPerSecond must be more than 0, got " + messagesPerSecond);
        }
        if (messageBytes < 1 || payloads < 0) {
            throw new IllegalArgumentException("messageBytes must be at least 1 and payloads at least 0, got "
                    + messageBytes + " and " + payloads);
        }
    }
}
