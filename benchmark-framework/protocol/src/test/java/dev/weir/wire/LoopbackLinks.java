package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.tls.ChannelSecurity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.slf4j.LoggerFactory;

/** Base of tests that connect to workers' ports on loopback, as coordinators and as others. */
abstract class LoopbackLinks {
    static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    final BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
    final WireClient client = new WireClient(SystemClock.INSTANCE);

    @AfterEach
    void closeClient() {
        client.close();
    }

    /** @param logWindow in which lines about one address are counted together */
    WireServer listen(ChannelSecurity security, PendingConnections.Limits limits, Duration logWindow) {
        return WireServer.bind(
                ANY_PORT,
                security,
                limits,
                new RejectedConnectionLog(LoggerFactory.getLogger(WireServer.class), logWindow),
                SystemClock.INSTANCE,
                WireServer.COORDINATOR_SILENCE,
                this::accept);
    }

    Conversation accept(Link link) {
        var conversation = new Conversation(link);
        accepted.add(conversation);
        return conversation;
    }

    Conversation accepted() throws InterruptedException {
        Conversation conversation = accepted.poll(60, TimeUnit.SECONDS);
        assertThat(conversation).isNotNull();
        return conversation;
    }

    static Socket connect(WireServer server) throws IOException {
        var address = (InetSocketAddress) server.address();
        return new Socket(address.getAddress(), address.getPort());
    }
}
