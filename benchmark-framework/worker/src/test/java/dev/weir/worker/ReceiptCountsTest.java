package dev.weir.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.ManualClock;
import dev.weir.measure.Counts;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.worker.recording.TestMaterial;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReceiptCountsTest {
    private final Assignment assignment = TestMaterial.assignment();
    private final ReceiptCounts counts = new ReceiptCounts(
            assignment,
            assignment.clients().consumers().get(0),
            TestMaterial.of(new ManualClock(0), new ProducerLocations(List.of(0, 0), Set.of())));

    @Test
    void countsEachKindOfDeliveryOnce() {
        assertThat(receive(0, 5)).isTrue();
        assertThat(receive(1, 6)).isTrue();
        assertThat(receive(0, 5)).isFalse();
        counts.addForeign();
        counts.addFailure();

        assertThat(counts.counts().receipts()).isEqualTo(new Counts.Receipts(2, 128, 1, 1, 1));
    }

    @Test
    void notesHaveAsManyMessagesAsTheLastCounts() {
        receive(0, 5);
        counts.counts();
        receive(1, 6);

        assertThat(counts.take().messages()).isOne();
        counts.counts();
        ReceivedNotes next = counts.take();
        assertThat(next.messages()).isOne();
        assertThat(next.repeats().deliveries()).isZero();
    }

    private boolean receive(long sequence, long offset) {
        boolean first = counts.isFirst(0, offset, 0, sequence);
        counts.add(first, 0, sequence, 0, 64);
        return first;
    }
}
