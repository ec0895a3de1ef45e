package dev.weir.worker;

import dev.weir.wire.WireServer;
import dev.weir.wire.tls.ChannelSecurity;
import java.time.Duration;

/**
 * Terms on which a worker serves coordinators.
 *
 * @param security security of its connections
 * @param limits what clients may read and load on its host
 * @param coordinatorSilence how long the load goes on without a message from the coordinator
 */
public record WorkerTerms(ChannelSecurity security, ClientLimits limits, Duration coordinatorSilence) {
    /** Plain text, and clients may read and load nothing: enough for a worker that listens on loopback. */
    public static final WorkerTerms STRICT = of(ChannelSecurity.NONE, ClientLimits.NOTHING);

    /** Creates terms with the usual limit for the coordinator's silence. */
    public static WorkerTerms of(ChannelSecurity security, ClientLimits limits) {
        return new WorkerTerms(security, limits, WireServer.COORDINATOR_SILENCE);
    }
}
