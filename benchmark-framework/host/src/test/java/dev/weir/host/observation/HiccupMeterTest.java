package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A control thread whose clock and waiting a test makes up. */
class HiccupMeterTest {
    private static final long MILLI = 1_000_000;

    private final Deque<Long> overshoots = new ArrayDeque<>();
    private long nanos = 1_000;

    private final HiccupMeter meter = new HiccupMeter(() -> nanos, asked -> nanos += asked + overshoots.removeFirst());

    @Test
    void aThreadThatWakesUpAsUsualHasNoHiccup() {
        wakeUp(55_000, 99_000, MILLI - 1);

        assertThat(meter.hiccups().take()).isEmpty();
        assertThat(meter.takeWakeUps()).isEqualTo(3);
    }

    @Test
    void aHiccupBeginsWhenTheWakeUpWasDueAndKeepsItsNanoseconds() {
        wakeUp(0, 50 * MILLI + 7, 0);

        assertThat(meter.hiccups().take())
                .containsExactly(new Pause(1_000 + 2 * HiccupMeter.INTERVAL_NANOS, 50 * MILLI + 7));
        assertThat(meter.hiccups().take()).isEmpty();
    }

    @Test
    void aWaitThatEndsTooEarlyIsContinued() {
        wakeUp(-4 * MILLI, 2 * MILLI);

        assertThat(meter.hiccups().take()).extracting(Pause::nanos).isEqualTo(List.of(2 * MILLI));
        assertThat(meter.takeWakeUps()).isOne();
    }

    @Test
    void countsPausesThatDoNotFitIntoTheLog() {
        var log = new PauseLog();
        for (int i = 0; i < PauseLog.MAX_PAUSES + 3; i++) {
            log.add(new Pause(i, 1));
        }

        assertThat(log.take()).hasSize(PauseLog.MAX_PAUSES);
        assertThat(log.takeMissed()).isEqualTo(3);
        assertThat(log.takeMissed()).isZero();
    }

    @Test
    void cyclesOfConcurrentCollectorsAreNoPauses() {
        assertThat(GcPauses.isPause("G1 Young Generation", "end of minor GC")).isTrue();
        assertThat(GcPauses.isPause("G1 Concurrent GC", "end of concurrent GC pause"))
                .isTrue();
        assertThat(GcPauses.isPause("ZGC Pauses", "end of GC pause")).isTrue();
        assertThat(GcPauses.isPause("ZGC Cycles", "end of GC cycle")).isFalse();
        assertThat(GcPauses.isPause("ZGC Minor Cycles", "end of GC cycle")).isFalse();
        assertThat(GcPauses.isPause("Shenandoah Cycles", "end of GC cycle")).isFalse();
    }

    /** As often as it takes to use these up. */
    private void wakeUp(long... late) {
        for (long each : late) {
            overshoots.add(each);
        }
        while (!overshoots.isEmpty()) {
            nanos = meter.awaitNext(nanos);
        }
    }
}
