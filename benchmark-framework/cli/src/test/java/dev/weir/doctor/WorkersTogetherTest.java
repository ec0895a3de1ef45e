package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockSpread;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.MiniCluster;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.driver.loading.Drivers;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.WorkerAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several workers on made-up hosts. */
class WorkersTogetherTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Pattern APART = Pattern.compile("at most ([\\d.]+) ms apart .* bound ([\\d.]+) ms");

    private final List<WorkerServer> servers = new ArrayList<>();
    private final MadeUpHost here = host("coordinator", "boot-0");

    @AfterEach
    void stopWorkers() {
        servers.forEach(WorkerServer::close);
    }

    @Test
    void reportsTheLoadOfEachHostOnce() {
        MadeUpHost busy = host("client-1", "boot-1");
        busy.loadPerCore = OptionalDouble.of(5.95);
        here.loadPerCore = OptionalDouble.of(3);

        List<Diagnosis> found = diagnoses(worker(busy, CLOCK), worker(busy, CLOCK), worker(here, CLOCK));

        assertThat(found.get(0).checks())
                .filteredOn(check -> check.name().equals("load"))
                .singleElement()
                .satisfies(load -> {
                    assertThat(load.verdict()).isEqualTo(CheckOutcome.FAIL);
                    assertThat(load.found()).startsWith("the load average of the last minute is 6.0 for each core");
                });
        assertThat(found.subList(1, found.size()))
                .flatExtracting(Diagnosis::checks)
                .noneMatch(check -> check.name().equals("load"));
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

        assertThat(found)
                .flatExtracting(Diagnosis::checks)
                .filteredOn(check -> check.name().equals("governor"))
                .singleElement()
                .satisfies(check -> {
                    assertThat(check.verdict()).isEqualTo(CheckOutcome.WARN);
                    assertThat(check.found()).endsWith(" (" + one.address() + ", " + other.address() + ")");
                });
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
        var uncertain = new ClockSpread("a", "b", 0, 2_000_000);
        assertThat(WorkersTogether.judge(uncertain, true).verdict()).isEqualTo(CheckOutcome.OK);
        assertThat(WorkersTogether.judge(uncertain, false).verdict()).isEqualTo(CheckOutcome.WARN);
    }

    @Test
    void comparesNoClocksOfOneWorker() {
        assertThat(diagnoses(worker(host("client-1", "boot-1"), CLOCK))).hasSize(1);
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
        int port = ((InetSocketAddress) server.address()).getPort();
        return new WorkerCheck(new WorkerAddress("127.0.0.1", port), ChannelSecurity.NONE);
    }

    private static MadeUpHost host(String name, String bootId) {
        var host = new MadeUpHost();
        host.name = name;
        host.bootId = Optional.of(bootId);
        return host;
    }

    @ParameterizedTest
    @CsvSource({"50000, bound 0.050 ms", "50001, bound 0.050 ms: runs correct for it"})
    void acceptsOffsetsThatRunsCorrect(long apartNanos, String end) {
        Check check = WorkersTogether.judge(new ClockSpread("a:1", "b:1", apartNanos, 50_000), false);

        assertThat(check.verdict()).isEqualTo(CheckOutcome.OK);
        assertThat(check.found()).endsWith(end);
    }

    @ParameterizedTest
    @CsvSource({"500000, 500000, OK", "500000, 500001, WARN"})
    void saysThatTheNetworkHidesHowTheyDiffer(long oneBoundNanos, long otherBoundNanos, CheckOutcome verdict) {
        Check check =
                WorkersTogether.judge(new ClockSpread("a:1", "b:1", 1_000, oneBoundNanos + otherBoundNanos), false);

        assertThat(check.verdict()).isEqualTo(verdict);
        assertThat(check.found()).startsWith("at most 0.001 ms apart (a:1 and b:1), bound 1.000 ms");
    }
}
