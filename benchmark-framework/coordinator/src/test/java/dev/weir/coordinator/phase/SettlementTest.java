package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.FakeWorker;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.admin.Admin;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Phase;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The settle phase lasts as long as it announces, on a clock that a snapshot moves on. */
@Timeout(60)
class SettlementTest {
    private static final Pattern ANNOUNCEMENT =
            Pattern.compile("waits up to (\\d+) s for answers, (\\d+) s after the last arrival");

    private static final Duration SILENCE = Duration.ofSeconds(7);
    private static final Duration SNAPSHOT = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock(Duration.ofHours(1).toNanos());
    private final long loadEndNanos = clock.epochNanos();
    private final LastArrival lastArrival = new LastArrival(false);
    private final Reachability answering = new Reachability(stub(Admin.class), clock);
    private final Workers workers = new Workers(
            "run",
            List.of(),
            clock,
            new WireClient(SystemClock.INSTANCE),
            List.of(),
            ProgressListener.NONE,
            change -> {});
    private final Settlement settlement = new Settlement(
            workers, () -> false, lastArrival, clock, new StopRequest(clock), SILENCE, Duration.ZERO, answering);

    private Duration lastArrivalAt = Duration.ZERO;

    @BeforeEach
    void takeSnapshotsWhileTheRunWaits() {
        workers.whileWaiting(() -> {
            // The worker's answer lets the coordinator go on at once.
            workers.send(worker -> new Message.Probe());
            clock.advance(SNAPSHOT);
            boolean arrived = passed().compareTo(lastArrivalAt) <= 0;
            lastArrival.note(
                    Ticks.interval(
                            Phase.SETTLE,
                            clock.epochNanos() - SNAPSHOT.toNanos(),
                            clock.epochNanos(),
                            new Counts(0, 0, 0, arrived ? 1 : 0, 0, 0),
                            new LatencySet()),
                    false,
                    true);
        });
    }

    @AfterEach
    void close() {
        workers.close();
        answering.close();
    }

    @Test
    void endsWhenNothingHasArrivedForAsLongAsAnnounced() throws InterruptedException {
        lastArrivalAt = Duration.ofSeconds(4);

        assertThat(settlement.await()).isTrue();

        assertThat(passed()).isEqualTo(lastArrivalAt.plus(announced(2)));
    }

    @Test
    void waitsForMessagesThatAreBeingSentForAsLongAsAnnounced() {
        try (var worker = new FakeWorker(message -> List.of(new Message.OrderLate("", 0, 0)))) {
            workers.connect(worker.target("still sending"));

            assertThatThrownBy(settlement::await)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessage("not done sending in time: still sending");
        }

        assertThat(passed()).isEqualTo(announced(1));
    }

    private Duration passed() {
        return Duration.ofNanos(clock.epochNanos() - loadEndNanos);
    }

    /** A line shows 60 characters of it on a terminal of 80 columns. */
    @Test
    void theAnnouncementFitsIntoALine() {
        assertThat(settlement.announcement()).hasSizeLessThanOrEqualTo(60);
    }

    /** A time of the announcement: the first or the second one. */
    private Duration announced(int time) {
        Matcher announcement = ANNOUNCEMENT.matcher(settlement.announcement());
        assertThat(announcement.matches()).as(settlement.announcement()).isTrue();
        return Duration.ofSeconds(Long.parseLong(announcement.group(time)));
    }

    /** Methods that return a boolean return true. */
    private static <T> T stub(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null));
    }
}
