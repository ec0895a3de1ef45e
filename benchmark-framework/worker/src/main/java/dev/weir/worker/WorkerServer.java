package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.driver.loading.Drivers;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A worker that waits for coordinators. It serves one at a time and rejects others with the reason. Any thread. */
public final class WorkerServer implements AutoCloseable {
    private final Clock clock;
    private final Drivers drivers;
    private final Supplier<WorkerFacts> facts;
    private final SnapshotListener snapshots;
    private final ClientLimits limits;
    private final WireServer server;
    private @Nullable WorkerSession current;

    private WorkerServer(
            Clock clock,
            Drivers drivers,
            Supplier<WorkerFacts> facts,
            SnapshotListener snapshots,
            ClientLimits limits,
            Function<WorkerServer, WireServer> bind) {
        this.clock = clock;
        this.limits = limits;
        this.facts = facts;
        this.snapshots = snapshots;
        this.drivers = drivers;
        this.server = bind.apply(this);
    }

    /**
     * Listens at an address.
     *
     * @param facts may block for some seconds; called once for each coordinator that connects
     * @param snapshots receives the measurements too
     * @throws dev.weir.wire.tls.WireException if the address cannot be bound
     */
    public static WorkerServer listen(
            SocketAddress address,
            Drivers drivers,
            Clock clock,
            Supplier<WorkerFacts> facts,
            WorkerTerms terms,
            SnapshotListener snapshots) {
        return new WorkerServer(
                clock,
                drivers,
                facts,
                snapshots,
                terms.limits(),
                worker -> WireServer.bind(address, terms.security(), clock, terms.coordinatorSilence(), worker::greet));
    }

    public static WorkerServer listenInProcess(Drivers drivers, Clock clock) {
        return new WorkerServer(
                clock,
                drivers,
                WorkerFacts::ofThisProcess,
                SnapshotListener.NONE,
                ClientLimits.ALL,
                worker -> WireServer.bindInProcess(clock, worker::greet));
    }

    public SocketAddress address() {
        return server.address();
    }

    /** Stops listening, and ends a running session. */
    @Override
    public void close() {
        WorkerSession session;
        synchronized (this) {
            session = current;
        }
        if (session != null) {
            session.stop("the worker was stopped");
        }
        server.close();
    }

    private LinkListener greet(Link link) {
        return new Greeting(link);
    }

    /** Handles the first message of a connection, then hands it to its session. On the network thread. */
    private final class Greeting implements LinkListener {
        private final Link link;
        private boolean refused;

        Greeting(Link link) {
            this.link = link;
        }

        @Override
        public void received(Message message) {
            if (refused) {
                // The refusal was already sent, so what the coordinator had sent by then does not matter.
                return;
            } else if (!(message instanceof Message.Hello hello)) {
                refuse(new Message.Refused("the first message must be hello, got "
                        + message.getClass().getSimpleName()));
            } else if (hello.protocolVersion() != Message.PROTOCOL_VERSION) {
                refuse(new Message.Refused("this worker speaks protocol version " + Message.PROTOCOL_VERSION
                        + ", the coordinator " + hello.protocolVersion() + ": install the same release on both hosts"));
            } else {
                greet(hello);
            }
        }

        private void greet(Message.Hello hello) {
            WorkerSession session;
            synchronized (WorkerServer.this) {
                if (current != null && !current.hasEnded()) {
                    refuse(current.refusal());
                    return;
                }
                session = new WorkerSession(link, hello.runId(), drivers, limits, clock, facts, snapshots);
                current = session;
                link.listen(session);
            }
            session.begin();
        }

        private void refuse(Message.Refused refusal) {
            refused = true;
            link.send(refusal);
            link.close();
        }
    }

    /**
     * Terms on which a worker serves coordinators.
     *
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
}
