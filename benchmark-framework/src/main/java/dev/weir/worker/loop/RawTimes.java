package dev.weir.worker.loop;

import dev.weir.wire.message.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * Single times of a transaction benchmark, until they are sent to the coordinator. One thread adds, another takes. The
 * lock costs little compared with a transaction.
 */
final class RawTimes {
    private List<Long> nanos = new ArrayList<>();
    private List<Long> offsetsNanos = new ArrayList<>();
    private List<Long> commitNanos = new ArrayList<>();
    private List<Long> withoutNanos = new ArrayList<>();
    private long unavailableNanos;

    synchronized void add(long whole, long offsets, long commit) {
        nanos.add(whole);
        offsetsNanos.add(offsets);
        commitNanos.add(commit);
    }

    synchronized void addWithout(long whole) {
        withoutNanos.add(whole);
    }

    synchronized void unavailable(long stretchNanos) {
        unavailableNanos += stretchNanos;
    }

    synchronized Message.TransactionTimes take(int client, long timeouts) {
        var taken = new Message.TransactionTimes(
                client, nanos, offsetsNanos, commitNanos, withoutNanos, timeouts, unavailableNanos);
        nanos = new ArrayList<>();
        offsetsNanos = new ArrayList<>();
        commitNanos = new ArrayList<>();
        withoutNanos = new ArrayList<>();
        return taken;
    }
}
