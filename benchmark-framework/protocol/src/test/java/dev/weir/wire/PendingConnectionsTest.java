package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Connections to a worker that are not those of a coordinator. */
@Isolated("others would write into the log")
class PendingConnectionsTest extends LoopbackLinks {
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final int MAX_CONNECTIONS = 5;
    private static final Message.Hello HELLO = new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d");

    private final CapturedLog log = new CapturedLog(WireServer.class);
    private final WireServer server = server(LIMIT);

    /** Its time limit does not end during a test. */
    private final WireServer patient = server(Duration.ofMinutes(5));

    private final List<Socket> crowd = new ArrayList<>();

    private WireServer server(Duration limit) {
        var limits = new PendingConnections.Limits(MAX_CONNECTIONS, 2 * MAX_CONNECTIONS, limit, limit, limit);
        return listen(ChannelSecurity.NONE, limits, Duration.ofSeconds(2));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        patient.close();
        log.close();
        for (Socket each : crowd) {
            each.close();
        }
    }

    @Test
    void aSilentConnectionIsClosed() throws IOException {
        try (Socket silent = connect()) {
            assertThat(isAtItsEnd(silent)).isTrue();
            assertThat(log.await("was not served")).endsWith("it has sent nothing within 500 ms");
        }
    }

    @Test
    void whoOnlyAsksWhetherAProcessListensWasNotTurnedAway() throws IOException {
        Socket asking = connect();
        int port = asking.getLocalPort();
        asking.close();

        assertThat(log.await(":" + port)).doesNotContain("was not served");
    }

    /** A frame of a hundred bytes is begun, and would be complete long after the limit. */
    @Test
    void whoSendsAByteNowAndThenIsDroppedToo() throws IOException {
        try (Socket slow = connect()) {
            OutputStream out = slow.getOutputStream();
            out.write(ByteBuffer.allocate(4).putInt(1000).array());
            Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> !isWritten(out, 0));

            assertThat(log.await("was not served")).endsWith("it has not sent a first message within 500 ms");
        }
    }

    /** Pings prove that a process is alive. They are no request. */
    @Test
    void dropsAConnectionThatOnlyPingsAndKeepsOneWithAFirstMessage() {
        Conversation greeting = greet(server);
        Conversation pinging = Conversation.with(client, server.address());

        assertThat(pinging.closeReason()).isEqualTo("the connection was closed by the peer");
        assertThat(log.await("was not served")).endsWith("it has not sent a first message within 500 ms");
        assertThat(greeting.isOpen()).isTrue();
    }

    @Test
    void aNewConnectionReplacesTheOldestThatHasSentNothing() throws IOException {
        for (int i = 0; i < MAX_CONNECTIONS; i++) {
            crowd.add(connect(patient));
        }
        Conversation next = greet(patient);

        assertThat(isAtItsEnd(crowd.get(0))).isTrue();
        assertThat(log.await("closed to make room")).contains(MAX_CONNECTIONS + " connections of its address");
        assertThat(next.isOpen()).isTrue();
    }

    @Test
    void aConnectionThatHasSentSomethingIsNotReplacedAtOnceAndTheNewOneReadsWhy() {
        fill(patient);
        Message.Refused refused = Conversation.with(client, patient.address()).hear(Message.Refused.class);

        assertThat(refused.saysFull()).isTrue();
        assertThat(refused.reason()).contains(MAX_CONNECTIONS + " connections", "close them, or try again");
        assertThat(log.await("was not let in")).contains(refused.reason());
    }

    @Test
    void theConnectionsOfOneAddressTakeNoPlacesOfAnother() throws IOException {
        fill(patient);
        try (Socket other = connectFromAnotherAddress(patient)) {
            other.getOutputStream().write(frame(MessageCodec.SHARED.encode(HELLO)));
            other.setSoTimeout((int) (2 * LIMIT.toMillis()));

            // Neither an answer nor an end: it was let in.
            assertThatThrownBy(() -> other.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /**
     * Connects until a connection reads that there is no place. It takes more of them than there are places if the server has
     * not read the byte of one when the next one comes: then it replaces that one.
     */
    private void fill(WireServer full) {
        Awaitility.await().until(() -> {
            Socket next = connect(full);
            crowd.add(next);
            next.getOutputStream().write(0);
            next.setSoTimeout(100);
            try {
                return next.getInputStream().read() >= 0;
            } catch (SocketTimeoutException e) {
                return false;
            }
        });
    }

    /** What is left out of the log is counted there. */
    @Test
    void noiseLeavesAFewLinesAndTheirNumberAndTheServerContinues() throws IOException {
        var random = new Random(1);
        int visitors = 200;
        for (int i = 0; i < visitors; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            if (i % 3 == 0) {
                // A frame of that length, with noise in it.
                noise = frame(noise);
            } else if (i % 3 == 1) {
                noise = "GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            }
            try (Socket visitor = connect()) {
                visitor.getOutputStream().write(noise);
            }
        }

        Awaitility.await().untilAsserted(() -> assertThat(noted()).isEqualTo(visitors));
        assertThat(log.lines())
                .allMatch(line -> line.length() < 600 && line.lines().count() == 1);
        assertThat(log.lines().stream().filter(line -> line.contains(" was not served: ")))
                .hasSizeBetween(RejectedConnectionLog.MAX_LINES, visitors / 2);
        assertThat(greet(server).isOpen()).isTrue();
    }

    /** Connections by the log: a line each, or counted together. */
    private long noted() {
        return log.lines().stream()
                .mapToLong(line -> line.contains(" more connections from 127.0.0.1 ")
                        ? Long.parseLong(line.substring(0, line.indexOf(' ')))
                        : 1)
                .sum();
    }

    @Test
    void aScanDoesNotHideWhatHappensToAnotherAddress() throws IOException {
        for (int i = 0; i < 100; i++) {
            connect().close();
        }
        log.await(" more connections from 127.0.0.1 ");
        connectFromAnotherAddress(server).close();

        assertThat(log.await("127.0.0.2:")).endsWith("has sent nothing: the connection was closed by the peer");
    }

    @Test
    void deepNestingIsNotFollowed() throws IOException {
        byte[] arrays = new byte[10_000];
        Arrays.fill(arrays, (byte) 0x81);
        try (Socket visitor = connect()) {
            visitor.getOutputStream().write(frame(arrays));

            assertThat(log.await("was not served")).contains("127.0.0.1:");
            assertThat(isAtItsEnd(visitor)).isTrue();
        }
    }

    private Socket connect() throws IOException {
        return connect(server);
    }

    private static Socket connectFromAnotherAddress(WireServer server) throws IOException {
        var address = (InetSocketAddress) server.address();
        return new Socket(address.getAddress(), address.getPort(), InetAddress.getByName("127.0.0.2"), 0);
    }

    private Conversation greet(WireServer server) {
        Conversation greeting = Conversation.with(client, server.address());
        greeting.say(HELLO);
        return greeting;
    }

    private static byte[] frame(byte[] content) {
        return ByteBuffer.allocate(4 + content.length)
                .putInt(content.length)
                .put(content)
                .array();
    }

    private static boolean isWritten(OutputStream out, int value) {
        try {
            out.write(value);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Closed or reset: both are an end. */
    private static boolean isAtItsEnd(Socket socket) {
        try {
            return socket.getInputStream().read() == -1;
        } catch (IOException e) {
            return true;
        }
    }
}
