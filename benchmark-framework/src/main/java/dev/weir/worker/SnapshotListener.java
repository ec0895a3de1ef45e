package dev.weir.worker;

import dev.weir.measure.Snapshot;

/** Hears what a worker measures, beside the coordinator. Called on the session's thread, which must not be held up. */
public interface SnapshotListener {
    /** Hears nothing. */
    SnapshotListener NONE = new SnapshotListener() {
        @Override
        public void taken(Snapshot snapshot) {}

        @Override
        public void ended() {}
    };

    /**
     * What happened since the last one.
     *
     * @param snapshot is the coordinator's when this returns
     */
    void taken(Snapshot snapshot);

    /** The run is over. */
    void ended();
}
