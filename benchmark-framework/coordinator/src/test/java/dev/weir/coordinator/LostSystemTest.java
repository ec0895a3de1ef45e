package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.workload.Workloads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs whose system does not answer any longer when the load ends: messages stay under way, and topics stay. */
@Order(1)
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class LostSystemTest extends WholeRuns {
    /** Before, such a run waited for 150 s for its messages, and for 120 s for its topics. */
    private static final double MAX_SECONDS = 100;

    /** Of each producer, in the middle of the measurement: the warm-up has 200, the measurement 500. */
    private static final long FIRST_LOST = 400;

    private final AtomicBoolean lost = new AtomicBoolean();
    private final AtomicBoolean answers = new AtomicBoolean(true);
    private final List<String> asked = new CopyOnWriteArrayList<>();

    @Test
    void endsSoonAndSaysWhichTopicsMayBeLeft() {
        RunResult result = run(false);

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure())
                .isEqualTo("no broker has answered for 30 s after the load: what became of the messages that were under"
                        + " way is unknown");
        assertThat(result.audit().complete()).isFalse();
        assertThat(result.reasons())
                .filteredOn(reason -> reason.code() == ReasonCode.LEFT_ON_CLUSTER)
                .extracting(Reason::text)
                .singleElement()
                .asString()
                .startsWith("no broker answers, so these topics could not be deleted: weir-");
        assertThat(asked).doesNotContain("deleteTopics");
        assertThat(result.weir().course().phases().stream()
                        .filter(span ->
                                Set.of(Phase.SETTLE.key(), Phase.CLOSE.key()).contains(span.phase()))
                        .mapToDouble(PhaseSpan::seconds)
                        .sum())
                .isLessThan(MAX_SECONDS);
    }

    /** As after a restart: nothing is given up. */
    @Test
    void deletesItsTopicsWhenTheSystemAnswersAgain() {
        RunResult result = run(true);

        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.LEFT_ON_CLUSTER);
        assertThat(asked).contains("deleteTopics");
    }

    /** Producers that block until they are closed count what they leave out only then, after the wait for them is over. */
    @Test
    void countsMessagesThatBlockedProducersDidNotSend() {
        RunResult result = run(
                1,
                Workloads.small().endless(Duration.ofMillis(400)),
                Map.of("stallAtMessage", "250", "stallMillis", "600000"),
                (coordinator, tick) -> {
                    if (tick.phase() == Phase.MEASUREMENT
                            && tick.counts().sends().sent() == 0) {
                        coordinator.interrupt();
                    }
                });

        assertThat(result.failure()).isEmpty();
        long unsent = result.weir().load().unsent().orElseThrow();
        assertThat(unsent).isPositive();
        assertThat(result.weir().clients().producers().stream()
                        .mapToLong(ProducerResult::unsent)
                        .sum())
                .isEqualTo(unsent);
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.LATENCIES_CENSORED);
    }

    /**
     * Its last messages are never acknowledged if the system does not come back.
     *
     * @param comesBack whether it answers again when it was asked a few times
     */
    private RunResult run(boolean comesBack) {
        DriverFactory losing = WrappedNone.factory("losing", () -> new WrappedNone(Map.of()) {
            @Override
            public Admin openAdmin() {
                return admin(super.openAdmin(), comesBack);
            }

            @Override
            public Producer openProducer(ProducerSpec spec, SendListener listener) {
                return asking(
                        (key, value, sequence) -> {
                            if (sequence >= FIRST_LOST) {
                                lost.set(!comesBack);
                                answers.set(false);
                            }
                            return !lost.get();
                        },
                        super.openProducer(spec, listener));
            }
        });
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(losing)))) {
            return cluster.run(Workloads.small().build(), DriverConfig.of("losing"));
        }
    }

    private Admin admin(Admin admin, boolean comesBack) {
        return (Admin) Proxy.newProxyInstance(
                LostSystemTest.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    asked.add(method.getName());
                    if (method.getName().equals("isReachable")) {
                        boolean again =
                                asked.stream().filter("isReachable"::equals).count() > 3;
                        return answers.get() || (comesBack && again);
                    }
                    try {
                        return method.invoke(admin, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
