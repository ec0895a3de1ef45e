package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.driver.Drivers;
import dev.weir.wire.Link;
import dev.weir.wire.LinkListener;
import dev.weir.wire.Message;
import dev.weir.wire.WireServer;
import java.net.SocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A worker, waiting for coordinators: it serves one at a time, and says so to another. Any thread. */
public final class WorkerServer implements AutoCloseable {
    private final Clock clock;
    private final Drivers drivers;
    private final WireServer server;
    private @Nullable WorkerSession current;

    private WorkerServer(Clock clock, Drivers drivers, Function<WorkerServer, WireServer> bind) {
        this.clock = clock;
        this.drivers = drivers;
        this.server = bind.apply(this);
    }

    /**
     * Waits at an address.
     *
     * @throws dev.weir.wire.WireException if it cannot be bound
     */
    public static WorkerServer listen(SocketAddress address, Drivers drivers, Clock clock) {
        return new WorkerServer(clock, drivers, worker -> WireServer.bind(address, clock, worker::greet));
    }

    /** Waits inside this process. */
    public static WorkerServer listenInProcess(Drivers drivers, Clock clock) {
        return new WorkerServer(clock, drivers, worker -> WireServer.bindInProcess(clock, worker::greet));
    }

    /** Where it waits. */
    public SocketAddress address() {
        return server.address();
    }

    /** Stops waiting, and ends a session that runs. */
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

    private synchronized @Nullable WorkerSession occupy(Link link, String runId) {
        if (current != null && !current.hasEnded()) {
            return null;
        }
        current = new WorkerSession(link, runId, drivers, clock);
        return current;
    }

    /** Handles the first message of a connection, then hands it to its session. On the network thread. */
    private final class Greeting implements LinkListener {
        private final Link link;
        private @Nullable WorkerSession session;

        Greeting(Link link) {
            this.link = link;
        }

        @Override
        public void received(Message message) {
            if (session != null) {
                session.received(message);
            } else if (!(message instanceof Message.Hello hello)) {
                refuse("the first message must be hello, got "
                        + message.getClass().getSimpleName());
            } else if (hello.protocolVersion() != Message.PROTOCOL_VERSION) {
                refuse("this worker speaks protocol version " + Message.PROTOCOL_VERSION + ", the coordinator "
                        + hello.protocolVersion() + ": install the same release on both hosts");
            } else {
                session = occupy(link, hello.runId());
                if (session == null) {
                    refuse("this worker is busy with another run");
                } else {
                    session.begin();
                }
            }
        }

        @Override
        public void closed(String reason) {
            if (session != null) {
                session.closed(reason);
            }
        }

        private void refuse(String reason) {
            link.send(new Message.Refused(reason));
            link.close();
        }
    }
}
