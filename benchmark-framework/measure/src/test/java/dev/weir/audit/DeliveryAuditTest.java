package dev.weir.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeliveryAuditTest {
    private static final int BLOCK = SequenceBlock.LENGTH;

    @Test
    void holdsLittleMoreThanMessagesInFlight() {
        var audit = new DeliveryAudit(2, true);
        int behind = 50 * BLOCK;
        for (long from = 0; from < 1000L * BLOCK; from += BLOCK) {
            audit.acknowledged(range(0, from, from + BLOCK));
            if (from >= behind) {
                audit.received(0, notes(range(0, from - behind, from - behind + BLOCK)));
                audit.received(1, notes(range(0, from - behind, from - behind + BLOCK)));
            }
            assertThat(audit.openBlocks()).isLessThanOrEqualTo(51);
        }
    }

    @Test
    void isBoundedAlsoWhereEveryBlockHasAMessageThatFailed() {
        var audit = new DeliveryAudit(1, true, 1000);
        for (long from = 0; from < 5000L * BLOCK; from += BLOCK) {
            audit.failed(range(0, from, from + 1));
            audit.acknowledged(range(0, from + 1, from + BLOCK));
            audit.received(0, notes(range(0, from + 1, from + BLOCK)));
            assertThat(audit.openBlocks()).isLessThanOrEqualTo(1000);
        }

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.counts().failed()).isEqualTo(5000);
        assertThat(result.violations()).isEqualTo(violations(0, 0));
        assertThat(result.blocks().differingBlocks()).isZero();
        assertThat(result.verdict()).isEqualTo("clean");
    }

    /** At subscription 1, of which it had a consumer, for the blocks that were begun by then. */
    @Test
    void countsMessagesAsUnknownThatOnlyALostWorkerCanConfirm() {
        var audit = new DeliveryAudit(2, true);
        audit.acknowledged(range(0, 0, 3L * BLOCK));
        audit.received(0, notes(range(0, 10, BLOCK)));
        audit.received(1, notes(range(0, 0, BLOCK)));

        audit.deliveryBecomesUnknown(1);
        audit.received(1, notes(range(0, BLOCK - 100, BLOCK + 50)));
        audit.received(0, notes(range(0, BLOCK - 5, 3L * BLOCK)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(10, 5));
        assertThat(result.blocks().unknown()).isEqualTo(2L * BLOCK - 50);
        assertThat(result.blocks().redelivered()).isEqualTo(100);
        assertThat(result.blocks().differingBlocks()).isEqualTo(1);
        assertThat(result.blocks().examples())
                .allSatisfy(example -> assertThat(example.subscription()).isZero());
        assertThat(result.verdict()).isEqualTo("violated");
    }

    @Test
    void countsLossesAgainAmongMessagesSentAfterALostWorkerEnded() {
        var audit = new DeliveryAudit(1, true);
        audit.acknowledged(range(0, 0, 2L * BLOCK));
        audit.deliveryBecomesUnknown(0);
        audit.acknowledged(range(7, 0, 5));
        audit.deliveryIsKnownAgain();
        audit.received(0, notes(range(0, 0, BLOCK)));
        audit.received(0, notes(range(7, 1, 5)));
        assertThat(audit.result(true, 0, 0).verdict()).isEqualTo("incomplete");
        assertThat(audit.isComplete()).isFalse();

        audit.acknowledged(range(0, 2L * BLOCK, 4L * BLOCK));
        audit.received(0, notes(range(0, 2L * BLOCK + 3, 4L * BLOCK)));
        audit.received(0, notes(range(0, 3L * BLOCK, 3L * BLOCK + 2)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.blocks().unknown()).isEqualTo(BLOCK + 1);
        assertThat(result.violations()).isEqualTo(violations(3, 2));
        assertThat(result.blocks().redelivered()).isZero();
    }

    /** Whatever becomes of the blocks to save memory. */
    @Test
    void keepsUnknownDeliveriesOfBlocksWithoutRoom() {
        var audit = new DeliveryAudit(1, true, 100);
        audit.deliveryBecomesUnknown(0);
        for (long from = 0; from < 1000L * BLOCK; from += BLOCK) {
            audit.acknowledged(range(0, from, from + BLOCK));
            if (from % (2L * BLOCK) == 0) {
                audit.received(0, notes(range(0, from + 1, from + BLOCK)));
            }
        }

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations().lost()).isZero();
        assertThat(result.blocks().unknown()).isEqualTo(500L * BLOCK + 500);
        assertThat(result.blocks().differingBlocks()).isZero();
        assertThat(result.verdict()).isEqualTo("incomplete");
    }

    /** An hour of 10 producers at 1,000 messages a second each. */
    @Test
    void isBoundedAndCountsRightWhereEveryFifthBlockLosesAMessage() {
        var audit = new DeliveryAudit(1, true, 2_500);
        int producers = 10;
        int blocks = Integer.getInteger("weir.longRun.hours", 1) * 3600 * 1000 / BLOCK;
        for (int number = 0; number < blocks; number++) {
            for (int p = 0; p < producers; p++) {
                long from = (long) number * BLOCK;
                SequenceSet whole = block(p, from);
                audit.acknowledged(whole);
                audit.received(0, notes(number % 5 == 0 ? range(p, from + 1, from + BLOCK) : whole));
                assertThat(audit.openBlocks()).isLessThanOrEqualTo(2_500);
            }
        }

        AuditResult result = audit.result(true, 0, 0);
        long lost = producers * ((blocks + 4L) / 5);
        assertThat(result.violations()).isEqualTo(violations(lost, 0));
        assertThat(result.blocks().differingBlocks()).isEqualTo(lost);
        assertThat(result.blocks().givenUpBlocks()).isBetween(lost - 2_500, lost);
        assertThat(result.counts().delivered()).isEqualTo((long) producers * blocks * BLOCK - lost);
        assertThat(result.blocks().ranges()).hasSize(10).startsWith(new AuditRange(0, 0, BLOCK - 1));
        assertThat(result.blocks().examples()).hasSize(10);
    }

    @Test
    void correctsGivenUpBlocksWhenMessagesArriveLate() {
        var audit = new DeliveryAudit(1, true, 100);
        int blocks = 1000;
        for (int number = 0; number < blocks; number++) {
            long from = (long) number * BLOCK;
            audit.acknowledged(block(0, from));
            audit.received(0, notes(range(0, from + 1, from + BLOCK)));
        }
        assertThat(audit.result(true, 0, 0).blocks().givenUpBlocks()).isPositive();
        assertThat(audit.isComplete()).isFalse();
        for (int number = 0; number < blocks; number++) {
            audit.received(0, notes(range(0, (long) number * BLOCK, (long) number * BLOCK + 1)));
        }

        assertThat(audit.isComplete()).isTrue();
        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(0, 0));
        assertThat(result.counts().delivered()).isEqualTo((long) blocks * BLOCK);
        assertThat(result.blocks().differingBlocks()).isZero();
        assertThat(result.verdict()).isEqualTo("clean");
    }

    /** Nothing is forgotten of a backlog, however large: what is lost from it and what comes twice are told apart. */
    @Test
    void staysExactWithABacklogOfManyTimesItsBound() {
        var audit = new DeliveryAudit(2, true, 100);
        int blocks = 2000;
        for (int number = 0; number < blocks; number++) {
            audit.acknowledged(block(0, (long) number * BLOCK));
            assertThat(audit.openBlocks()).isLessThanOrEqualTo(100);
        }
        assertThat(audit.result(true, 0, 0).violations().lost()).isEqualTo(2L * blocks * BLOCK);
        assertThat(audit.result(true, 0, 0).blocks().examples()).hasSize(10);
        for (int number = 0; number < blocks; number++) {
            long from = (long) number * BLOCK;
            for (int s = 0; s < 2; s++) {
                audit.received(s, notes(number == 77 ? range(0, from + 3, from + BLOCK) : block(0, from)));
            }
            audit.received(0, notes(number == 78 ? range(0, from, from + 5) : new SequenceSet()));
        }

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(6, 5));
        assertThat(result.blocks().givenUpBlocks()).isZero();
        assertThat(result.blocks().ranges()).containsExactly(new AuditRange(0, 77L * BLOCK, 79L * BLOCK - 1));
    }

    /** Messages may have been under way when the run ended: 718 are missing, and none of them is known to be lost. */
    @Test
    void messagesMissingFromAnInterruptedRunAreUnknownAndNotLost() {
        var audit = new DeliveryAudit(1, true);
        audit.acknowledged(range(0, 0, 3L * BLOCK));
        audit.received(0, notes(range(0, 0, 3L * BLOCK - 718)));
        audit.received(0, notes(range(0, 0, 2)));

        AuditResult result = audit.result(false, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(0, 2));
        assertThat(result.blocks().unknown()).isEqualTo(718);
        assertThat(result.blocks().examples()).extracting(AuditExample::kind).containsOnly("duplicated");
        assertThat(result.blocks().ranges()).containsExactly(new AuditRange(0, 0, BLOCK - 1));
        assertThat(result.verdict()).isEqualTo("incomplete");
    }

    @Test
    void namesDuplicatedReorderedAndUnexpectedMessages() {
        var audit = new DeliveryAudit(1, true);
        SequenceLog consumer = SequenceLog.ofReceived(true, false);
        audit.acknowledged(range(1, 0, 9));
        audit.failed(range(1, 9, 10));
        for (int sequence : new int[] {0, 1, 1, 3, 2, 4, 5, 6, 7, 8, 9}) {
            consumer.append(1, sequence, 0);
        }
        audit.received(0, consumer.collect());
        consumer.append(1, 4, 0);
        audit.received(0, consumer.collect());

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(new AuditResult.Violations(0, 2, OptionalLong.of(1), 1, 0));
        assertThat(result.blocks().examples())
                .containsExactlyInAnyOrder(
                        new AuditExample("duplicated", 1, 1, 0),
                        new AuditExample("duplicated", 1, 4, 0),
                        new AuditExample("reordered", 1, 2, 0),
                        new AuditExample("deliveredThoughFailed", 1, 9, 0));
        assertThat(result.blocks().ranges()).containsExactly(new AuditRange(1, 0, BLOCK - 1));
    }

    /** A group gives a partition to another consumer: what it reads again is a duplicate, what it goes on with is in order. */
    @Test
    void watchesOrderAtTheConsumerThatReceives() {
        var audit = new DeliveryAudit(1, true);
        audit.acknowledged(range(0, 0, 10));
        for (int first : new int[] {0, 4}) {
            SequenceLog consumer = SequenceLog.ofReceived(true, false);
            for (int sequence = first; sequence < first + 6; sequence++) {
                consumer.append(0, sequence, 0);
            }
            audit.received(0, consumer.collect());
        }

        assertThat(audit.result(true, 0, 0).violations()).isEqualTo(violations(0, 2));
    }

    @Test
    void seesAFailedMessageThatArrivesLongAfterTheOthersOfItsBlock() {
        var audit = new DeliveryAudit(1, true);
        audit.failed(range(0, 7, 8));
        audit.acknowledged(range(0, 0, 7));
        audit.acknowledged(range(0, 8, 100L * BLOCK));
        audit.received(0, notes(range(0, 0, 7)));
        audit.received(0, notes(range(0, 8, 100L * BLOCK)));

        audit.received(0, notes(range(0, 7, 8)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(new AuditResult.Violations(0, 0, OptionalLong.of(0), 1, 0));
        assertThat(result.counts().delivered()).isEqualTo(100L * BLOCK);
        assertThat(audit.openBlocks()).isZero();
    }

    @Test
    void countsADuplicateOfABlockThatWasDropped() {
        var audit = new DeliveryAudit(1, true);
        audit.acknowledged(range(0, 0, BLOCK));
        audit.received(0, notes(range(0, 0, BLOCK)));
        assertThat(audit.openBlocks()).isZero();

        audit.received(0, notes(range(0, 5, 8)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(0, 3));
        assertThat(result.counts().delivered()).isEqualTo(BLOCK);
        assertThat(result.verdict()).isEqualTo("violated");
    }

    @Test
    void namesUpToTenMessagesThatWereLost() {
        var audit = new DeliveryAudit(2, true);
        audit.acknowledged(range(3, 2000, 2008));
        audit.received(1, notes(range(3, 2000, 2006)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations().lost()).isEqualTo(10);
        assertThat(result.blocks().examples())
                .hasSize(10)
                .contains(new AuditExample("lost", 3, 2000, 0), new AuditExample("lost", 3, 2007, 1));
        assertThat(result.blocks().ranges()).containsExactly(new AuditRange(3, 1024, 2047));
    }

    @Test
    void needsNoDeliveryWithoutSubscriptions() {
        var audit = new DeliveryAudit(0, true);
        audit.acknowledged(range(0, 0, 100));

        assertThat(audit.isComplete()).isTrue();
        assertThat(audit.result(true, 0, 0).verdict()).isEqualTo("clean");
    }

    /** Of what was on its way as it began, some arrives and some does not. */
    @Test
    void auditsOnlyLaterMessagesForASubscriptionThatBeginsLater() {
        var audit = new DeliveryAudit(2, true);
        audit.isLater(1);
        audit.acknowledged(range(0, 0, 2L * BLOCK + 10));
        audit.received(0, notes(range(0, 0, 2L * BLOCK + 10)));
        audit.received(1, notes(range(0, 2L * BLOCK, 2L * BLOCK + 5)));
        assertThat(audit.isComplete()).isTrue();

        audit.begins(1, Map.of(0, 2L * BLOCK + 300));
        audit.acknowledged(range(0, 2L * BLOCK + 10, 6L * BLOCK));
        audit.received(0, notes(range(0, 2L * BLOCK + 10, 6L * BLOCK)));
        assertThat(audit.isComplete()).isFalse();
        audit.received(1, notes(range(0, 2L * BLOCK + 200, 5L * BLOCK)));
        audit.received(1, notes(range(0, 5L * BLOCK + 1, 6L * BLOCK)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.violations()).isEqualTo(violations(1, 0));
        assertThat(result.blocks().examples()).containsExactly(new AuditExample("lost", 0, 5L * BLOCK, 1));
        assertThat(result.counts().delivered()).isEqualTo(6L * BLOCK + 3L * BLOCK - 1);
    }

    /** The number of messages that it had sent is older than what is known of it by then. */
    @Test
    void aSubscriptionThatBeginsLaterIsAuditedAfterAllThatIsKnown() {
        var audit = new DeliveryAudit(2, true);
        audit.isLater(1);
        audit.acknowledged(range(0, 0, 2L * BLOCK + 10));
        audit.received(0, notes(range(0, 0, 2L * BLOCK + 5)));

        audit.begins(1, Map.of(0, BLOCK + 300L));
        audit.acknowledged(range(0, 2L * BLOCK + 10, 4L * BLOCK));
        audit.received(0, notes(range(0, 2L * BLOCK + 5, 4L * BLOCK)));
        audit.received(1, notes(range(0, 2L * BLOCK, 4L * BLOCK)));

        AuditResult result = audit.result(true, 0, 0);
        assertThat(result.verdict()).isEqualTo("clean");
        assertThat(result.counts().delivered()).isEqualTo(4L * BLOCK + BLOCK);
    }

    /** Nor is anything lost of a producer that is known first when it has begun. */
    @Test
    void auditsNothingForASubscriptionThatNeverBegins() {
        var audit = new DeliveryAudit(1, true, 1000);
        audit.isLater(0);
        for (long from = 0; from < 5000L * BLOCK; from += BLOCK) {
            audit.acknowledged(block(3, from));
        }

        assertThat(audit.openBlocks()).isZero();
        assertThat(audit.isComplete()).isTrue();
        assertThat(audit.result(true, 0, 0).verdict()).isEqualTo("clean");
    }

    @Test
    void aMessageThatEndsAgainInAShareGroupIsNoDuplicate() {
        var audit = new DeliveryAudit(1, true);
        audit.isShared(0);
        audit.acknowledged(block(0, 0));
        audit.received(0, notes(block(0, 0)));
        audit.received(0, notes(range(0, 5, 8)));

        AuditResult result = audit.result(true, 0, 0);

        assertThat(result.verdict()).isEqualTo("clean");
        assertThat(result.blocks().redelivered()).isEqualTo(3);
        assertThat(result.violations()).isEqualTo(new AuditResult.Violations(0, 0, OptionalLong.empty(), 0, 0));
    }

    @Test
    void theOrderIsAuditedWhereOneSubscriptionIsNoShareGroup() {
        var audit = new DeliveryAudit(2, true);
        audit.isShared(0);

        assertThat(audit.result(true, 0, 0).violations().reordered()).hasValue(0);
    }

    @Test
    void onlyMissingMessagesWithoutAnAnswerAreUnknown() {
        var audit = new DeliveryAudit(1, true);
        audit.isShared(0);
        audit.acknowledged(block(0, 0));
        audit.acknowledged(block(0, BLOCK));
        audit.received(0, notes(range(0, 2, BLOCK)));
        audit.received(0, notes(range(0, BLOCK + 3, 2 * BLOCK)));
        // Message 5 has arrived all the same.
        audit.unsure(0, range(0, 1, 2));
        audit.unsure(0, range(0, 5, 6));
        audit.unsure(0, range(0, BLOCK + 1, BLOCK + 2));

        AuditResult result = audit.result(true, 0, 0);

        assertThat(result.blocks().unknown()).isEqualTo(2);
        assertThat(audit.unknown(0)).isEqualTo(2);
        assertThat(result.violations().lost()).isEqualTo(3);
        assertThat(result.blocks().examples())
                .extracting(AuditExample::sequence)
                .containsExactly(0L, (long) BLOCK, BLOCK + 2L);
    }

    private static AuditResult.Violations violations(long lost, long duplicated) {
        return new AuditResult.Violations(lost, duplicated, OptionalLong.of(0), 0, 0);
    }

    private static AuditNotes notes(SequenceSet sequences) {
        return AuditNotes.inOrder(sequences);
    }

    private static SequenceSet block(int producer, long from) {
        var set = new SequenceSet();
        set.block(producer, from).addIfAbsent(0, BLOCK);
        return set;
    }

    private static SequenceSet range(int producer, long from, long to) {
        var set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(producer, sequence);
        }
        return set;
    }
}
