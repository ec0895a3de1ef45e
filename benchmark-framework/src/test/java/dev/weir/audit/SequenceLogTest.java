package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SequenceLogTest {

    @Test
    void losesAndDoublesNothingUnderARunningWriter() throws InterruptedException {
        int messages = 3_000_000;
        var log = new SequenceLog(2);
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
            twice += overlap(all, notes.sequences()) + notes.repeated();
            outOfOrder += notes.outOfOrder();
            all.addAll(notes.sequences());
        } while (running);

        assertThat(count(all)).isEqualTo(messages);
        assertThat(twice).isZero();
        assertThat(outOfOrder).isZero();
    }

    @Test
    void seesWhatComesAgainAndWhatComesOutOfOrder() {
        var log = new SequenceLog(2);
        log.append(0, 1, 0);
        log.append(0, 2, 0);
        log.append(0, 2, 0);
        log.append(0, 0, 1);
        log.append(1, 0, 0);
        log.append(0, 0, 0);

        AuditNotes notes = log.collect();

        assertThat(notes.repeated()).isEqualTo(2);
        // The second 2, and the 0 that comes to partition 0 after 2; another partition or producer is another order.
        assertThat(notes.outOfOrder()).isEqualTo(2);
    }

    @Test
    void remembersTheOrderAcrossCollections() {
        var log = new SequenceLog(1);
        log.append(0, 10, 0);
        log.collect();
        log.append(0, 9, 0);

        AuditNotes notes = log.collect();

        assertThat(notes.repeated()).isZero();
        assertThat(notes.outOfOrder()).isEqualTo(1);
    }

    @Test
    void watchesNoOrderWithoutPartitions() {
        var log = new SequenceLog(0);
        log.append(0, 10, 5);
        log.append(0, 9, -1);

        assertThat(log.collect().outOfOrder()).isZero();
    }

    @Test
    void takesMoreThanItsRingHoldsBetweenTwoCollections() {
        var log = new SequenceLog(0);
        for (int i = 0; i < 100_000; i++) {
            log.append(0, i, 0);
        }

        assertThat(count(log.collect().sequences())).isEqualTo(100_000);
        assertThat(log.collect().sequences().isEmpty()).isTrue();
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
