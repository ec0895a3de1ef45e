package dev.weir.worker;

import dev.weir.wire.WireServer;
import dev.weir.wire.tls.ChannelSecurity;
import java.time.Duration;

/**
 * On which terms a worker serves coordinators.
 *
 * @param security of its connections
 * @param limits what their clients may read and load on its host
 * @param coordinatorSilence the load goes on for so long without a word of the coordinator, and then ends
 */
public record WorkerTerms(ChannelSecurity security, ClientLimits limits, Duration coordinatorSilence) {
    /** In plain text, and clients read and load nothing: enough for who listens on loopback. */
    public static final WorkerTerms STRICT = of(ChannelSecurity.NONE, ClientLimits.NOTHING);

    /** With the usual patience. */
    public static WorkerTerms of(ChannelSecurity security, ClientLimits limits) {
        return new WorkerTerms(security, limits, WireServer.COORDINATOR_SILENCE);
    }
}
