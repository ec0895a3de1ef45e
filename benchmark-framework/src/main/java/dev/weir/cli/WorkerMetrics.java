package dev.weir.cli;

import dev.weir.live.LoadMetrics;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.worker.SnapshotListener;

/** Passes the snapshots of each run on to the metrics of this process. */
record WorkerMetrics(LoadMetrics load) implements SnapshotListener {
    @Override
    public void taken(Snapshot snapshot) {
        var latencies = new LatencySet();
        latencies.add(snapshot.warmup());
        latencies.add(snapshot.measured());
        load.add(snapshot.counts(), latencies, (snapshot.toNanos() - snapshot.fromNanos()) / 1e9);
        load.distribute(snapshot.warmup(), snapshot.measured());
    }

    @Override
    public void ended() {
        load.rest();
    }
}
