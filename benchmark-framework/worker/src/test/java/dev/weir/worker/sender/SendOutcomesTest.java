package dev.weir.worker.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.recording.TestMaterial;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendOutcomesTest {
    private static final long BEGIN = 1_700_000_000_000_000_000L;

    private final ManualClock clock = new ManualClock(BEGIN + 1_000);
    private final RunMaterial material = TestMaterial.of(clock, ProducerLocations.NONE);
    private final SendOutcomes outcomes = outcomes();

    private SendOutcomes outcomes() {
        material.window().startAt(BEGIN);
        Assignment assignment = TestMaterial.assignment();
        return new SendOutcomes(assignment, assignment.clients().producers().get(1), material, true, null);
    }

    @Test
    void anAcknowledgementIsTimedFromWhenItWasDueAndFromItsSendCall() {
        outcomes.acknowledged(0, 0, BEGIN, BEGIN + 400);

        Message.SnapshotTaken taken = taken();
        assertThat(taken.sent().acknowledged().isEmpty()).isFalse();
        LatencySet measured = taken.snapshot().measured();
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).maxNanos()).isEqualTo(1_000);
        assertThat(measured.of(Latency.PUBLISH_SERVICE).maxNanos()).isEqualTo(600);
    }

    @Test
    void allMessagesOfABatchAreTimedOnTheirOwn() {
        outcomes.acknowledged(0, new long[] {0, BEGIN + 100, BEGIN + 200, 1, BEGIN + 300, BEGIN + 500}, 2);

        LatencySet measured = taken().snapshot().measured();
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).minNanos()).isEqualTo(700);
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).maxNanos()).isEqualTo(900);
        assertThat(measured.of(Latency.PUBLISH_SERVICE).minNanos()).isEqualTo(500);
    }

    @Test
    void messagesThatWereDueBeforeTheMeasurementBelongToTheWarmUp() {
        outcomes.acknowledged(0, 0, BEGIN - 1, BEGIN + 400);

        Message.SnapshotTaken taken = taken();
        assertThat(taken.snapshot().measured().hasAny()).isFalse();
        assertThat(taken.snapshot().warmup().of(Latency.PUBLISH_RESPONSE).count())
                .isOne();
    }

    @Test
    void aFailedMessageIsCountedAndALowerBoundOfItsLatencies() {
        outcomes.failed(0, 7, BEGIN, BEGIN + 400, new IllegalStateException("refused"));

        assertThat(outcomes.resolved()).isOne();
        assertThat(outcomes.counts(1, 64)).isEqualTo(new Counts.Sends(1, 64, 0, 1, 0));
        Message.SnapshotTaken taken = taken();
        LatencySet measured = taken.snapshot().measured();
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).censored()).isOne();
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().maxNanos())
                .isEqualTo(1_000);
        assertThat(measured.of(Latency.PUBLISH_SERVICE).lowerBounds().maxNanos())
                .isEqualTo(600);
        assertThat(taken.sent().failed().isEmpty()).isFalse();
        assertThat(taken.sent().acknowledged().isEmpty()).isTrue();
    }

    @Test
    void messagesThatWereNeverSentAreLowerBoundsOfWhatBeginsWhenTheyWereDue() {
        outcomes.censored().leftOut(3, BEGIN + 100, BEGIN + 1_000);

        LatencySet measured = taken().snapshot().measured();
        assertThat(measured.of(Latency.SEND_DELAY).censored()).isEqualTo(3);
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).censored()).isEqualTo(3);
        assertThat(measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().minNanos())
                .isEqualTo(900);
        assertThat(measured.has(Latency.PUBLISH_SERVICE)).isFalse();
    }

    @Test
    void probesAreNotCounted() {
        outcomes.acknowledged(0, -1, BEGIN, BEGIN);
        outcomes.failed(0, -1, BEGIN, BEGIN, new IllegalStateException("refused"));
        outcomes.aborted(-1);

        assertThat(outcomes.resolved()).isZero();
        assertThat(taken().snapshot().measured().hasAny()).isFalse();
    }

    @Test
    void anAbortedMessageIsNeitherAcknowledgedNorFailed() {
        outcomes.aborted(3);

        assertThat(outcomes.counts(1, 64)).isEqualTo(new Counts.Sends(1, 64, 0, 0, 1));
        assertThat(taken().sent().aborted().isEmpty()).isFalse();
    }

    private Message.SnapshotTaken taken() {
        var builder = new SnapshotBuilder(new SnapshotBuilder.ThrottleMeter(), false);
        outcomes.latencies().forEach(source -> source.drainInto(builder.warmup(), builder.measured()));
        outcomes.drainInto(builder);
        var instrument =
                new InstrumentSample(builder.lateSends(), ProcessSample.ofThisProcess(), Observation.NONE, List.of());
        return builder.taken(0, BEGIN, clock.epochNanos(), Counts.NONE, List.of(), instrument);
    }
}
