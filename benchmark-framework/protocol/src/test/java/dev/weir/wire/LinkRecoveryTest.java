package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations over connections that break. */
@Tag("slow")
class LinkRecoveryTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final WorkerFacts FACTS = WorkerFacts.ofThisProcess();

    /** Pings come once a second. */
    private static final Duration SILENCE = Duration.ofMillis(2500);

    private final BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
    private final WireClient client = new WireClient(CLOCK, SILENCE, PATIENCE);

    @AfterEach
    void closeClient() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void eachMessageArrivesOnceAndInOrderHoweverOftenItBreaks(long seed) throws InterruptedException {
        var random = new SplittableRandom(seed);
        try (WireServer server = listen(PATIENCE);
                var proxy = new UnreliableProxy(server.address(), () -> nextBytes(random))) {
            Conversation coordinator = greet(proxy.address());
            Conversation worker = accepted.take();
            for (int i = 0; i < 3000; i++) {
                coordinator.say(new Message.MeasureFrom(i));
                worker.say(new Message.LoadEnded(i, 0, List.of()));
            }

            for (int i = 0; i < 3000; i++) {
                assertThat(worker.hear(Message.MeasureFrom.class).atNanos()).isEqualTo(i);
                assertThat(coordinator.hear(Message.LoadEnded.class).unsent()).isEqualTo(i);
            }
            assertThat(coordinator.resumptions()).isPositive();
            assertThat(worker.interruptions()).isPositive();
        }
    }

    /** The first connection has to last for the greeting; the others can break in the midst of a message. */
    private long nextBytes(SplittableRandom random) {
        synchronized (random) {
            return accepted.isEmpty() ? 50_000 : 500 + random.nextInt(20_000);
        }
    }

    @Test
    void continuesAfterASilence() throws InterruptedException {
        try (WireServer server = listen(PATIENCE);
                var proxy = new UnreliableProxy(server.address())) {
            Conversation coordinator = greet(proxy.address());
            Conversation worker = accepted.take();
            proxy.hold();
            worker.say(new Message.LoadEnded(1, 0, List.of()));
            coordinator.say(new Message.EndLoad(2));
            await().atMost(PATIENCE).until(() -> coordinator.interruptions() > 0);
            worker.say(new Message.LoadEnded(3, 0, List.of()));
            coordinator.say(new Message.EndLoad(4));
            assertThat(coordinator.link().clock().isKnown()).isTrue();
            proxy.release();

            assertThat(coordinator.hear(Message.LoadEnded.class).unsent()).isEqualTo(1);
            assertThat(coordinator.hear(Message.LoadEnded.class).unsent()).isEqualTo(3);
            assertThat(worker.hear(Message.EndLoad.class).atNanos()).isEqualTo(2);
            assertThat(worker.hear(Message.EndLoad.class).atNanos()).isEqualTo(4);
            assertThat(coordinator.isOpen()).isTrue();
        }
    }

    /** The last messages of a worker that has closed its end are kept for a coordinator that comes back. */
    @Test
    void theLastMessageWaitsForACoordinatorThatReconnects() throws InterruptedException {
        try (WireServer server = listen(PATIENCE);
                var proxy = new UnreliableProxy(server.address())) {
            Conversation coordinator = greet(proxy.address());
            Conversation worker = accepted.take();
            proxy.hold();
            worker.say(new Message.LoadEnded(1, 0, List.of()));
            worker.say(new Message.Closed());
            worker.link().close();
            proxy.cut();
            proxy.release();

            assertThat(coordinator.hear(Message.LoadEnded.class).unsent()).isEqualTo(1);
            coordinator.hear(Message.Closed.class);
            assertThat(worker.closeReason()).isNotEmpty();
            assertThat(coordinator.closeReason()).isNotEmpty();
        }
    }

    @Test
    void endsAtOnceIfTheServerIsClosed() throws InterruptedException {
        Conversation coordinator;
        try (WireServer server = listen(PATIENCE)) {
            coordinator = greet(server.address());
        }

        assertThat(coordinator.closeReason())
                .isEqualTo(
                        "the connection was closed by the peer, and no process listens there any more: its process has"
                                + " ended");
    }

    @Test
    void endsWhenAnotherProcessAnswers() throws InterruptedException {
        var elsewhere = new WorkerFacts(
                "another process", 1, FACTS.version(), FACTS.jvmArguments(), FACTS.host(), FACTS.calibration());
        try (WireServer server = listen(PATIENCE, elsewhere);
                var proxy = new UnreliableProxy(server.address())) {
            Conversation coordinator = greet(proxy.address());
            proxy.cut();

            assertThat(coordinator.closeReason())
                    .endsWith(", and then another process answers there: the worker was restarted");
        }
    }

    @Test
    void theWorkerGivesUpACoordinatorThatDoesNotComeBack() throws InterruptedException {
        try (WireServer server = listen(SILENCE);
                var proxy = new UnreliableProxy(server.address())) {
            Conversation coordinator = greet(proxy.address());
            Conversation worker = accepted.take();
            proxy.hold();

            assertThat(worker.closeReason()).startsWith("the coordinator was silent for 2 s: nothing was heard for");
            proxy.release();
            assertThat(coordinator.closeReason()).endsWith(", and then the worker has ended the run by itself");
        }
    }

    @Test
    void theCoordinatorGivesUpAWorkerThatStaysSilent() throws InterruptedException {
        try (WireServer server = listen(PATIENCE);
                var proxy = new UnreliableProxy(server.address());
                var hasty = new WireClient(CLOCK, SILENCE, Duration.ofSeconds(1))) {
            Conversation coordinator = greet(hasty, proxy.address());
            proxy.hold();

            assertThat(coordinator.closeReason())
                    .isEqualTo("nothing was heard for 2500 ms, and it could not be reached again within 1 s");
            assertThat(coordinator.interruptions()).isEqualTo(1);
        }
    }

    @Test
    void theWorkerReceivesTheLeaveOfItsCoordinator() throws InterruptedException {
        try (WireServer server = listen(PATIENCE)) {
            greet(server.address());
            client.close();

            assertThat(accepted.take().closeReason()).isEqualTo("the coordinator has left");
        }
    }

    @Test
    void keepsNoMoreThanItsBound() throws InterruptedException {
        try (WireServer server = listen(PATIENCE);
                var proxy = new UnreliableProxy(server.address())) {
            greet(proxy.address());
            Conversation worker = accepted.take();
            proxy.hold();
            var large =
                    new Message.ProbesReceived(List.of(), 0, List.of(new ErrorCount("Error", "x".repeat(8 << 20), 1)));
            for (int i = 0; i < 8; i++) {
                worker.say(large);
            }

            assertThat(worker.closeReason())
                    .isEqualTo("the other end has not taken in " + Link.MAX_KEPT_BYTES + " bytes of messages");
        }
    }

    private Conversation greet(SocketAddress address) throws InterruptedException {
        return greet(client, address);
    }

    private Conversation greet(WireClient from, SocketAddress address) throws InterruptedException {
        Conversation coordinator = Conversation.with(from, address);
        coordinator.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
        coordinator.hear(Message.Welcome.class);
        // Until its clock is known, so that something was said in both directions.
        await().atMost(PATIENCE).until(() -> coordinator.link().clock().isKnown());
        return coordinator;
    }

    private WireServer listen(Duration coordinatorSilence) {
        return listen(coordinatorSilence, FACTS);
    }

    private WireServer listen(Duration coordinatorSilence, WorkerFacts facts) {
        return WireServer.bind(
                LoopbackLinks.ANY_PORT,
                ChannelSecurity.NONE,
                CLOCK,
                coordinatorSilence,
                link -> new Conversation(link) {
                    @Override
                    public void received(Message message) {
                        if (message instanceof Message.Hello) {
                            link.send(new Message.Welcome(facts));
                            accepted.add(this);
                        } else {
                            super.received(message);
                        }
                    }
                });
    }
}
