package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockEstimate;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.SystemClock;
import dev.weir.wire.WireServer.Transport;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.WireException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinkTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
    private final WireClient client = new WireClient(CLOCK);

    @AfterEach
    void closeClient() {
        client.close();
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void carriesMessagesBothWaysInOrder(Transport transport) throws InterruptedException {
        try (WireServer server = listen(transport, CLOCK)) {
            Conversation coordinator = Conversation.with(client, server.address());
            Conversation worker = accepted();
            for (int i = 0; i < 1000; i++) {
                coordinator.say(new Message.MeasureFrom(i));
                worker.say(new Message.LoadEnded(i, 0, List.of()));
            }

            for (int i = 0; i < 1000; i++) {
                assertThat(worker.hear(Message.MeasureFrom.class).atNanos()).isEqualTo(i);
                assertThat(coordinator.hear(Message.LoadEnded.class).unsent()).isEqualTo(i);
            }
        }
    }

    @Test
    void isSureOfTheClockInsideOneProcess() {
        try (WireServer server = listen(Transport.IN_PROCESS, CLOCK)) {
            assertThat(Conversation.with(client, server.address()).link().clock())
                    .isEqualTo(ClockEstimate.SAME);
        }
    }

    @Test
    void findsTheOffsetOfTheOtherClockWithinItsBound() throws InterruptedException {
        try (WireServer server = listen(Transport.TCP, () -> CLOCK.epochNanos() + HOUR)) {
            Conversation coordinator = Conversation.with(client, server.address());
            Awaitility.await().until(() -> coordinator.link().clock().isKnown());

            ClockOffset offset = coordinator.link().clock().offset();
            assertThat(Math.abs(offset.offsetNanos() - HOUR)).isLessThanOrEqualTo(offset.boundNanos());
            assertThat(offset.boundNanos()).isLessThan(HOUR);
            assertThat(accepted().link().clock()).isEqualTo(ClockEstimate.UNKNOWN);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void reportsTheEndToBothSidesWhenOneHasClosedAndIgnoresALaterMessage(Transport transport)
            throws InterruptedException {
        try (WireServer server = listen(transport, CLOCK)) {
            Conversation coordinator = Conversation.with(client, server.address());
            Conversation worker = accepted();
            worker.say(new Message.Closed());
            worker.link().close();

            coordinator.hear(Message.Closed.class);
            assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
            assertThat(worker.closeReason()).isNotEmpty();
            coordinator.say(new Message.Probe());
            assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
        }
    }

    /** What a peer sends to a socket that is closed resets the connection, and with that goes what was not read yet. */
    @Test
    void theLastMessageArrivesAlthoughThePeerKeepsSending() throws InterruptedException {
        try (WireServer server = listen(Transport.TCP, CLOCK)) {
            for (int i = 0; i < 200; i++) {
                Conversation coordinator = Conversation.with(client, server.address());
                Conversation worker = accepted();
                for (int n = 0; n < 50; n++) {
                    coordinator.say(new Message.Probe());
                }
                worker.say(new Message.Failed("last words"));
                worker.link().close();
                for (int n = 0; n < 50; n++) {
                    coordinator.say(new Message.Probe());
                }

                assertThat(coordinator.hear(Message.Failed.class).reason()).isEqualTo("last words");
                assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "000000050102030405|(?!.*null).+",
                "00000001F6|IOException: a message must not be null",
                // What an HTTP client would say: read as a length it is more than a gigabyte.
                "474554202F20485454502F312E310D0A0D0A|a frame of 1195725856 bytes was announced, and at most 65536 are"
                        + " taken from a peer that has not been accepted: another program may use this address"
            })
    void closesAConnectionWhoseBytesAreNoMessageAndReportsWhy(String bytes, String reason)
            throws IOException, InterruptedException {
        try (WireServer server = listen(Transport.TCP, CLOCK);
                Socket socket = connect(server)) {
            socket.getOutputStream().write(HexFormat.of().parseHex(bytes));

            assertThat(accepted().closeReason()).matches(reason);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void reportsThatThePeerVanished() throws IOException, InterruptedException {
        try (WireServer server = listen(Transport.TCP, CLOCK)) {
            Socket socket = connect(server);
            Conversation worker = accepted();
            // A reset, as from a process that was killed with unread data.
            socket.setSoLinger(true, 0);
            socket.close();

            assertThat(worker.closeReason()).isNotBlank();
        }
    }

    @Test
    void reportsARefusedConnection() throws IOException {
        InetSocketAddress unused;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = (InetSocketAddress) socket.getLocalSocketAddress();
        }

        assertThatThrownBy(() -> Conversation.with(client, unused))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("Connection refused")
                .hasMessageContaining(String.valueOf(unused.getPort()));
    }

    @Test
    void reportsThatAnAddressIsTaken() throws InterruptedException {
        try (WireServer server = listen(Transport.TCP, CLOCK)) {
            assertThatThrownBy(() -> WireServer.bind(server.address(), CLOCK, Conversation::new))
                    .isInstanceOf(WireException.class)
                    .hasMessageStartingWith("cannot listen on " + server.address() + ": ");
        }
    }

    private WireServer listen(Transport transport, Clock clock) {
        return switch (transport) {
            case TCP ->
                WireServer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), clock, this::accept);
            case IN_PROCESS -> WireServer.bindInProcess(clock, this::accept);
        };
    }

    private Conversation accept(Link link) {
        var conversation = new Conversation(link);
        accepted.add(conversation);
        return conversation;
    }

    private Conversation accepted() throws InterruptedException {
        Conversation conversation = accepted.poll(60, TimeUnit.SECONDS);
        assertThat(conversation).isNotNull();
        return conversation;
    }

    private static Socket connect(WireServer server) throws IOException {
        var address = (InetSocketAddress) server.address();
        return new Socket(address.getAddress(), address.getPort());
    }
}
