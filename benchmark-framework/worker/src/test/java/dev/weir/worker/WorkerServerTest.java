package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.clock.SystemClock;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.plan.RunPlan;
import dev.weir.wire.Conversation;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A worker and a coordinator that says what it likes. */
class WorkerServerTest {
    private static final Message.Hello HELLO = new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d");

    private final WorkerServer worker = WorkerServer.listen(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Drivers.onClassPath(),
            SystemClock.INSTANCE,
            WorkerFacts::ofThisProcess,
            WorkerTerms.STRICT,
            SnapshotListener.NONE);
    private final WireClient client = new WireClient(SystemClock.INSTANCE);

    @AfterEach
    void close() {
        client.close();
        worker.close();
    }

    @Test
    void answersAGreetingWithItsFacts() {
        Message.Welcome welcome = greet().hear(Message.Welcome.class);

        assertThat(welcome.worker().processId())
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(welcome.worker().instance()).isNotBlank();
    }

    @Test
    void rejectsAConnectionWithoutAHello() {
        Conversation coordinator = connect();
        coordinator.say(new Message.Probe());

        assertThat(coordinator.hear(Message.Refused.class).reason())
                .isEqualTo("the first message must be hello, got Probe");
        assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
    }

    @Test
    void refusesAnotherProtocolAndIgnoresWhatFollows() {
        Conversation coordinator = connect();
        coordinator.say(new Message.Hello(999, "0a1b2c3d"));
        coordinator.say(HELLO);

        assertThat(coordinator.hear(Message.Refused.class).reason())
                .contains("speaks protocol version " + Message.PROTOCOL_VERSION, "the coordinator 999");
        assertThat(coordinator.closeReason()).isNotBlank();
        assertThat(greet().hear(Message.class)).isInstanceOf(Message.Welcome.class);
    }

    @Test
    void servesOneCoordinatorAtATime() {
        Conversation first = greet();
        first.hear(Message.Welcome.class);
        Conversation second = connect();
        second.say(new Message.Hello(Message.PROTOCOL_VERSION, "ffffffff"));

        assertThat(second.hear(Message.Refused.class).reason())
                .matches("this worker is busy with run 0a1b2c3d of 127\\.0\\.0\\.1:[0-9]+ since 20[-0-9T:]+Z");
        assertThat(first.isOpen()).isTrue();
        first.say(new Message.Close());
        first.hear(Message.Closed.class);
    }

    /** A campaign's next run greets a worker as soon as it has said that the one before is closed. */
    @Test
    void isFreeAsSoonAsItHasSaidThatEverythingIsClosed() {
        for (int run = 0; run < 40; run++) {
            Conversation coordinator = greet();
            coordinator.hear(Message.Welcome.class);
            coordinator.say(new Message.Close());
            coordinator.hear(Message.Closed.class);
        }
    }

    @Test
    void isFreeAgainWhenItsCoordinatorVanishes() {
        try (var vanishing = new WireClient(SystemClock.INSTANCE)) {
            Conversation coordinator = Conversation.with(vanishing, worker.address());
            coordinator.say(HELLO);
            coordinator.hear(Message.Welcome.class);
            coordinator.say(assign(DriverConfig.of("none")));
        }

        Awaitility.await().until(() -> greet().hear(Message.class) instanceof Message.Welcome);
    }

    static Stream<Arguments> refusedOrders() {
        var properties = Map.of("ssl.keystore.location", "/etc/hostname", "interceptor.classes", "com.example.Any");
        var clients = new ClientConfig(properties, Map.of(), Map.of());
        return Stream.of(
                arguments(
                        assign(DriverConfig.of("java.lang.Object")),
                        "this worker has no driver java.lang.Object, only [none]: start it with --driver-path and the"
                                + " driver's jar"),
                arguments(
                        assign(new DriverConfig("n", "none", TopicConfig.DEFAULT, clients, Map.of())),
                        "this worker takes no orders from the network to read files or to load code:"
                                + " interceptor.classes names com.example.Any: start the worker with"
                                + " --allow-client-classes com.example.Any; ssl.keystore.location names /etc/hostname:"
                                + " start the worker with --allow-client-files and a folder that holds it"),
                arguments(new Message.Start(0, 1, 1, false), "no assignment was sent yet"),
                arguments(new Message.Ready(0, 0, Map.of()), "a worker is not sent Ready"));
    }

    @ParameterizedTest
    @MethodSource("refusedOrders")
    void reportsWhyItRefusesAnOrder(Message order, String reason) {
        Conversation coordinator = greet();
        coordinator.say(order);

        assertThat(coordinator.hear(Message.Failed.class).reason()).isEqualTo(reason);
        assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
    }

    @Test
    void endsItsConnectionsWhenItIsStopped() {
        Conversation coordinator = greet();
        coordinator.hear(Message.Welcome.class);

        worker.close();

        // If the port is closed by then, the reason says that, too.
        assertThat(coordinator.closeReason()).startsWith("the connection was closed by the peer");
    }

    private Conversation connect() {
        return Conversation.with(client, worker.address());
    }

    private Conversation greet() {
        Conversation coordinator = connect();
        coordinator.say(HELLO);
        return coordinator;
    }

    private static Message assign(DriverConfig config) {
        RunPlan plan = RunPlan.of(Workloads.small().build(), config, "0a1b2c3d", 1, Topology.SWARM);
        return new Message.Assign(plan.assignments().get(0), ProducerLocations.NONE);
    }
}
