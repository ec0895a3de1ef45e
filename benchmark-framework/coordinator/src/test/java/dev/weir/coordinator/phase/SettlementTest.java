package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.ManualClock;
import dev.weir.coordinator.FakeWorker;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.WorkerLinks;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.EmptyAdmin;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settle phase lasts as long as it announces, on a clock that a snapshot moves on. */
@Timeout(60)
class SettlementTest {
    private static final Pattern ANNOUNCEMENT =
            Pattern.compile("waits up to (\\d+) s for answers, (\\d+) s after the last arrival");

    private static final Duration SNAPSHOT = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock(Duration.ofHours(1).toNanos());
    private final long loadEndNanos = clock.epochNanos();
    private final LastArrival lastArrival = new LastArrival(false);
    private final Reachability answering = new Reachability(new EmptyAdmin(), clock);
    private final Workers workers = WorkerLinks.none(clock);
    private final Settlement settlement = new Settlement(
            workers,
            () -> false,
            lastArrival,
            clock,
            new StopRequest(clock),
            Duration.ofSeconds(7),
            Duration.ZERO,
            answering);

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

        assertThat(settlement.await().hasEnded()).isTrue();

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

    /** A worker was lost, and others take over within a minute. The load ends at 0 s; snapshots come once a second. */
    @ParameterizedTest(name = "a loss at {0} s, the last arrival at {1} s: until {2} s")
    @CsvSource({
        // The take-over in full, and then the usual silence.
        "0, 0, 63",
        "-10, 0, 53",
        "-59, 0, 4",
        // Only the usual silence when the take-over has ended before.
        "-60, 0, 3",
        "-500, 0, 3",
        // A message does not end the take-over.
        "0, 2, 63",
        "0, 40, 63",
        "0, 60, 63",
        // The usual silence after a message that comes later.
        "0, 61, 64",
        "0, 62, 65",
        "-500, 2, 5"
    })
    void waitsForTheTakeOverInFullAndThenForTheUsualSilence(int lostAt, int lastArrivalAt, int endsAt) {
        int second = 0;
        Duration quiet = Duration.ZERO;

        while (quiet.compareTo(Settlement.silence(
                        Duration.ofSeconds(3), Duration.ofSeconds(second - lostAt), Duration.ofMinutes(1), quiet))
                < 0) {
            second++;
            quiet = second == lastArrivalAt ? Duration.ZERO : quiet.plusSeconds(1);
        }

        assertThat(second).isEqualTo(endsAt);
    }

    @Test
    void aShareGroupHasTimeToFormBeforeItsTopicCountsAsRead() {
        assertThat(secondsUntilLongAgo(new LastArrival(false), 0)).isEqualTo(6);
        assertThat(secondsUntilLongAgo(new LastArrival(true), 0)).isEqualTo(31);
        assertThat(secondsUntilLongAgo(new LastArrival(true), 10)).isEqualTo(16);
    }

    /** @param arrivalAt when a message arrives, in seconds; 0: never */
    private int secondsUntilLongAgo(LastArrival arrivals, int arrivalAt) {
        arrivals.measurementBegins();
        int second = 0;
        while (!arrivals.isLongAgo()) {
            Counts counts = new Counts(0, 0, 0, ++second == arrivalAt ? 1 : 0, 0, 0);
            arrivals.note(Ticks.second(Phase.MEASUREMENT, second, counts), false, true);
        }
        return second;
    }
}
