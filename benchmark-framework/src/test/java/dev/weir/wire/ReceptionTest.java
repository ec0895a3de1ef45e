package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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

/** Whoever connects to a worker without being a coordinator. */
@Isolated("others would write into the log")
class ReceptionTest {
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final int MOST = 5;

    private final CapturedLog log = new CapturedLog(WireServer.class);
    private final WireServer server = WireServer.bind(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ChannelSecurity.NONE,
            new Reception(MOST, LIMIT),
            SystemClock.INSTANCE,
            WireServer.COORDINATOR_SILENCE,
            Conversation::new);
    private final WireClient client = new WireClient(SystemClock.INSTANCE);

    @AfterEach
    void close() {
        client.close();
        server.close();
        log.close();
    }

    @Test
    void whoSaysNothingIsDropped() throws IOException {
        try (Socket silent = connect()) {
            assertThat(isAtItsEnd(silent)).isTrue();
            assertThat(log.await("was not served")).endsWith("it has not said what it wants within 500 ms");
        }
    }

    /** A frame of a hundred bytes is begun, and would be complete long after the limit. */
    @Test
    void whoSendsAByteNowAndThenIsDroppedToo() throws IOException {
        try (Socket slow = connect()) {
            OutputStream out = slow.getOutputStream();
            out.write(ByteBuffer.allocate(4).putInt(1000).array());
            Awaitility.await().pollInterval(Duration.ofMillis(50)).until(() -> !isWritten(out, 0));

            assertThat(log.await("was not served")).endsWith("it has not said what it wants within 500 ms");
        }
    }

    /** Pings are proof of life, and not what anybody comes for. */
    @Test
    void whoOnlyPingsIsDropped() {
        Conversation pinging = Conversation.with(client, server.address());

        assertThat(pinging.closeReason()).isEqualTo("the connection was closed by the peer");
        assertThat(log.await("was not served")).endsWith("it has not said what it wants within 500 ms");
    }

    @Test
    void whoHasSaidWhatItWantsMayStay() {
        Conversation greeting = Conversation.with(client, server.address());
        greeting.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
        Conversation pinging = Conversation.with(client, server.address());

        assertThat(pinging.closeReason()).isNotBlank();
        assertThat(greeting.isOpen()).isTrue();
    }

    @Test
    void onlyAFewAreWaitedForAtOnce() throws IOException {
        List<Socket> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < MOST + 3; i++) {
                crowd.add(connect());
            }
            for (int i = 0; i < 3; i++) {
                assertThat(isAtItsEnd(crowd.get(MOST + i))).isTrue();
            }
            assertThat(log.await("is not let in")).endsWith(MOST + " others have not said yet what they want");
            Awaitility.await().until(() -> log.lines().size() == MOST + 3);
            // The crowd has had its time: there is room again.
            Conversation next = Conversation.with(client, server.address());
            next.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
            Conversation.with(client, server.address()).closeReason();
            assertThat(next.isOpen()).isTrue();
        } finally {
            for (Socket each : crowd) {
                each.close();
            }
        }
    }

    @Test
    void noiseLeavesOneLineEachAndTheServerGoesOn() throws IOException {
        var random = new Random(1);
        int visitors = 200;
        for (int i = 0; i < visitors; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            if (i % 3 == 0) {
                // A frame of that length, with noise in it.
                noise = ByteBuffer.allocate(4 + noise.length)
                        .putInt(noise.length)
                        .put(noise)
                        .array();
            } else if (i % 3 == 1) {
                noise = "GET /metrics HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            }
            try (Socket visitor = connect()) {
                visitor.getOutputStream().write(noise);
            }
        }

        Awaitility.await().until(() -> log.lines().size() == visitors);
        assertThat(log.lines())
                .allMatch(line -> line.length() < 600 && line.lines().count() == 1);
        Conversation next = Conversation.with(client, server.address());
        next.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
        assertThat(next.isOpen()).isTrue();
    }

    @Test
    void deepNestingIsNotFollowed() throws IOException {
        byte[] arrays = new byte[10_000];
        Arrays.fill(arrays, (byte) 0x81);
        try (Socket visitor = connect()) {
            visitor.getOutputStream()
                    .write(ByteBuffer.allocate(4 + arrays.length)
                            .putInt(arrays.length)
                            .put(arrays)
                            .array());

            assertThat(log.await("was not served")).contains("127.0.0.1:");
            assertThat(isAtItsEnd(visitor)).isTrue();
        }
    }

    private Socket connect() throws IOException {
        var address = (InetSocketAddress) server.address();
        return new Socket(address.getAddress(), address.getPort());
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
