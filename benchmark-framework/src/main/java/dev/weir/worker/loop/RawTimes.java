package dev.weir.worker.loop;

import dev.weir.wire.message.Message;
import java.util.ArrayList;
import java.util.List;

/** The single times of a loop, to be sent on. One thread adds, another takes: a lock, since a transaction takes far longer. */
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
