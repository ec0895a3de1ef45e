package dev.weir.worker;

import dev.weir.measure.Snapshot;

/** Receives a worker's measurements, beside the coordinator, on the session's thread: it must not block. */
public interface SnapshotListener {
    SnapshotListener NONE = new SnapshotListener() {
        @Override
        public void taken(Snapshot snapshot) {}

        @Override
        public void ended() {}
    };

    /** Receives what happened since the previous snapshot. After the return, the snapshot belongs to the coordinator. */
    void taken(Snapshot snapshot);

    void ended();
}
