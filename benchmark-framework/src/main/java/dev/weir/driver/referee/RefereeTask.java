package dev.weir.driver.referee;

/**
 * What a tool of {@link Referees} is to do, on a topic that exists.
 *
 * @param group that reads, for tools that consume
 * @param messages to send or to read, warm-up included; at least 1
 * @param warmupMessages how many of these, at the beginning, do not count; 0 if the tool has no warm-up
 * @param messagesPerSecond the target rate; infinite: as fast as the tool can
 * @param messageBytes of each payload, at least 1
 * @param payloads how many different payloads are made before the load begins; 0: the tool makes each payload when it
 *     sends it
 */
public record RefereeTask(
        RefereeKind kind,
        String topic,
        RefereeGroup group,
        long messages,
        long warmupMessages,
        double messagesPerSecond,
        int messageBytes,
        int payloads) {
    public RefereeTask {
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
