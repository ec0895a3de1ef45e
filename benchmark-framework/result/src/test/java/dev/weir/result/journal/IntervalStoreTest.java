package dev.weir.result.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.Snapshots;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalStoreTest {
    private static final int WORKERS = 3;
    private static final int WARMUP = 7;
    private static final int END = 20;
    private static final long[] LAST = {23, 21, 25};

    @TempDir
    Path folder;

    private final List<Interval> ticks = new ArrayList<>();
    private final List<Interval> intervals = new ArrayList<>();
    private Journal journal;
    private IntervalStore store;
    private long surplus;
    private boolean endsByItself;

    @BeforeEach
    void begin() {
        journal = new Journal(folder.resolve("run"), Snapshots.START);
        store = new IntervalStore(List.of("a", "b", "c"), 2, 5, journal, new IntervalStore.Listener() {
            @Override
            public void tick(Interval tick) {
                ticks.add(tick);
            }

            @Override
            public void interval(Interval interval) {
                intervals.add(interval);
            }

            @Override
            public long surplusDeliveries() {
                return surplus;
            }

            @Override
            public boolean endsByItself() {
                return endsByItself;
            }
        });
        store.phaseBegins(Phase.WARM_UP, 0);
        store.phaseBegins(Phase.MEASUREMENT, WARMUP);
        store.phaseBegins(Phase.SETTLE, END);
    }

    @AfterEach
    void end() {
        journal.close();
    }

    @Test
    void splittingRenamesAPartThatIsPlannedToBeginThere() {
        store.phaseBegins(Phase.MEASUREMENT, 0);
        store.phaseBegins(Phase.SETTLE, 1);
        store.splitPart("retention");
        addToAll(Snapshots.of(0, 10, 1000, true));
        finish();

        assertThat(store.parts()).extracting(PartSummary::part).containsExactly("retention");
    }

    /** 30 messages for two subscriptions: 30 of the 60 deliveries have come, half of them for the second time. */
    @Test
    void duplicatesHideNoBacklogButInOmbsField() {
        surplus = 15;
        store.phaseBegins(Phase.MEASUREMENT, 0);
        store.phaseBegins(Phase.SETTLE, 1);
        addToAll(Snapshots.of(0, 10, 1000, true));
        finish();

        assertThat(ticks.get(0).backlog()).isEqualTo(2 * 30 - (30 - 15));
        assertThat(store.intervals().get(0).backlogMessages()).isEqualTo(2 * 30 - (30 - 15));
        assertThat(store.ombSeries().lists().backlog()).isEqualTo(List.of(2 * 30L - 30));
    }

    /**
     * 3,000 messages are read in the first 2.5 s, none in the next 6.5 s, and 3,000 more until 9.2 s. Then 20.8 s are
     * waited for more: the rate is 6,000 in 9.2 s, and not in 30 s.
     */
    @Test
    void theWaitForMoreMessagesIsNoPartOfALoadThatEndsByItself() {
        endsByItself = true;
        store.phaseBegins(Phase.MEASUREMENT, 0);
        for (int number = 0; number < 30; number++) {
            long begin = Snapshots.START + number * Snapshots.SECOND;
            long messages = number < 3 || number == 9 ? 500 : 0;
            long last = number == 2 ? begin + Snapshots.SECOND / 2 : begin + Snapshots.SECOND / 5;
            for (int worker = 0; worker < WORKERS; worker++) {
                // Only one worker receives the last message.
                long received = worker == 0 ? last : begin;
                var counts = new Counts(0, 0, 0, messages, 0, 0);
                var none = new LatencySet();
                store.add(worker, new Snapshot(number, begin, begin + Snapshots.SECOND, received, counts, none, none));
            }
        }

        assertThat(store.intervals())
                .extracting(IntervalSummary::seconds)
                .containsExactly(2.5, 6.7, 0.0, 0.0, 0.0, 0.0);
        Throughput rates = Throughput.of(store.intervals());
        assertThat(rates.seconds()).isEqualTo(9.2);
        assertThat(rates.deliveredMessagesPerSecond()).isEqualTo(6000 / 9.2);
        assertThat(rates.targetMessagesPerSecond()).isEmpty();
        assertThat(store.parts()).extracting(PartSummary::seconds).containsExactly(9.2);
    }

    @Test
    void anIntervalLastsAsLongAsThoseOfItsWorkersOnAverage() {
        store.phaseBegins(Phase.MEASUREMENT, 0);
        for (int number = 0; number < 5; number++) {
            long at = Snapshots.START + 2L * number * Snapshots.SECOND;
            for (int worker = 0; worker < WORKERS; worker++) {
                long end = at + Snapshots.SECOND + worker * 300_000_000L;
                store.add(
                        worker,
                        new Snapshot(
                                number, at, end, new Counts(10, 10, 0, 10, 0, 0), new LatencySet(), new LatencySet()));
            }
        }

        assertThat(store.intervals()).extracting(IntervalSummary::seconds).containsExactly(5 * (1 + 1.3 + 1.6) / 3);
    }

    /** A worker stood still for the first interval, and takes the snapshots of the second one at once. */
    @Test
    void joinsAnIntervalThatIsMuchTooShortToTheNext() {
        store.phaseBegins(Phase.MEASUREMENT, 0);
        store.joinShorterThan(2_500_000_000L);
        long at = Snapshots.START;
        for (int number = 0; number < 15; number++) {
            long length = number == 4 ? 6_000_000_000L : number > 4 && number < 10 ? 2_000_000 : 1_000_000_000;
            var counts = new Counts(10, 10, 0, 20, 0, 0);
            addToAll(new Snapshot(number, at, at + length, counts, new LatencySet(), new LatencySet()));
            at += length;
        }

        assertThat(store.intervals())
                .extracting(
                        IntervalSummary::seconds,
                        interval -> interval.counts().sends().sent())
                .containsExactly(tuple(10.0, 150L), tuple(5.01, 300L));
    }

    /** The last snapshot of the warm-up was late: two of its messages were due in the measurement. */
    @Test
    void aMessageOfTheMeasurementCountsThereWhicheverSnapshotBringsIt() {
        for (int number = 0; number < END + 1; number++) {
            var measured = new LatencySet();
            if (number == WARMUP - 1) {
                measured.of(Latency.PUBLISH_RESPONSE).values().record(347_000_000, 2);
            } else if (number >= WARMUP) {
                measured.of(Latency.PUBLISH_RESPONSE).values().record(1_000_000, 1);
            }
            addToAll(Snapshots.of(number, new Counts(10, 10, 0, 20, 0, 0), measured));
        }
        finish();

        assertThat(intervals.get(1).phase()).isEqualTo(Phase.WARM_UP);
        assertThat(intervals.get(1).measured().hasAny()).isFalse();
        assertThat(intervals.get(2).phase()).isEqualTo(Phase.MEASUREMENT);
        assertThat(count(intervals.get(2).measured())).isEqualTo(WORKERS * (2 + 5));
        assertThat(intervals.get(2).measured().of(Latency.PUBLISH_RESPONSE).maxNanos())
                .isGreaterThanOrEqualTo(347_000_000);
        assertThat(count(store.measured()))
                .isEqualTo(intervals.stream()
                        .mapToLong(each -> count(each.measured()))
                        .sum())
                .isEqualTo(WORKERS * (2 + END - WARMUP + 1));
    }

    @Test
    void waitsForTheSlowestWorkerUnlessItIsLost() {
        for (int number = 0; number < 3; number++) {
            store.add(0, Snapshots.of(number, 10, 1000, false));
            store.add(2, Snapshots.of(number, 10, 1000, false));
        }
        store.add(1, Snapshots.of(0, 10, 1000, false));
        store.add(1, Snapshots.of(1, 10, 1000, false));
        assertThat(store.ticks()).isEqualTo(2);
        assertThat(ticks).hasSize(2);

        store.gone(1);
        assertThat(store.ticks()).isEqualTo(3);
        store.add(0, Snapshots.of(3, 10, 1000, false));
        assertThat(store.ticks()).isEqualTo(3);
        store.add(2, Snapshots.of(3, 10, 1000, false));
        assertThat(store.ticks()).isEqualTo(4);

        finish();
        assertThat(store.total().sends().sent()).isEqualTo(100);
        assertThat(ticks.get(3).seconds()).isEqualTo(1);
    }

    /**
     * 7 snapshots of warm-up and 13 of measurement in fives, each phase closing with a shorter interval; then settling.
     * Parts add up to the whole.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void mergesTheSameWhateverTheOrderInWhichWorkersReport(long seed) {
        addAll(new SplittableRandom(seed));
        finish();

        assertThat(store.intervals())
                .hasSameSizeAs(intervals)
                .extracting(IntervalSummary::phase)
                .containsExactly("warm-up", "warm-up", "measurement", "measurement", "measurement", "settle");
        assertThat(store.intervals()).extracting(IntervalSummary::seconds).startsWith(5.0, 2.0, 5.0, 5.0, 3.0);
        assertThat(store.intervals())
                .extracting(interval -> interval.counts().sends().sent())
                .startsWith(sent(0, 5), sent(5, 7), sent(7, 12), sent(12, 17), sent(17, 20));

        long whole = sentBy(0, 0, LAST[0]) + sentBy(1, 0, LAST[1]) + sentBy(2, 0, LAST[2]);
        assertThat(store.total().sends().sent()).isEqualTo(whole);
        assertThat(sum(store.intervals().stream().map(IntervalSummary::counts).toList()))
                .isEqualTo(store.total());
        assertThat(sum(ticks.stream().map(Interval::counts).toList())).isEqualTo(store.total());
        long ofWarmup = intervals.stream().mapToLong(i -> count(i.warmup())).sum();
        assertThat(ofWarmup).isEqualTo(sent(0, WARMUP));
        assertThat(ofWarmup + count(store.measured())).isEqualTo(whole);
        assertThat(intervals.stream().mapToLong(i -> count(i.measured())).sum()).isEqualTo(count(store.measured()));
    }

    @Test
    void refusesASnapshotThatIsNotTheNext() {
        store.add(1, snapshot(1, 0));

        assertThatThrownBy(() -> store.add(1, snapshot(1, 2))).hasMessage("snapshot 1 of b must come next, got 2");
        assertThatThrownBy(() -> store.add(1, snapshot(1, 0))).hasMessage("snapshot 1 of b must come next, got 0");
    }

    @Test
    void theBacklogIsWhatSubscriptionsHaveYetToReceive() {
        addToAll(Snapshots.of(0, new Counts(12, 10, 2, 14, 0, 0), new LatencySet()));
        addToAll(Snapshots.of(1, new Counts(1, 1, 0, 50, 0, 0), new LatencySet()));

        // Two subscriptions: 3 workers x (10 x 2 - 14).
        assertThat(ticks.get(0).backlog()).isEqualTo(18);
        assertThat(ticks.get(1).backlog()).as("never negative").isZero();
    }

    @Test
    void isEmptyWhenNothingArrived() {
        finish();

        assertThat(store.intervals()).isEmpty();
        assertThat(store.total()).isEqualTo(Counts.NONE);
    }

    private void finish() {
        store.finish(known -> new LatencySet());
    }

    private void addAll(SplittableRandom random) {
        long[] next = new long[WORKERS];
        List<Integer> unfinished = new ArrayList<>(List.of(0, 1, 2));
        while (!unfinished.isEmpty()) {
            int worker = unfinished.get(random.nextInt(unfinished.size()));
            store.add(worker, snapshot(worker, next[worker]++));
            if (next[worker] == LAST[worker]) {
                unfinished.remove((Integer) worker);
            }
        }
    }

    private static Snapshot snapshot(int worker, long number) {
        return Snapshots.of(number, messages(worker, number), 1000 + number, number >= WARMUP);
    }

    private static long messages(int worker, long number) {
        return 100L * (worker + 1) + number;
    }

    private static long sentBy(int worker, long from, long to) {
        return LongStream.range(from, to)
                .map(number -> messages(worker, number))
                .sum();
    }

    private static long sent(long from, long to) {
        return sentBy(0, from, to) + sentBy(1, from, to) + sentBy(2, from, to);
    }

    private static Counts sum(List<Counts> all) {
        return all.stream().reduce(Counts.NONE, Counts::plus);
    }

    private static long count(LatencySet set) {
        return set.of(Latency.PUBLISH_RESPONSE).count();
    }

    private void addToAll(Snapshot snapshot) {
        for (int worker = 0; worker < WORKERS; worker++) {
            store.add(worker, snapshot);
        }
    }
}
