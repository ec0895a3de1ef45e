package dev.weir.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.clock.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacerTest {
    private final LeftOutMessages leftOut = new LeftOutMessages();
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(START);

    @Test
    void producersTogetherAreUniform() {
        clock.set(START + 2 * SECOND);

        assertThat(sortedOfAll(load(10_000, 2 * SECOND), 7))
                .hasSize(20_000)
                .isEqualTo(every(100_000, START, START + 2 * SECOND));
    }

    @Test
    void changesItsRateWithoutAGapOrABurst() {
        var schedule = new Schedule(START, 1000);
        schedule.changeRate(START + SECOND, 250);
        schedule.changeRate(START + 2 * SECOND, 4000);
        schedule.end(START + 3 * SECOND);
        clock.set(START + 3 * SECOND);

        List<Long> expected = every(1_000_000, START, START + SECOND);
        expected.addAll(every(4_000_000, START + SECOND, START + 2 * SECOND));
        expected.addAll(every(250_000, START + 2 * SECOND, START + 3 * SECOND));
        assertThat(sortedOfAll(schedule, 3)).isEqualTo(expected);
    }

    @Test
    void lateMessagesKeepTheirOwnIntendedTimes() {
        var schedule = new Schedule(START, 100);
        var pacer = pacer(schedule, 0, 1);
        assertThat(awaitNext(pacer)).isTrue();
        assertThat(pacer.intendedNanos()).isEqualTo(START);

        clock.set(START + SECOND);
        for (int i = 1; i <= 100; i++) {
            assertThat(awaitNext(pacer)).isTrue();
            assertThat(pacer.intendedNanos()).isEqualTo(START + i * 10_000_000L);
            assertThat(pacer.nowNanos()).isEqualTo(START + SECOND);
        }
    }

    @Test
    void returnsNothingBeforeItIsDue() {
        var pacer = pacer(new Schedule(START + SECOND, 100), 0, 1);
        FutureTask<Boolean> found = parked(pacer);
        assertThat(found).isNotDone();

        clock.set(START + SECOND);

        assertThat(found).succeedsWithin(LIMIT).isEqualTo(true);
        assertThat(pacer.intendedNanos()).isEqualTo(START + SECOND);
    }

    @ParameterizedTest
    @ValueSource(longs = {SECOND / 2, SECOND})
    void planningAnEarlierEndDropsWhatWasPlannedForLaterOrForTheSameMoment(long nanos) {
        var schedule = new Schedule(START, 1000);
        schedule.changeRate(START + SECOND, 5000);
        schedule.end(START + 2 * SECOND);
        schedule.end(START + nanos);
        clock.set(START + nanos);

        assertThat(intended(pacer(schedule, 0, 1))).isEqualTo(every(1_000_000, START, START + nanos));
    }

    /** A busy host hears of it when some of its time is over: what was sent of that is not sent again. */
    @ParameterizedTest
    @ValueSource(doubles = {1000, 4000})
    void aChangeThatComesLateMakesNothingDueTwice(double rate) {
        var schedule = new Schedule(START, 1000);
        var pacer = pacer(schedule, 0, 1);
        clock.set(START + SECOND);
        for (int i = 0; i <= 1000; i++) {
            assertThat(awaitNext(pacer)).isTrue();
        }

        schedule.changeRate(START + SECOND / 2, rate);
        schedule.end(START + 2 * SECOND);
        clock.set(START + 2 * SECOND);
        long every = Math.round(1e9 / rate);
        assertThat(intended(pacer)).isEqualTo(every(every, START + SECOND + every, START + 2 * SECOND));
    }

    /** Else all requests after it would be made of the parts of two. */
    @ParameterizedTest
    @ValueSource(doubles = {1000, Schedule.UNLIMITED})
    void aRequestIsSentToItsEndBeforeTheRateChanges(double rate) {
        var schedule = new Schedule(START, rate);
        var pacer = new Pacer(schedule, Arrivals.uniform(0, 1, 10), timer(), Pacer.NEVER_SKIP, leftOut);
        clock.set(START + SECOND / 2);
        for (int i = 0; i < 14; i++) {
            assertThat(awaitNext(pacer)).isTrue();
        }

        schedule.changeRate(START, 1000);
        schedule.end(START + SECOND);
        clock.set(START + SECOND);
        List<Long> rest = intended(pacer);

        // Six that belong to the four before, then whole ones, each due at a time of its own.
        assertThat(rest.size() % 10).isEqualTo(6);
        for (int i = 6; i < rest.size(); i += 10) {
            assertThat(rest.subList(i, i + 10)).containsOnly(rest.get(i));
            assertThat(rest.get(i)).isGreaterThan(rest.get(i - 1));
        }
    }

    /**
     * With a message every 10 s, a producer waits for the first message of the next rate long before that begins. An end
     * that comes first has to reach it there.
     */
    @Test
    void anEarlierEndReachesAProducerThatAlreadyWaitsForTheNextRate() {
        var schedule = new Schedule(START, 0.1);
        schedule.changeRate(START + 5 * SECOND, 1000);
        schedule.end(START + 3600 * SECOND);
        var pacer = pacer(schedule, 0, 1);
        assertThat(awaitNext(pacer)).isTrue();
        FutureTask<Boolean> found = parked(pacer);

        schedule.end(START + SECOND);
        clock.set(START + 6 * SECOND);

        assertThat(found).succeedsWithin(LIMIT).isEqualTo(false);
    }

    @Test
    void anEndInThePastEndsAtOnce() {
        var schedule = new Schedule(START, 1000);
        var pacer = pacer(schedule, 0, 1);
        clock.set(START + SECOND);
        assertThat(awaitNext(pacer)).isTrue();

        schedule.end(START - SECOND);

        assertThat(awaitNext(pacer)).isFalse();
        assertThat(pacer.unsent()).isZero();
    }

    @Test
    void sendsOverdueMessagesForASecondOfOvertimeAndThenCountsWhatItLeft() {
        var schedule = load(1000, SECOND);
        clock.set(START + 2 * SECOND);
        assertThat(intended(pacer(schedule, 0, 1))).hasSize(1000);

        clock.set(START + 2 * SECOND + 1);
        List<Pacer> late = List.of(pacer(schedule, 0, 3), pacer(schedule, 1, 3), pacer(schedule, 2, 3));
        assertThat(late).noneMatch(this::awaitNext);
        assertThat(late).extracting(Pacer::unsent).containsExactly(334L, 333L, 333L);
    }

    /** A second's requests are due at once. A sender that needs nine seconds for them has received no shorter load. */
    @Test
    void sendsBurstsForTenSecondsOfOvertime() {
        var pacer =
                new Pacer(load(1000, SECOND), Arrivals.bursts(0, 1, 10, SECOND), timer(), Pacer.NEVER_SKIP, leftOut);
        assertThat(awaitNext(pacer)).isTrue();

        clock.set(START + 11 * SECOND);
        assertThat(awaitNext(pacer)).isTrue();
        clock.set(START + 11 * SECOND + 1);
        assertThat(awaitNext(pacer)).isFalse();

        assertThat(pacer.unsent()).isEqualTo(998);
    }

    /** A system with a tenth of the capacity is still busy with the warm-up when the load should have ended. */
    @Test
    void givesUpAfterTheOvertimeAlsoWhenItIsARateBehind() {
        var schedule = new Schedule(START, 1000);
        schedule.changeRate(START + SECOND, 2000);
        schedule.end(START + 2 * SECOND);
        var pacer = pacer(schedule, 0, 1);
        assertThat(awaitNext(pacer)).isTrue();

        clock.set(START + 3 * SECOND + 1);

        assertThat(awaitNext(pacer)).isFalse();
        assertThat(pacer.unsent()).isEqualTo(999 + 2000);
    }

    @Test
    void refusesAProducerThatIsNotAmongThem() {
        assertThatThrownBy(() -> pacer(load(10, SECOND), 4, 4)).hasMessage("producer must be in [0, 4), got 4");
    }

    @Test
    void skipsLateMessagesAndCountsThoseOfTheMeasurement() {
        var pacer = new Pacer(load(1000, SECOND), Arrivals.uniform(0, 1, 1), timer(), 5_000_000, leftOut);
        clock.set(START + 500_000_000);
        leftOut.boundary = START + 100_000_000;

        assertThat(awaitNext(pacer)).isTrue();

        assertThat(pacer.intendedNanos()).isEqualTo(START + 495_000_000);
        assertThat(pacer.skipped()).isEqualTo(395);
        assertThat(leftOut.intended).isEqualTo(every(1_000_000, START, START + 495_000_000));
        assertThat(pacer.unsent()).isZero();
    }

    /** Here it takes half as long as the time between two messages. */
    @Test
    void theTimeOfSkippingIsNotPartOfTheNextSend() {
        var slow = new LeftOutMessages() {
            @Override
            public void leftOut(long messages, long lastIntendedNanos, long nowNanos) {
                clock.set(nowNanos + 500_000);
            }
        };
        var pacer = new Pacer(load(1000, SECOND), Arrivals.uniform(0, 1, 1), timer(), 5_000_000, slow);
        clock.set(START + 100_000_000);

        assertThat(awaitNext(pacer)).isTrue();

        assertThat(pacer.intendedNanos()).isEqualTo(START + 190_000_000);
        assertThat(pacer.nowNanos()).isEqualTo(START + 195_000_000);
    }

    @Test
    void withoutARateEachMessageIsDueWhenItsProducerIsReady() {
        var schedule = new Schedule(START + SECOND, Schedule.UNLIMITED);
        schedule.end(START + 3 * SECOND);
        var pacer = pacer(schedule, 0, 1);
        clock.set(START + SECOND + 7);

        assertThat(awaitNext(pacer)).isTrue();
        assertThat(pacer.intendedNanos()).isEqualTo(START + SECOND + 7);
        clock.set(START + 3 * SECOND - 1);
        assertThat(awaitNext(pacer)).isTrue();
        assertThat(pacer.intendedNanos()).isEqualTo(START + 3 * SECOND - 1);
        clock.set(START + 3 * SECOND);
        assertThat(awaitNext(pacer)).isFalse();
        assertThat(pacer.unsent()).isZero();
    }

    @Test
    void reportsWhetherTheLoadHasEnded() {
        var schedule = new Schedule(START, 1000);
        schedule.changeRate(START + SECOND, 10);
        schedule.end(START + 2 * SECOND);
        var pacer = pacer(schedule, 0, 1);

        assertThat(pacer.hasEnded(START + 2 * SECOND - 1)).isFalse();
        assertThat(pacer.hasEnded(START + 2 * SECOND)).isTrue();
    }

    /** Against the times at which they were due, one by one: each is reported as due no earlier, and hardly later. */
    @Test
    void reportsWhenUnsentMessagesWereDue() {
        List<Arrivals> all = List.of(
                Arrivals.uniform(1, 3, 1),
                Arrivals.uniform(0, 2, 10),
                Arrivals.bursts(0, 1, 1, SECOND / 4),
                Arrivals.uniform(0, 1, 1));
        long late = START + 20 * SECOND;
        clock.set(late);
        leftOut.boundary = START + SECOND + 123_456_789;
        for (Arrivals arrivals : all) {
            List<Long> due = new ArrayList<>();
            var sends = new Pacer(loadOfTwoRates(30 * SECOND), arrivals, timer(), Pacer.NEVER_SKIP, leftOut);
            while (awaitNext(sends) && sends.intendedNanos() < START + 4 * SECOND) {
                due.add(sends.intendedNanos());
            }
            leftOut.intended.clear();

            var stalled = new Pacer(loadOfTwoRates(4 * SECOND), arrivals, timer(), Pacer.NEVER_SKIP, leftOut);
            assertThat(awaitNext(stalled)).isFalse();

            assertThat(stalled.unsent()).isEqualTo(due.size());
            assertThat(leftOut.intended).hasSameSizeAs(due);
            for (int i = 0; i < due.size(); i++) {
                long told = leftOut.intended.get(i);
                long was = due.get(i);
                assertThat(told).isBetween(was, was + (late - was) / 1000);
                assertThat(told >= leftOut.boundary).isEqualTo(was >= leftOut.boundary);
            }
        }
    }

    private static Schedule load(double rate, long nanos) {
        var schedule = new Schedule(START, rate);
        schedule.end(START + nanos);
        return schedule;
    }

    private static Schedule loadOfTwoRates(long nanos) {
        var schedule = new Schedule(START, 1000);
        schedule.changeRate(START + 2 * SECOND, 300);
        schedule.end(START + nanos);
        return schedule;
    }

    private Pacer pacer(Schedule schedule, int producer, int producers) {
        return new Pacer(schedule, Arrivals.uniform(producer, producers, 1), timer(), Pacer.NEVER_SKIP, leftOut);
    }

    private SendTimer timer() {
        return new SendTimer(clock, new PacingPrecision(0, 0));
    }

    private boolean awaitNext(Pacer pacer) {
        return pacer.awaitNext(clock.epochNanos());
    }

    /** Awaits the next message in a thread that has already looked at the clock. */
    private FutureTask<Boolean> parked(Pacer pacer) {
        var found = new FutureTask<>(() -> awaitNext(pacer));
        var thread = new Thread(found, "pacer");
        thread.start();
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return found;
    }

    private List<Long> sortedOfAll(Schedule schedule, int producers) {
        return IntStream.range(0, producers)
                .boxed()
                .flatMap(producer -> intended(pacer(schedule, producer, producers)).stream())
                .sorted()
                .toList();
    }

    private List<Long> intended(Pacer pacer) {
        List<Long> intended = new ArrayList<>();
        while (awaitNext(pacer)) {
            intended.add(pacer.intendedNanos());
        }
        return intended;
    }

    private static List<Long> every(long nanos, long from, long to) {
        List<Long> times = new ArrayList<>();
        for (long time = from; time < to; time += nanos) {
            times.add(time);
        }
        return times;
    }

    /** When each message was due at the latest. */
    static class LeftOutMessages implements Pacer.LeftOut {
        private final List<Long> intended = new ArrayList<>();
        private long boundary = Long.MAX_VALUE;

        @Override
        public long boundaryNanos() {
            return boundary;
        }

        @Override
        public void leftOut(long messages, long lastIntendedNanos, long nowNanos) {
            intended.addAll(Collections.nCopies((int) messages, lastIntendedNanos));
        }
    }
}
