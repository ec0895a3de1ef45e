package dev.weir.worker;

import dev.weir.wire.ChannelSecurity;
import java.util.Objects;

/**
 * On which terms a worker serves coordinators.
 *
 * @param security of its connections
 * @param limits what their clients may read and load on its host
 */
public record WorkerTerms(ChannelSecurity security, ClientLimits limits) {
    /** In plain text, and clients read and load nothing: enough for who listens on loopback. */
    public static final WorkerTerms STRICT = new WorkerTerms(ChannelSecurity.NONE, ClientLimits.NOTHING);

    public WorkerTerms {
        Objects.requireNonNull(security);
        Objects.requireNonNull(limits);
    }
}
