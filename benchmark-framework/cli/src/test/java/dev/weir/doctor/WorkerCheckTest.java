package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.MiniCluster;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.wire.Conversation;
import dev.weir.wire.Link;
import dev.weir.wire.LinkListener;
import dev.weir.wire.WireClient;
import dev.weir.wire.WireServer;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.WorkerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers as a check meets them. */
class WorkerCheckTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void reportsAFreeWorkerAndLeavesItFree() {
        try (var worker = MiniCluster.listen(WorkerTerms.STRICT)) {
            for (int i = 0; i < 3; i++) {
                var check = check(worker.address());

                List<Check> checks = check.check();

                assertThat(checks)
                        .extracting(Check::name)
                        .startsWith("worker", "network", "system", "java", "cores")
                        .doesNotContain("session");
                assertThat(checks.get(0).verdict()).isEqualTo(CheckOutcome.OK);
                assertThat(checks.get(0).found())
                        .contains("process " + ProcessHandle.current().pid() + " on ");
                assertThat(checks.get(1).found()).startsWith("round trip ");
                assertThat(check.offset()).isNotEqualTo(ClockOffset.UNKNOWN);
            }
            assertServes(worker.address());
        }
    }

    @Test
    void warnsOfABusyWorkerAndLeavesItsRunAlone() {
        try (var worker = MiniCluster.listen(WorkerTerms.STRICT);
                var client = new WireClient(CLOCK)) {
            Conversation run = Conversation.with(client, worker.address());
            run.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
            run.hear(Message.Welcome.class);

            List<Check> checks = check(worker.address()).check();

            assertThat(checks).singleElement().satisfies(check -> {
                assertThat(check.verdict()).isEqualTo(CheckOutcome.WARN);
                assertThat(check.found()).contains("busy with run 0a1b2c3d");
            });
            run.say(new Message.Close());
            run.hear(Message.Closed.class);
        }
    }

    @Test
    void failsIfNoProcessListens() throws IOException {
        int port;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }

        Check check = only(new WorkerCheck(new WorkerAddress("127.0.0.1", port), ChannelSecurity.NONE));

        assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(check.found()).startsWith("no process answers: ");
        assertThat(check.remedy())
                .startsWith("is bin/benchmark-worker running there?")
                .endsWith("bin/benchmark-worker --port " + port);
    }

    @Test
    void failsWhereAnotherVersionRefuses() {
        var refusal = new Message.Refused("this worker speaks protocol version 1, the coordinator 2");
        try (var worker = fake(message -> Optional.of(refusal))) {
            Check check = only(check(worker.address()));

            assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
            assertThat(check.found()).isEqualTo(refusal.reason());
            assertThat(check.remedy()).contains("the same weir.tar.gz");
        }
    }

    @Test
    void failsIfTheAnswerIsAnotherMessage() {
        try (var worker = fake(message -> Optional.of(new Message.Ready(0, 0, Map.of())))) {
            assertThat(only(check(worker.address())).found())
                    .isEqualTo("it says Ready where another message was expected");
        }
    }

    @Test
    @Timeout(60)
    void failsWhereSomethingElseListens() throws IOException, InterruptedException {
        try (var web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var server = new Thread(() -> answerAsAWebServer(web), "web-server");
            server.start();

            Check check = only(check(web.getLocalSocketAddress()));

            assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
            assertThat(check.found()).startsWith("a process answers, but is no worker of this version: ");
            server.join();
        }
    }

    @Test
    void warnsWhenAWorkerDoesNotEndItsSession() {
        var welcome = new Message.Welcome(WorkerFacts.ofThisProcess());
        try (var worker = fake(message -> message instanceof Message.Hello ? Optional.of(welcome) : Optional.empty())) {
            List<Check> checks =
                    new WorkerCheck(address(worker.address()), ChannelSecurity.NONE, Duration.ofSeconds(5)).check();

            assertThat(checks.get(checks.size() - 1).name()).isEqualTo("session");
            assertThat(checks.get(checks.size() - 1).verdict()).isEqualTo(CheckOutcome.WARN);
        }
    }

    private static WorkerCheck check(SocketAddress worker) {
        return new WorkerCheck(address(worker), ChannelSecurity.NONE);
    }

    private static Check only(WorkerCheck check) {
        List<Check> checks = check.check();
        assertThat(checks).hasSize(1);
        return checks.get(0);
    }

    private static void assertServes(SocketAddress address) {
        try (var client = new WireClient(CLOCK)) {
            Conversation coordinator = Conversation.with(client, address);
            coordinator.say(new Message.Hello(Message.PROTOCOL_VERSION, "ffffffff"));
            coordinator.hear(Message.Welcome.class);
            coordinator.say(new Message.Close());
            coordinator.hear(Message.Closed.class);
        }
    }

    private static WorkerAddress address(SocketAddress address) {
        var bound = (InetSocketAddress) address;
        return new WorkerAddress("127.0.0.1", bound.getPort());
    }

    private static void answerAsAWebServer(ServerSocket web) {
        try (var connection = web.accept()) {
            connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            // Until the other end has had enough.
            connection.getInputStream().readAllBytes();
        } catch (IOException e) {
            // That is how the other end says so.
            assertThat(e).isNotNull();
        }
    }

    private static WireServer fake(Function<Message, Optional<Message>> answers) {
        return WireServer.bind(ANY_PORT, CLOCK, (Link link) -> new LinkListener() {
            @Override
            public void received(Message message) {
                answers.apply(message).ifPresent(link::send);
            }

            @Override
            public void closed(String reason) {}
        });
    }
}
