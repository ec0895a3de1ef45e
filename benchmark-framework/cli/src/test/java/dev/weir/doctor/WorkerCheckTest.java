package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockOffset;
import dev.weir.clock.ClockSpread;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.FakeWorker;
import dev.weir.coordinator.MiniCluster;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.driver.FreePort;
import dev.weir.driver.loading.Drivers;
import dev.weir.wire.Conversation;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.WorkerAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers as a check meets them, and several workers on made-up hosts. */
class WorkerCheckTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Pattern APART = Pattern.compile("at most ([\\d.]+) ms apart .* bound ([\\d.]+) ms");

    private final List<WorkerServer> servers = new ArrayList<>();
    private final MadeUpHost here = host("coordinator", "boot-0");

    @AfterEach
    void stopWorkers() {
        servers.forEach(WorkerServer::close);
    }

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
        }
    }

    @Test
    void warnsOfABusyWorkerAndLeavesItsRunAlone() {
        try (var worker = MiniCluster.listen(WorkerTerms.STRICT);
                var client = new WireClient(CLOCK)) {
            Conversation run = Conversation.with(client, worker.address());
            run.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
            run.hear(Message.Welcome.class);

            Check check = only(check(worker.address()).check());

            assertThat(check.verdict()).isEqualTo(CheckOutcome.WARN);
            assertThat(check.found()).contains("busy with run 0a1b2c3d");
            run.say(new Message.Close());
            run.hear(Message.Closed.class);
        }
    }

    @Test
    void failsIfNoProcessListens() {
        int port = FreePort.choose();

        Check check = only(check(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .check());

        assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(check.found()).startsWith("no process answers: ");
        assertThat(check.remedy())
                .startsWith("is bin/benchmark-worker running there?")
                .endsWith("bin/benchmark-worker --port " + port);
    }

    @Test
    void failsWhereAnotherVersionRefusesOrSaysSomethingElse() {
        var refusal = new Message.Refused("this worker speaks protocol version 1, the coordinator 2");
        try (var worker = new FakeWorker(message -> List.of(refusal));
                var other = new FakeWorker(message -> List.of(new Message.Ready(0, 0, Map.of())))) {
            Check check = only(check(worker.target("w").address()).check());

            assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
            assertThat(check.found()).isEqualTo(refusal.reason());
            assertThat(check.remedy()).contains("the same weir.tar.gz");
            assertThat(only(check(other.target("w").address()).check()).found())
                    .isEqualTo("it says Ready where another message was expected");
        }
    }

    @Test
    @Timeout(60)
    void failsWhereSomethingElseListens() throws IOException, InterruptedException {
        try (var web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var server = new Thread(() -> answerAsAWebServer(web), "web-server");
            server.start();

            Check check = only(check(web.getLocalSocketAddress()).check());

            assertThat(check.verdict()).isEqualTo(CheckOutcome.FAIL);
            assertThat(check.found()).startsWith("a process answers, but is no worker of this version: ");
            server.join();
        }
    }

    @Test
    void warnsWhenAWorkerDoesNotEndItsSession() {
        var welcome = new Message.Welcome(WorkerFacts.ofThisProcess());
        try (var worker = new FakeWorker(message -> message instanceof Message.Hello ? List.of(welcome) : List.of())) {
            List<Check> checks = new WorkerCheck(
                            address(worker.target("w").address()), ChannelSecurity.NONE, Duration.ofSeconds(5))
                    .check();

            assertThat(checks.get(checks.size() - 1).name()).isEqualTo("session");
            assertThat(checks.get(checks.size() - 1).verdict()).isEqualTo(CheckOutcome.WARN);
        }
    }

    @Test
    void reportsTheLoadOfEachHostOnce() {
        MadeUpHost busy = host("client-1", "boot-1");
        busy.loadPerCore = OptionalDouble.of(5.95);
        here.loadPerCore = OptionalDouble.of(3);

        List<Diagnosis> found = diagnoses(worker(busy, CLOCK), worker(busy, CLOCK), worker(here, CLOCK));

        Check load = only(found, "load");
        assertThat(found.get(0).checks()).contains(load);
        assertThat(load.verdict()).isEqualTo(CheckOutcome.FAIL);
        assertThat(load.found()).startsWith("the load average of the last minute is 6.0 for each core");
    }

    @Test
    void reportsAWarningOfSeveralWorkersOnceWithTheirNames() {
        MadeUpHost slow = host("client-1", "boot-1");
        MadeUpHost alike = host("client-2", "boot-2");
        slow.governor = Optional.of("powersave");
        alike.governor = slow.governor;
        WorkerCheck one = worker(slow, CLOCK);
        WorkerCheck other = worker(alike, CLOCK);

        List<Diagnosis> found = diagnoses(one, other);

        Check governor = only(found, "governor");
        assertThat(governor.verdict()).isEqualTo(CheckOutcome.WARN);
        assertThat(governor.found()).endsWith(" (" + one.address() + ", " + other.address() + ")");
        assertThat(found.get(2).subject()).isEqualTo("workers together");
    }

    @Test
    void repeatsNoWarningOfThisHostForAWorkerOnIt() {
        here.governor = Optional.of("powersave");

        assertThat(diagnoses(worker(here, CLOCK)))
                .flatExtracting(Diagnosis::checks)
                .noneMatch(check -> check.name().equals("governor"));
    }

    @Test
    void comparesTheClocksOfHosts() {
        Clock ahead = () -> CLOCK.epochNanos() + 2_000_000_000;
        WorkerCheck one = worker(host("client-1", "boot-1"), CLOCK);

        List<Diagnosis> found = diagnoses(one, worker(host("client-2", "boot-2"), ahead));

        Check clocks = found.get(2).checks().get(0);
        Matcher said = APART.matcher(clocks.found());
        assertThat(said.find()).as(clocks.found()).isTrue();
        // A busy machine lets it be known less well.
        assertThat(Double.parseDouble(said.group(1)))
                .isCloseTo(2000, within(Double.parseDouble(said.group(2)) + 0.001));
        assertThat(clocks.found()).contains(one.address().toString());
    }

    @Test
    void workersOnOneHostHaveOneClock() {
        MadeUpHost host = host("client-1", "boot-1");

        List<Diagnosis> found = diagnoses(worker(host, CLOCK), worker(host, CLOCK));

        assertThat(found.get(2).checks()).singleElement().satisfies(clocks -> {
            assertThat(clocks.verdict()).isEqualTo(CheckOutcome.OK);
            assertThat(clocks.found()).endsWith(": the workers are on one host, which has one clock");
        });
        assertThat(WorkersTogether.judge(new ClockSpread("a", "b", 0, 2_000_000), true)
                        .verdict())
                .isEqualTo(CheckOutcome.OK);
    }

    @Test
    void comparesNoClocksOfOneWorker() {
        assertThat(diagnoses(worker(host("client-1", "boot-1"), CLOCK))).hasSize(1);
    }

    /** Up to 1 ms, runs correct for it. */
    @ParameterizedTest
    @CsvSource({
        "50000, 50000, OK, 'at most 0.050 ms apart (a:1 and b:1), bound 0.050 ms'",
        "50001, 50000, OK, 'at most 0.050 ms apart (a:1 and b:1), bound 0.050 ms: runs correct for it'",
        "1000, 1000000, OK, 'at most 0.001 ms apart (a:1 and b:1), bound 1.000 ms'",
        "1000, 1000001, WARN, 'at most 0.001 ms apart (a:1 and b:1), bound 1.000 ms: end-to-end times can be wrong by that"
                + " bound, and runs will be marked DEGRADED'"
    })
    void warnsIfTheErrorBoundOfTheClocksIsAbove1Ms(
            long apartNanos, long boundNanos, CheckOutcome verdict, String found) {
        Check check = WorkersTogether.judge(new ClockSpread("a:1", "b:1", apartNanos, boundNanos), false);

        assertThat(check.verdict()).isEqualTo(verdict);
        assertThat(check.found()).isEqualTo(found);
    }

    private List<Diagnosis> diagnoses(WorkerCheck... workers) {
        List<Diagnosis> found = new ArrayList<>();
        for (WorkerCheck worker : workers) {
            found.add(new Diagnosis(worker.subject(), worker.check()));
        }
        var thisHost = new Diagnosis("this host", HostChecks.of(here.facts(), false));
        return WorkersTogether.diagnoses(List.of(workers), found, here.facts(), thisHost);
    }

    private WorkerCheck worker(MadeUpHost host, Clock clock) {
        WorkerFacts facts = WorkerFacts.ofThisProcess();
        WorkerServer server = MiniCluster.listen(
                Drivers.onClassPath(),
                clock,
                () -> new WorkerFacts(
                        facts.instance(),
                        facts.processId(),
                        facts.version(),
                        facts.jvmArguments(),
                        host.facts(),
                        facts.calibration()),
                WorkerTerms.STRICT);
        servers.add(server);
        return check(server.address());
    }

    private static Check only(List<Diagnosis> diagnoses, String name) {
        return only(diagnoses.stream()
                .flatMap(diagnosis -> diagnosis.checks().stream())
                .filter(check -> check.name().equals(name))
                .toList());
    }

    private static MadeUpHost host(String name, String bootId) {
        var host = new MadeUpHost();
        host.name = name;
        host.bootId = Optional.of(bootId);
        return host;
    }

    private static WorkerCheck check(SocketAddress worker) {
        return new WorkerCheck(address(worker), ChannelSecurity.NONE);
    }

    private static Check only(List<Check> checks) {
        assertThat(checks).hasSize(1);
        return checks.get(0);
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
}
