package dev.weir.driver.none;

import java.util.Map;

/**
 * What the system does wrong, on purpose. Messages are counted by their sequence number within their producer,
 * from 1: {@code loseEvery: 10} loses the sequences 9, 19, 29... Negative sequences, which the benchmark's own
 * probes have, are never touched. Zero means never; where several meet, the first in the order of {@link Kind}
 * wins.
 *
 * @param stall of {@code send}
 * @param failEvery reported as failed, not delivered
 * @param deliverFailedEvery reported as failed, but delivered
 * @param loseEvery acknowledged, not delivered
 * @param duplicateEvery delivered twice
 * @param reorderEvery swapped with its successor in the partition
 * @param capacityMessagesPerSecond how many messages each topic admits, without negative sequences
 * @param deliverAbortedEvery transactions delivered although they were aborted, counted from 1 within their
 *     producer
 */
record Faults(
        Stall stall,
        long failEvery,
        long deliverFailedEvery,
        long loseEvery,
        long duplicateEvery,
        long reorderEvery,
        long capacityMessagesPerSecond,
        long deliverAbortedEvery) {
    /**
     * @param atMessage the sequence at which {@code send} blocks; -1: none
     * @param millis for how long
     */
    record Stall(long atMessage, long millis) {}

    /** Treatment of a message, in order of precedence. */
    enum Kind {
        FAIL,
        DELIVER_FAILED,
        LOSE,
        DUPLICATE,
        REORDER,
        NONE
    }

    /** Creates the faults of settings that {@link NoneSettings} has checked. */
    static Faults of(Map<String, String> settings) {
        return new Faults(
                new Stall(number(settings, "stallAtMessage", -1), number(settings, "stallMillis", 0)),
                number(settings, "failEvery", 0),
                number(settings, "deliverFailedEvery", 0),
                number(settings, "loseEvery", 0),
                number(settings, "duplicateEvery", 0),
                number(settings, "reorderEvery", 0),
                number(settings, "capacityMessagesPerSecond", 0),
                number(settings, "deliverAbortedEvery", 0));
    }

    /** Returns whether any message is affected. */
    boolean any() {
        return (failEvery | deliverFailedEvery | loseEvery | duplicateEvery | reorderEvery) != 0;
    }

    Kind of(long sequence) {
        if (sequence < 0) {
            return Kind.NONE;
        } else if (hits(failEvery, sequence)) {
            return Kind.FAIL;
        } else if (hits(deliverFailedEvery, sequence)) {
            return Kind.DELIVER_FAILED;
        } else if (hits(loseEvery, sequence)) {
            return Kind.LOSE;
        } else if (hits(duplicateEvery, sequence)) {
            return Kind.DUPLICATE;
        } else if (hits(reorderEvery, sequence)) {
            return Kind.REORDER;
        }
        return Kind.NONE;
    }

    /** Returns whether the aborted transaction with this number within its producer, from 1, is delivered. */
    boolean deliversAborted(long number) {
        return hits(deliverAbortedEvery, number - 1);
    }

    private static boolean hits(long every, long sequence) {
        return every != 0 && (sequence + 1) % every == 0;
    }

    private static long number(Map<String, String> settings, String name, long absent) {
        String text = settings.get(name);
        return text == null ? absent : Long.parseLong(text.strip());
    }
}
