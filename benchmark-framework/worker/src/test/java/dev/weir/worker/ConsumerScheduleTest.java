package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.Deadline;
import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ConsumerScheduleTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<String> done = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final NavigableMap<Long, List<Callable<Boolean>>> steps = new TreeMap<>();

    @Test
    void carriesOutEachStepWhenItIsDue() throws InterruptedException {
        var clock = new ManualClock(0);
        steps.put(seconds(60), List.of(() -> done.add("b")));
        steps.put(seconds(5), List.of(() -> done.add("a"), () -> done.add("c")));
        var schedule = new ConsumerSchedule(steps, clock, failures::add);

        clock.set(seconds(15));
        schedule.measureFrom(seconds(10));
        await().atMost(MINUTE).until(() -> done.size() == 2);
        schedule.close(Deadline.after(SystemClock.INSTANCE, MINUTE));

        assertThat(done).containsExactlyInAnyOrder("a", "c");
        assertThat(failures).isEmpty();
    }

    @Test
    void carriesOutNoStepThatIsDueAtTheEndOfTheLoadOrLater() {
        var clock = new ManualClock(seconds(5));
        steps.put(seconds(5), List.of(() -> done.add("a")));
        steps.put(seconds(60), List.of(() -> done.add("b")));
        var schedule = new ConsumerSchedule(steps, clock, failures::add);

        schedule.measureFrom(0);
        await().atMost(MINUTE).until(() -> done.size() == 1);
        schedule.endAt(seconds(60));
        clock.set(seconds(60));

        await().atMost(MINUTE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().equals("consumer-schedule")));
        assertThat(done).containsExactly("a");
    }

    @Test
    void reportsWhyAStepCannotBeCarriedOut() {
        steps.put(0L, List.of(() -> {
            throw new DriverException("no such group");
        }));
        var schedule = new ConsumerSchedule(steps, SystemClock.INSTANCE, failures::add);

        schedule.measureFrom(SystemClock.INSTANCE.epochNanos());

        await().atMost(MINUTE).until(() -> !failures.isEmpty());
        assertThat(failures.get(0)).hasMessage("no such group");
    }

    private static long seconds(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
