package dev.weir.driver.referee;

import java.util.Locale;

/** What a tool of {@link Referees} measures. */
public enum RefereeKind {
    /** One producer, from the send call to the acknowledgement. */
    PRODUCER,

    /** One consumer: how fast it reads messages that are already stored. */
    CONSUMER,

    /** The consumers of one share group: how fast they read messages that are already stored, and accept them. */
    SHARE_CONSUMER,

    /** One message at a time, from its send call to its receipt. */
    END_TO_END;

    /** Whether it reads what is stored before it begins. */
    public boolean reads() {
        return this == CONSUMER || this == SHARE_CONSUMER;
    }

    /** The name on command lines and in files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
