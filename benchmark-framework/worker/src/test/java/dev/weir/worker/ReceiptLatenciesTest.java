package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.clock.OffsetTrack.OffsetRamp;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.message.PayloadWriter;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.recording.TestMaterial;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReceiptLatenciesTest {
    private static final long NOW = 1_700_000_000_000_000_000L;

    /** Producer 0 is on worker 0, producer 1 on worker 1; this is worker 0. */
    private final RunMaterial material =
            TestMaterial.of(new ManualClock(NOW), new ProducerLocations(List.of(0, 1), Set.of(0)));

    private final Assignment assignment = TestMaterial.assignment();
    private final ReceiptLatencies latencies =
            new ReceiptLatencies(assignment, assignment.clients().consumers().get(0), material);

    @Test
    void aMessageIsTimedFromWhenItWasDueAndFromItsSendCall() {
        latencies.batch(NOW);
        latencies.record(stamp(0, true, NOW - 900, NOW - 400), 0);

        assertThat(only(Latency.END_TO_END_RESPONSE)).isEqualTo(900);
        assertThat(only(Latency.END_TO_END_SERVICE)).isEqualTo(400);
    }

    @Test
    void theClockOfEachProducerIsCorrected() {
        material.corrections().add(new Message.ClockCorrection(ramp(0), List.of(ramp(0), ramp(5_000), ramp(7_000))));
        latencies.batch(NOW);
        // By its own clock, which is 5,000 ns ahead.
        latencies.record(stamp(1, true, NOW + 5_000 - 900, NOW + 5_000 - 400), 0);

        assertThat(only(Latency.END_TO_END_RESPONSE)).isEqualTo(900);
        assertThat(only(Latency.END_TO_END_SERVICE)).isEqualTo(400);
    }

    private static OffsetRamp ramp(long offset) {
        return new OffsetRamp(NOW - 1, NOW + 1, offset, offset);
    }

    @Test
    void aRepeatedDeliveryIsApart() {
        latencies.batch(NOW);
        latencies.recordRepeated(stamp(0, true, NOW - 900, NOW - 400));

        assertThat(only(Latency.REPEATED_END_TO_END)).isEqualTo(900);
        assertThat(all().has(Latency.END_TO_END_SERVICE)).isFalse();
    }

    @Test
    void messagesOfTheWarmUpAreNotMeasured() {
        latencies.batch(NOW);
        latencies.record(stamp(0, false, NOW - 900, NOW - 400), 0);
        latencies.recordRepeated(stamp(0, false, NOW - 900, NOW - 400));

        assertThat(all().hasAny()).isFalse();
    }

    @Test
    void thoseOfTheSameHostAreKnownApart() {
        latencies.batch(NOW);
        latencies.record(stamp(0, true, NOW - 100, NOW - 100), 0);
        latencies.record(stamp(1, true, NOW - 900, NOW - 900), 0);
        var measured = new LatencySet();
        var sameHost = new LatencySet();
        latencies.addAllMeasuredTo(measured, sameHost);

        assertThat(measured.of(Latency.END_TO_END_SERVICE).count()).isEqualTo(2);
        assertThat(sameHost.of(Latency.END_TO_END_SERVICE).count()).isOne();
        assertThat(sameHost.of(Latency.END_TO_END_SERVICE).maxNanos()).isEqualTo(100);
    }

    private byte[] stamp(int producer, boolean measured, long intendedNanos, long sentNanos) {
        var writer = new PayloadWriter(material.payloads(), assignment.runTag(), producer, 1, false);
        writer.prepare();
        return writer.stamped(measured, 0, intendedNanos, sentNanos);
    }

    private LatencySet all() {
        var measured = new LatencySet();
        latencies.addAllMeasuredTo(measured, new LatencySet());
        return measured;
    }

    private long only(Latency latency) {
        LatencySamples samples = all().of(latency);
        assertThat(samples.count()).isOne();
        return samples.maxNanos();
    }
}
