package dev.weir.driver.none;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Consumers that share the messages of a topic, with their positions. Used by the topic's thread. */
final class Subscription {
    private final Cursor[] cursors;
    private final List<Member> members = new ArrayList<>();
    private boolean isChanged;

    /** One of these consumers: its signal, and its share. */
    static final class Member {
        private final Signal signal = new Signal();
        private volatile Cursor[] cursors = {};

        Signal signal() {
            return signal;
        }

        /** Returns its cursors. Any thread. */
        Cursor[] cursors() {
            return cursors;
        }

        /** Assigns a share. Wakes the consumer only if there is something to read: later messages wake it too. */
        private void assign(List<Cursor> share) {
            cursors = share.toArray(new Cursor[0]);
            if (share.stream().anyMatch(Cursor::hasUnread)) {
                VarHandle.fullFence();
                signal.wake();
            }
        }
    }

    /** Begins at the end of each log. */
    Subscription(PartitionLog[] logs) {
        cursors = new Cursor[logs.length];
        for (int partition = 0; partition < logs.length; partition++) {
            cursors[partition] = logs[partition].addCursor(partition);
        }
    }

    void wake() {
        members.forEach(member -> member.signal.wake());
    }

    void join(Member consumer) {
        members.add(consumer);
        isChanged = true;
    }

    /**
     * Removes a consumer; returns whether it was the last one. Then the subscription is removed, and keeps nothing in
     * the logs.
     */
    boolean leave(Member consumer, PartitionLog[] logs) {
        members.remove(consumer);
        if (!members.isEmpty()) {
            isChanged = true;
            return false;
        }
        for (Cursor cursor : cursors) {
            logs[cursor.partition()].removeCursor(cursor);
        }
        return true;
    }

    /** Assigns the shares, if members have joined or left. Many do so at a time, and each share may change. */
    void assign() {
        if (!isChanged) {
            return;
        }
        isChanged = false;
        var shares = new ArrayList<List<Cursor>>();
        members.forEach(member -> shares.add(new ArrayList<>()));
        for (Cursor cursor : cursors) {
            int member = cursor.partition() % members.size();
            cursor.assign(members.get(member).signal);
            shares.get(member).add(cursor);
        }
        for (int member = 0; member < shares.size(); member++) {
            members.get(member).assign(shares.get(member));
        }
    }
}
