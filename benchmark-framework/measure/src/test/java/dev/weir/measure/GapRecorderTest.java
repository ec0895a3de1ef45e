package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GapRecorderTest {
    private static final long SECOND = 1_000_000_000;
    private static final long START = 1_700_000_000 * SECOND;

    private final GapRecorder gaps = new GapRecorder(2, false);

    @Test
    void aGapBeginsWhenAMessageWaits() {
        gaps.progress(0, START - 1, START);
        gaps.progress(0, START + SECOND, START + 4 * SECOND);

        assertThat(gaps.take(START + 5 * SECOND))
                .containsExactly(new Gap(0, START, START + SECOND, START + 4 * SECOND, true));
        assertThat(gaps.take(START + 5 * SECOND)).isEmpty();
    }

    /** It was sent while others were acknowledged. */
    @Test
    void aGapBeginsWithTheLastProgressIfAMessageWaitedBefore() {
        gaps.progress(0, START - 1, START);
        gaps.progress(0, START - SECOND, START + 2 * SECOND);

        assertThat(gaps.take(START + 3 * SECOND)).containsExactly(new Gap(0, START, START, START + 2 * SECOND, true));
    }

    @Test
    void aMessageThatIsAnsweredAtOnceHasNotWaitedHoweverLongTheGap() {
        gaps.progress(0, START - 1, START);
        gaps.progress(0, START + 30 * SECOND, START + 30 * SECOND + 1_000_000);

        assertThat(gaps.take(START + 31 * SECOND)).isEmpty();
    }

    /** Each message takes 5 s, but others are acknowledged all the time. */
    @Test
    void longLatenciesAreNoGaps() {
        for (long now = START; now < START + 10 * SECOND; now += 1_000_000) {
            gaps.progress(0, now - 5 * SECOND, now);
        }

        // Only the first one: nothing was acknowledged before it.
        assertThat(gaps.take(START + 10 * SECOND)).extracting(Gap::toNanos).containsExactly(START);
    }

    @Test
    void partitionsHaveGapsOfTheirOwn() {
        gaps.progress(0, START - 1, START);
        gaps.progress(1, START - 1, START);
        for (long now = START; now < START + 3 * SECOND; now += 100_000_000) {
            gaps.progress(0, now - 1, now);
        }
        gaps.progress(1, START + 1, START + 3 * SECOND);
        gaps.progress(-1, START + 1, START + 3 * SECOND);
        gaps.progress(2, START + 1, START + 3 * SECOND);

        assertThat(gaps.take(START + 3 * SECOND)).extracting(Gap::partition).containsExactly(1);
    }

    /** After an outage, a client whose first message is a recent one is acknowledged first. */
    @Test
    void theMessageThatHasWaitedForLongestCounts() {
        gaps.progress(0, START - 1, START);
        gaps.progress(0, START + 2 * SECOND, START + 3 * SECOND);
        gaps.progress(0, START + SECOND, START + 3 * SECOND + 1_000);

        assertThat(gaps.take(START + 4 * SECOND)).extracting(Gap::waitingNanos).containsExactly(START + SECOND);
    }

    /** All messages expire after 2 s; those that are sent afterwards are acknowledged at once. */
    @Test
    void messagesThatAreGivenUpHaveWaited() {
        gaps.progress(0, START - 1, START);
        for (long sent = START; sent < START + 5 * SECOND; sent += 100_000_000) {
            gaps.givenUp(0, sent, sent + 2 * SECOND);
        }
        gaps.progress(0, START + 7 * SECOND, START + 7 * SECOND + 1);

        assertThat(gaps.take(START + 8 * SECOND)).extracting(Gap::waitedNanos).containsExactly(7 * SECOND + 1);
    }

    @Test
    void aMessageThatIsRefusedWhileOthersAreAcknowledgedIsNoGap() {
        gaps.progress(0, START - 1, START);
        gaps.givenUp(0, START + 1, START + 2);
        gaps.progress(0, START + 3, START + 4);
        gaps.progress(0, START + 30 * SECOND, START + 30 * SECOND + 1);

        assertThat(gaps.take(START + 31 * SECOND)).isEmpty();
    }

    @Test
    void reportsGapsOfOtherWorkersMessagesAndThoseThatHaveNotEnded() {
        var shared = new GapRecorder(2, true);
        shared.progress(0, START - 1, START);

        assertThat(shared.take(START + SECOND))
                .contains(new Gap(0, START, START, START, false))
                .hasSize(3);
        shared.progress(0, START + 2 * SECOND, START + 2 * SECOND + 1);
        assertThat(shared.take(START + 2 * SECOND + 2))
                .contains(new Gap(0, START, START + 2 * SECOND, START + 2 * SECOND + 1, true));
    }

    /** Four clients are acknowledged at the same times; there is no acknowledgement for a second after each. */
    @Test
    void oneOfManyThreadsReportsAGap() throws Exception {
        int threads = 4;
        var begin = new CyclicBarrier(threads);
        ExecutorService clients = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 200; round++) {
                long now = START + round * SECOND;
                for (Future<Integer> each : clients.invokeAll(LongStream.range(0, threads)
                        .<Callable<Integer>>mapToObj(client -> () -> {
                            int arrived = begin.await(30, TimeUnit.SECONDS);
                            gaps.progress(0, now - SECOND + client, now + client);
                            return arrived;
                        })
                        .toList())) {
                    each.get();
                }

                assertThat(gaps.take(now)).hasSize(1);
            }
        } finally {
            clients.shutdownNow();
        }
    }
}
