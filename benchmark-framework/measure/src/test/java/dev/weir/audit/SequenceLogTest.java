package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.DeliveryNotes.LastSequences;
import org.junit.jupiter.api.Test;

class SequenceLogTest {
    private final SequenceLog log = SequenceLog.ofReceived(true, false);

    @Test
    void losesAndDuplicatesNothingUnderARunningWriter() throws InterruptedException {
        int messages = 3_000_000;
        var writer = new Thread(
                () -> {
                    for (int i = 0; i < messages; i++) {
                        log.append(i & 1, i >>> 1, i & 1);
                    }
                },
                "writer");
        writer.start();
        var all = new SequenceSet();
        long twice = 0;
        long outOfOrder = 0;
        boolean running;
        do {
            running = writer.isAlive();
            AuditNotes notes = log.collect();
            twice += overlap(all, notes.sequences()) + notes.repetitions();
            outOfOrder += count(notes.late());
            all.addAll(notes.sequences());
        } while (running);

        assertThat(count(all)).isEqualTo(messages);
        assertThat(twice).isZero();
        assertThat(outOfOrder).isZero();
    }

    @Test
    void detectsRepeatedAndReorderedMessages() {
        log.append(0, 0, 0);
        log.append(0, 2, 0);
        log.append(0, 2, 0);
        log.append(0, 3, 1);
        log.append(1, 0, 0);
        log.append(0, 1, 1);
        log.append(0, 0, 0);

        AuditNotes notes = log.collect();

        assertThat(notes.repetitions()).isEqualTo(2);
        assertThat(count(notes.repeated())).isEqualTo(2);
        // The 1 that comes to partition 1 after 3. What comes again is no matter of order.
        assertThat(notes.late().add(0, 1)).isFalse();
        assertThat(count(notes.late())).isEqualTo(1);
    }

    @Test
    void remembersTheOrderAcrossCollections() {
        log.append(0, 10, 0);
        log.collect();
        log.append(0, 9, 0);

        AuditNotes notes = log.collect();

        assertThat(notes.repetitions()).isZero();
        assertThat(count(notes.late())).isEqualTo(1);
    }

    @Test
    void watchesNoOrderWithoutPartitionsNorOfAcknowledgements() {
        log.append(0, 10, -1);
        log.append(0, 9, -1);
        log.append(0, 9, -1);

        AuditNotes notes = log.collect();

        assertThat(notes.repetitions()).isEqualTo(1);
        assertThat(count(notes.late())).isZero();
        var acknowledged = SequenceLog.ofAcknowledged(true, false);
        acknowledged.append(0, 10, 5);
        acknowledged.append(0, 9, -1);
        assertThat(acknowledged.collect().late().isEmpty()).isTrue();
    }

    /** Share groups and OMB's drivers do not report partitions. */
    @Test
    void remembersEachProducerWithoutPartitionsOnce() {
        var sequences = new LastSequences();
        sequences.setLast(sequences.slot(3, -1), 7);

        assertThat(sequences.last(sequences.slot(4, -1))).isEqualTo(-1);
        assertThat(sequences.last(sequences.slot(3, -1))).isEqualTo(7);
    }

    @Test
    void recordsMoreThanItsRingHoldsBetweenTwoCollections() {
        var acknowledged = SequenceLog.ofAcknowledged(true, false);
        for (int i = 0; i < 100_000; i++) {
            acknowledged.append(0, i, 0);
        }

        assertThat(count(acknowledged.collect().sequences())).isEqualTo(100_000);
        assertThat(acknowledged.collect().sequences().isEmpty()).isTrue();
    }

    @Test
    void notesNothingWhereItIsOff() {
        SequenceLog off = SequenceLog.ofReceived(false, false);
        off.append(0, 1, 0);

        assertThat(off.collect().sequences().isEmpty()).isTrue();
    }

    @Test
    void keepsTheOrderOfAThousandProducersInAThousandPartitions() {
        for (int producer = 0; producer < 1000; producer++) {
            for (int partition = 0; partition < 1000; partition += 10) {
                log.append(producer, 2 * partition + 1, partition);
            }
        }
        assertThat(log.collect().late().isEmpty()).isTrue();
        log.append(999, 2 * 990, 990);
        log.append(999, 2 * 990, 991);

        assertThat(count(log.collect().late())).isEqualTo(1);
    }

    private static long count(SequenceSet set) {
        var count = new long[1];
        set.forEach((producer, number, block) -> count[0] += block.count());
        return count[0];
    }

    private static long overlap(SequenceSet one, SequenceSet other) {
        var both = new SequenceSet();
        both.addAll(one);
        both.addAll(other);
        return count(one) + count(other) - count(both);
    }
}
