package dev.weir.worker.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Messages of two producers in two partitions; producer 0 sends to partition 0, and producer 1 to partition 1. */
class FirstDeliveriesTest {
    private static final int PRODUCERS = 2;
    private static final int PARTITIONS = 2;

    /** More than a consumer keeps single messages of. */
    private static final int MANY = 3_000_000;

    private final ReadPositions positions = new ReadPositions(PARTITIONS);
    private final FirstDeliveries one = consumer(0);
    private final FirstDeliveries other = consumer(1);

    /** As after a restart of a broker, if the group has committed no offset. */
    @Test
    void aMessageThatIsReadAgainIsRepeatedHoweverOldItIs() {
        assertThat(read(one, 0, 0, MANY)).isEqualTo(MANY);

        assertThat(read(one, 0, 0, MANY)).isZero();
        assertThat(read(one, 0, MANY, MANY + 1000)).isEqualTo(1000);
        assertThat(read(one, 1, 0, 1000)).isEqualTo(1000);
    }

    @Test
    void aMessageThatAnotherConsumerOfThisWorkerHasReadIsRepeated() {
        read(one, 0, 0, 2500);

        assertThat(read(other, 0, 1000, 3000)).isEqualTo(500);
        assertThat(read(one, 0, 2000, 4000)).isEqualTo(1000);
    }

    /** The system stores a message twice, with two offsets, and the first copy may be followed by others. */
    @Test
    void aMessageThatIsStoredTwiceIsRepeated() {
        assertThat(one.add(0, 0, 0, 0)).isTrue();
        assertThat(one.add(0, 1, 0, 1)).isTrue();
        assertThat(one.add(0, 2, 0, 0)).isFalse();
        assertThat(one.add(0, 3, 0, 2)).isTrue();
    }

    @Test
    void aLateMessageIsNotRepeated() {
        assertThat(one.add(0, 0, 0, 5)).isTrue();
        assertThat(one.add(0, 1, 0, 3)).isTrue();
        assertThat(one.add(0, 2, 0, 4)).isTrue();
    }

    /** A broker loses the last ten messages, which the consumer has read, and stores others at their offsets. */
    @Test
    void anotherMessageAtAnOffsetThatWasReadIsNotRepeated() {
        read(one, 0, 0, 100);

        for (int i = 0; i < 10; i++) {
            assertThat(one.add(0, 90 + i, 0, 100 + i)).isTrue();
        }
        assertThat(one.add(0, 100, 0, 99)).isFalse();
    }

    @Test
    void withoutOffsetsTheMessageItselfDecides() {
        assertThat(one.add(-1, -1, 0, 7)).isTrue();
        assertThat(one.add(-1, -1, 1, 7)).isTrue();
        assertThat(one.add(-1, -1, 0, 7)).isFalse();
        assertThat(one.add(5, 0, 0, 8)).isTrue();
    }

    @Test
    void messagesOfOthersAreKnownByTheirOffsets() {
        assertThat(one.add(0, 7)).isTrue();
        assertThat(one.add(0, 8)).isTrue();
        assertThat(other.add(0, 7)).isFalse();
        assertThat(other.add(1, 7)).isTrue();
        assertThat(one.add(-1, 7)).isTrue();
    }

    /** Returns how many of the messages are delivered for the first time. Offset and sequence are the same. */
    private static int read(FirstDeliveries consumer, int partition, int from, int to) {
        int first = 0;
        for (int offset = from; offset < to; offset++) {
            first += consumer.add(partition, offset, partition, offset) ? 1 : 0;
        }
        return first;
    }

    private FirstDeliveries consumer(int number) {
        return new FirstDeliveries(positions, number, PARTITIONS, PRODUCERS, false);
    }
}
