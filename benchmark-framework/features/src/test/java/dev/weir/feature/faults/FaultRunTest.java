package dev.weir.feature.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.driver.Doubles;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.SeededIncidentsTest;
import dev.weir.feature.availability.Availability;
import dev.weir.feature.availability.AvailabilityResult;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs on a system in memory whose one broker can be done something to. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class FaultRunTest extends WholeRuns {
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final BrokerFaults brokers = Doubles.of(BrokerFaults.class, this::call);
    private final BrokenDriver driver = new BrokenDriver((client, sequence) -> send());
    private volatile CountDownLatch back = new CountDownLatch(0);
    private volatile boolean startFails;

    /** Sends stand still while their broker is away, as they do when a client's buffer is full. */
    private void send() {
        try {
            assertThat(back.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Object call(String method, Object[] given) {
        if (method.equals("leader")) {
            assertThat((String) given[0]).startsWith("weir-");
            return 7;
        }
        if (method.endsWith("Profiles")) {
            return null;
        }
        calls.add(method + " " + given[0]);
        switch (method) {
            case "kill", "pause" -> back = new CountDownLatch(1);
            case "start", "resume" -> {
                if (startFails && method.equals("start")) {
                    throw new DriverException("broker " + given[0] + " does not start");
                }
                back.countDown();
            }
            default -> {}
        }
        return true;
    }

    @Test
    @ResourceLock(SeededIncidentsTest.PROCESSORS)
    void reportsFaultsOutagesAndRecoveries() {
        RunResult result = run(8, fault(2000, BrokerFault.Action.KILL, 3000));

        assertThat(result.failure()).isEmpty();
        assertThat(calls).containsExactly("kill 7", "start 7");
        assertThat(MiniCluster.events(result)).hasSize(2).containsOnly(EventKind.BROKER_FAULT);
        assertThat(MiniCluster.texts(result, EventKind.BROKER_FAULT))
                .satisfiesExactly(
                        text -> assertThat(text).endsWith(" was killed"),
                        text -> assertThat(text).contains(" serves again, "));
        AvailabilityResult availability = Availability.PART.in(result.weir()).orElseThrow();
        assertThat(availability.resolutionSeconds()).isLessThan(2);
        assertThat(availability.publish().unavailableSeconds()).isGreaterThan(1);
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.UNAVAILABLE)
                .containsAnyOf(FindingCode.RECOVERED_AFTER, FindingCode.NOT_RECOVERED);
        // The schedule goes on: what was due meanwhile was late by as much.
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).maxNanos())
                .isGreaterThan(Duration.ofSeconds(1).toNanos());
        assertThat(result.audit().counts().acknowledged()).isEqualTo(8400);
        assertThat(result.audit().violations().lost()).isZero();
    }

    /** A broker that is still stopped when the load ends is started again. */
    @Test
    void makesTheClusterWholeAgainWhenTheRunIsOver() {
        RunResult result = run(2, restart(1200, 3, 0), restart(100, 1, 600_000));

        assertThat(result.failure()).isEmpty();
        assertThat(calls).hasSize(4).containsSubsequence("stop 1", "start 1").containsSubsequence("stop 3", "start 3");
        assertThat(MiniCluster.events(result)).hasSize(6).containsOnly(EventKind.BROKER_FAULT);
        assertThat(MiniCluster.texts(result, EventKind.BROKER_FAULT))
                .filteredOn(text -> text.startsWith("broker 3 "))
                .extracting(text -> text.replaceFirst(" (after|again).*", ""))
                .containsExactly("broker 3 is stopping", "broker 3 stopped", "broker 3 serves");
    }

    /** The second pause finds its broker away. */
    @Test
    void reportsFaultsThatCannotBeInjectedAndBrokersThatDoNotComeBack() {
        startFails = true;
        RunResult result = run(
                4,
                fault(1000, BrokerFault.Action.PAUSE, 2000),
                fault(2000, BrokerFault.Action.PAUSE, 500),
                restart(1000, 2, 0));

        assertThat(result.failure()).isEmpty();
        assertThat(result.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.FAULT_NOT_DONE)
                .extracting(Reason::severity, Reason::text)
                .containsExactlyInAnyOrder(
                        tuple(
                                Severity.INVALID,
                                "the pause of the leader at 2s for 500ms: broker 7, the leader of the first partition,"
                                        + " has not recovered from the previous fault"),
                        tuple(Severity.DEGRADED, "the restart of broker 2 at 1s for 0s: broker 2 does not start"));
        assertThat(calls).containsExactlyInAnyOrder("pause 7", "resume 7", "stop 2", "start 2");
    }

    @Test
    void refusesFaultsIfTheBrokersAreNotEmbedded() {
        RunResult result = run(1, workload(2, fault(1000, BrokerFault.Action.KILL, 500)), driver);

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure())
                .isEqualTo("nothing can be done to the brokers of broken: remove faults: from the workload, or run it"
                        + " on an embedded cluster");
    }

    private RunResult run(int seconds, BrokerFault... faults) {
        return MiniCluster.undisturbed(() -> {
            calls.clear();
            try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(driver)))) {
                return cluster.run(workload(seconds, faults).build(), DriverConfig.of(BrokenDriver.NAME), brokers);
            }
        });
    }

    private static Workloads workload(int seconds, BrokerFault... faults) {
        return Workloads.small()
                .durations(Duration.ofMillis(400), Duration.ofSeconds(seconds))
                .section(new Faults(), List.of(faults));
    }

    private static BrokerFault restart(long atMillis, int broker, long millis) {
        return new BrokerFault(
                Duration.ofMillis(atMillis),
                OptionalInt.of(broker),
                BrokerFault.Action.RESTART,
                Optional.of(Duration.ofMillis(millis)));
    }

    private static BrokerFault fault(long atMillis, BrokerFault.Action action, long millis) {
        return new BrokerFault(
                Duration.ofMillis(atMillis), OptionalInt.empty(), action, Optional.of(Duration.ofMillis(millis)));
    }
}
