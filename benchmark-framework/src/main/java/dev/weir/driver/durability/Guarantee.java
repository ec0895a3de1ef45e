package dev.weir.driver.durability;

/** What a system and its client promise of messages that were acknowledged; each promises what those before it do. */
public enum Guarantee {
    /** Nothing: they can be lost with the broker that acknowledged them, or be delivered again. */
    NONE,
    /** None is lost, as with acks=all. */
    AT_LEAST_ONCE,
    /** None is lost, and a message that the client sends again is stored once, as with an idempotent producer. */
    EXACTLY_ONCE
}
