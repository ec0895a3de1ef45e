package dev.weir.worker.client;

import dev.weir.driver.client.ConnectionListener;
import dev.weir.measure.LatencySource;
import dev.weir.wire.message.Message;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Optional;

/** Records for a feature the connections that one producer keeps of its own. */
public interface ConnectionWatch extends ConnectionListener {
    /** Makes the records of producers. It is a seat. */
    interface Maker {
        /** Returns the new record of a producer that is about to be opened. */
        ConnectionWatch of(int connections, RunMaterial material);
    }

    /** Returns latencies that only it records. */
    List<LatencySource> latencies();

    /** Returns what was recorded since the previous call; empty if nothing was. Always the same thread. */
    Optional<? extends Message.OfFeature> take();
}
