package dev.weir.coordinator;

import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.Message;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;

/** A worker that answers by the book of a test. */
public final class FakeWorker implements AutoCloseable {
    private final Function<Message, List<Message>> answers;
    private final WireServer server;

    /**
     * Listens on loopback.
     *
     * @param answers what it says to each message; on the network thread
     */
    public FakeWorker(Function<Message, List<Message>> answers) {
        this.answers = answers;
        this.server = WireServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), SystemClock.INSTANCE, this::listen);
    }

    public WorkerTarget target(String name) {
        return new WorkerTarget(name, server.address());
    }

    private LinkListener listen(Link link) {
        return new LinkListener() {
            @Override
            public void received(Message message) {
                answers.apply(message).forEach(link::send);
            }

            @Override
            public void closed(String reason) {}
        };
    }

    @Override
    public void close() {
        server.close();
    }
}
