package dev.weir.driver.none;

import java.util.ArrayList;
import java.util.List;

/** The consumers that share the messages of a topic, and how far they are. Topic's thread. */
final class Subscription {
    private final Cursor[] cursors;
    private final List<NoneConsumer> members = new ArrayList<>();
    private boolean isChanged;

    /** Begins at the end of each log. */
    Subscription(PartitionLog[] logs) {
        cursors = new Cursor[logs.length];
        for (int partition = 0; partition < logs.length; partition++) {
            cursors[partition] = logs[partition].addCursor(partition);
        }
    }

    void wake() {
        members.forEach(member -> member.signal().wake());
    }

    void join(NoneConsumer consumer) {
        members.add(consumer);
        isChanged = true;
    }

    /** Returns whether it was the last one; the subscription is forgotten then, and keeps nothing in the logs. */
    boolean leave(NoneConsumer consumer, PartitionLog[] logs) {
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

    /** Gives each member its share, if members have joined or left: many do at a time, and each share may change. */
    void assign() {
        if (!isChanged) {
            return;
        }
        isChanged = false;
        var shares = new ArrayList<List<Cursor>>();
        members.forEach(member -> shares.add(new ArrayList<>()));
        for (Cursor cursor : cursors) {
            int member = cursor.partition() % members.size();
            cursor.assign(members.get(member));
            shares.get(member).add(cursor);
        }
        for (int member = 0; member < shares.size(); member++) {
            members.get(member).assign(shares.get(member));
        }
    }
}
