package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Deadline;
import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.exception.DriverException;
import dev.weir.plan.ConsumerRole;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LaterConsumersTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void opensEachKindWhenItIsDue() throws InterruptedException {
        var clock = new ManualClock(0);
        var later = new LaterConsumers(
                List.of(
                        role("tail", OptionalLong.empty()),
                        role("b", after(60)),
                        role("a", after(5)),
                        role("c", after(5))),
                clock,
                this::open,
                failures::add);

        clock.set(Duration.ofSeconds(15).toNanos());
        later.measureFrom(Duration.ofSeconds(10).toNanos());
        await().atMost(MINUTE).until(() -> opened.equals(List.of("a", "c")));
        later.close(Deadline.after(SystemClock.INSTANCE, MINUTE));

        assertThat(opened).containsExactly("a", "c");
        assertThat(failures).isEmpty();
    }

    @Test
    void tellsWhyOneCannotBeOpened() {
        var later = new LaterConsumers(
                List.of(role("a", after(0))),
                SystemClock.INSTANCE,
                roles -> {
                    throw new DriverException("no such group");
                },
                failures::add);

        later.measureFrom(SystemClock.INSTANCE.epochNanos());

        await().atMost(MINUTE).until(() -> !failures.isEmpty());
        assertThat(failures.get(0)).hasMessage("no such group");
    }

    private void open(List<ConsumerRole> roles) {
        Stream.of(roles).flatMap(List::stream).map(role -> role.kind().name()).forEach(opened::add);
    }

    private static OptionalLong after(int seconds) {
        return OptionalLong.of(Duration.ofSeconds(seconds).toNanos());
    }

    private static ConsumerRole role(String name, OptionalLong startAfterNanos) {
        return new ConsumerRole(
                0,
                name,
                "topic",
                1,
                0,
                "group",
                ReadFrom.END,
                new Subscription(name, 1, StartPosition.LATEST, startAfterNanos, 0, Map.of()));
    }
}
