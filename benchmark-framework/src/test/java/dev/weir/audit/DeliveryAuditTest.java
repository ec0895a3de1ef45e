package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeliveryAuditTest {
    private static final int BLOCK = SequenceBlock.LENGTH;

    @Test
    void dropsBlocksThatAreSettled() {
        var audit = new DeliveryAudit(2);
        int step = 3000;
        for (long from = 0; from < 1_000_000; from += step) {
            audit.acknowledged(range(0, from, from + step));
            for (int s = 0; s < 2; s++) {
                audit.received(s, notes(range(0, from, from + step)));
            }
            assertThat(audit.openBlocks()).isLessThanOrEqualTo(1);
        }

        assertThat(audit.isComplete()).isTrue();
        assertThat(audit.result(true).delivered())
                .isEqualTo(2 * audit.result(true).acknowledged());
    }

    @Test
    void holdsNotMuchMoreThanWhatIsUnderWay() {
        var audit = new DeliveryAudit(1);
        int behind = 50 * BLOCK;
        for (long from = 0; from < 1000L * BLOCK; from += BLOCK) {
            audit.acknowledged(range(0, from, from + BLOCK));
            if (from >= behind) {
                audit.received(0, notes(range(0, from - behind, from - behind + BLOCK)));
            }
            assertThat(audit.openBlocks()).isLessThanOrEqualTo(51);
        }
    }

    @Test
    void isBoundedAlsoWhereEveryBlockHasAMessageThatFailed() {
        var audit = new DeliveryAudit(1);
        for (long from = 0; from < 2000L * BLOCK; from += BLOCK) {
            audit.failed(range(0, from, from + 1));
            audit.acknowledged(range(0, from + 1, from + BLOCK));
            audit.received(0, notes(range(0, from + 1, from + BLOCK)));
        }

        assertThat(audit.openBlocks()).isLessThanOrEqualTo(ProducerAudit.MOST_AWAITING_LATE);
        assertThat(audit.result(true).failed()).isEqualTo(2000);
        assertThat(audit.result(true).lost()).isZero();
    }

    @Test
    void seesAFailedMessageThatArrivesLongAfterTheOthersOfItsBlock() {
        var audit = new DeliveryAudit(1);
        audit.failed(range(0, 7, 8));
        audit.acknowledged(range(0, 0, 7));
        audit.acknowledged(range(0, 8, 100L * BLOCK));
        audit.received(0, notes(range(0, 0, 7)));
        audit.received(0, notes(range(0, 8, 100L * BLOCK)));

        audit.received(0, notes(range(0, 7, 8)));

        AuditResult result = audit.result(true);
        assertThat(result.deliveredThoughFailed()).isEqualTo(1);
        assertThat(result.duplicated()).isZero();
        assertThat(result.delivered()).isEqualTo(100L * BLOCK);
        assertThat(audit.openBlocks()).isZero();
    }

    @Test
    void countsADuplicateOfABlockThatWasDropped() {
        var audit = new DeliveryAudit(1);
        audit.acknowledged(range(0, 0, BLOCK));
        audit.received(0, notes(range(0, 0, BLOCK)));
        assertThat(audit.openBlocks()).isZero();

        audit.received(0, notes(range(0, 5, 8)));

        assertThat(audit.result(true).duplicated()).isEqualTo(3);
        assertThat(audit.result(true).delivered()).isEqualTo(BLOCK);
        assertThat(audit.result(true).verdict()).isEqualTo("violated");
    }

    @Test
    void namesUpToTenMessagesThatWereLost() {
        var audit = new DeliveryAudit(2);
        audit.acknowledged(range(3, 2000, 2008));
        audit.received(1, notes(range(3, 2000, 2006)));

        AuditResult result = audit.result(true);
        assertThat(result.lost()).isEqualTo(10);
        assertThat(result.examples())
                .hasSize(10)
                .contains(new AuditExample("lost", 3, 2000, 0), new AuditExample("lost", 3, 2007, 1));
    }

    @Test
    void needsNoDeliveryWhereNobodySubscribes() {
        var audit = new DeliveryAudit(0);
        audit.acknowledged(range(0, 0, 100));

        assertThat(audit.isComplete()).isTrue();
        assertThat(audit.result(true).verdict()).isEqualTo("clean");
    }

    private static AuditNotes notes(SequenceSet sequences) {
        return new AuditNotes(sequences, 0, 0);
    }

    private static SequenceSet range(int producer, long from, long to) {
        var set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(producer, sequence);
        }
        return set;
    }
}
