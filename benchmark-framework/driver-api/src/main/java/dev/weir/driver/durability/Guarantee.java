package dev.weir.driver.durability;

/**
 * What a system and its client promise for acknowledged messages. Each value includes the promises of the values before
 * it.
 */
public enum Guarantee {
    /** Nothing: messages can be lost with the broker that acknowledged them, or be delivered again. */
    NONE,
    /** No message is lost, as with acks=all. */
    AT_LEAST_ONCE,
    /** No message is lost, and a message that the client sends again is stored once, as with an idempotent producer. */
    EXACTLY_ONCE
}
