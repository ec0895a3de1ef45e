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
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinkTest extends LoopbackLinks {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final long HOUR = Duration.ofHours(1).toNanos();

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
    void reportsThatAnAddressIsTaken() throws InterruptedException {
        try (WireServer server = listen(Transport.TCP, CLOCK)) {
            assertThatThrownBy(() -> WireServer.bind(server.address(), CLOCK, Conversation::new))
                    .isInstanceOf(WireException.class)
                    .hasMessageStartingWith("cannot listen on " + server.address() + ": ");
        }
    }

    private WireServer listen(Transport transport, Clock clock) {
        return switch (transport) {
            case TCP -> WireServer.bind(ANY_PORT, clock, this::accept);
            case IN_PROCESS -> WireServer.bindInProcess(clock, this::accept);
        };
    }
}
