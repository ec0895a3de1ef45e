package dev.weir.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.WorkersFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are found by a DNS name. */
class WorkerLookupTest {
    private final ManualClock clock = new ManualClock(0);
    private final Problems problems = new Problems();
    private final List<String> printed = new ArrayList<>();

    @Test
    void findsAWorkerAtEachAddressInTheirOrder() {
        WorkerLookup lookup = lookup(name -> addresses("10.0.0.200", "10.0.0.3", "9.255.0.1"));

        List<WorkerAddress> found = WorkersFile.addresses("a:1,dns:Workers.lab:8080", "-w", lookup::find, problems);

        assertThat(found)
                .map(WorkerAddress::toString)
                .containsExactly("a:1", "9.255.0.1:8080", "10.0.0.3:8080", "10.0.0.200:8080");
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void connectsToTheAddressAndExpectsACertificateOfTheName() {
        WorkerAddress worker = lookup(name -> addresses("10.0.0.3"))
                .find("dns:workers.lab:8080")
                .orElseThrow()
                .get(0);

        assertThat(worker.socketAddress().getHostString()).isEqualTo("workers.lab");
        assertThat(worker.socketAddress().getAddress().getHostAddress()).isEqualTo("10.0.0.3");
        assertThat(worker.name()).isEqualTo("workers.lab");
    }

    @Test
    void countsAHostWithAddressesOfBothFamiliesOnce() {
        assertThat(lookup(name -> addresses("fd00::3", "10.0.0.3")).find("dns:w:1"))
                .contains(List.of(new WorkerAddress("10.0.0.3", 1, "w")));
        assertThat(lookup(name -> addresses("fd00::3", "fd00::2"))
                        .find("dns:w:1")
                        .orElseThrow())
                .map(WorkerAddress::toString)
                .containsExactly("[fd00:0:0:0:0:0:0:2]:1", "[fd00:0:0:0:0:0:0:3]:1");
    }

    @Test
    void waitsUntilTheNameHasTheExpectedNumberOfAddresses() {
        WorkerLookup lookup = lookup(
                name -> switch ((int) Duration.ofNanos(clock.epochNanos()).toSeconds()) {
                    case 0 -> throw new UnknownHostException(name);
                    case 1 -> addresses("10.0.0.1");
                    case 2 -> addresses("10.0.0.1", "10.0.0.2", "10.0.0.9");
                    default -> addresses("10.0.0.2", "10.0.0.1");
                });

        assertThat(lookup.find("dns:w:1/2").orElseThrow())
                .map(WorkerAddress::host)
                .containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(clock.epochNanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void reportsHowManyAddressesThereAreAtTheEndOfTheWait() {
        assertThat(lookup(name -> addresses("10.0.0.1")).find("dns:w:1/2")).contains(List.of());

        assertThat(errors())
                .containsExactly("-w: dns:w:1/2: after 30m, DNS has 1 address (10.0.0.1) for w: are all workers ready,"
                        + " and is the count right?");
        assertThat(clock.epochNanos()).isEqualTo(WorkerLookup.LIMIT.toNanos());
    }

    @Test
    void reportsANameWithoutAddressesAtOnceIfThereIsNoCount() {
        assertThat(lookup(name -> {
                            throw new UnknownHostException(name);
                        })
                        .find("dns:wrong.lab:8080"))
                .contains(List.of());

        assertThat(errors())
                .containsExactly("-w: dns:wrong.lab:8080: DNS has no address for wrong.lab: check the name, or add"
                        + " /COUNT to wait up to 30m until so many workers are ready");
        assertThat(clock.epochNanos()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dns:",
                "dns:w",
                "dns:w:0",
                "dns:w:70000",
                "dns:w:1/0",
                "dns:w:1/",
                "dns:w:1/x",
                "dns:w:1*8",
                "dns:-:1",
                "dns::8080",
                "dns://w:1"
            })
    void refusesOtherForms(String entry) {
        assertThat(lookup(name -> addresses("10.0.0.1")).find(entry)).contains(List.of());

        assertThat(errors())
                .singleElement()
                .asString()
                .startsWith("-w: must be dns:NAME:PORT or dns:NAME:PORT/COUNT")
                .endsWith("got " + entry);
    }

    @Test
    void doesNotWaitIfAnotherOptionIsWrong() {
        problems.error("-x", "is wrong");

        assertThat(lookup(name -> addresses()).find("dns:w:1/2")).contains(List.of());

        assertThat(clock.epochNanos()).isZero();
        assertThat(errors()).containsExactly("-x: is wrong");
    }

    @Test
    void findsThisHostWithTheSystemsResolver() {
        assertThat(WorkerLookup.ofSystem(printed::add, problems).find("dns:localhost:8080"))
                .contains(List.of(new WorkerAddress("127.0.0.1", 8080, "localhost")));
    }

    private WorkerLookup lookup(WorkerLookup.Resolver resolver) {
        return new WorkerLookup(
                resolver, clock, nanos -> clock.advance(Duration.ofNanos(nanos)), printed::add, problems);
    }

    private List<String> errors() {
        return problems.errors().stream().map(Problem::toString).toList();
    }

    private static InetAddress[] addresses(String... texts) throws UnknownHostException {
        var addresses = new InetAddress[texts.length];
        for (int i = 0; i < texts.length; i++) {
            addresses[i] = InetAddress.getByName(texts[i]);
        }
        return addresses;
    }
}
