package dev.weir.worker.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.client.Producer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BlockedTimeTest {
    private static final long MILLI = 1_000_000;

    private final Client client = new Client();
    private final BlockedTime blocked = new BlockedTime(client);

    @Test
    void aCallWaitedForAsLongAsTheClientReports() {
        client.reported += 3 * MILLI;

        assertThat(blocked.after(5 * MILLI)).isEqualTo(3 * MILLI);
        assertThat(blocked.after(5 * MILLI)).isZero();
    }

    /** Kafka's client does not report a wait for metadata that did not arrive. */
    @Test
    void aFailedCallWaitedFromItsBeginToItsEnd() {
        blocked.messageFails();
        assertThat(blocked.after(60_000 * MILLI)).isEqualTo(60_000 * MILLI);

        client.reported += MILLI;
        blocked.messageFails();
        assertThat(blocked.after(60_000 * MILLI)).isEqualTo(60_000 * MILLI);
        assertThat(blocked.after(5 * MILLI)).isZero();
    }

    @Test
    void aCallThatFailsAtOnceSaysNothingAboutTheNext() {
        blocked.messageFails();
        assertThat(blocked.after(1_000)).isZero();

        assertThat(blocked.after(5 * MILLI)).isZero();
    }

    /** As that of transactions. */
    @Test
    void ofAClientThatReportsNothingALongCallWaited() {
        client.reported = -1;

        assertThat(blocked.after(50_000)).isZero();
        assertThat(blocked.after(5 * MILLI)).isEqualTo(5 * MILLI);
    }

    @Test
    void noCallWaitedLongerThanItLasted() {
        client.reported += 30 * MILLI;

        assertThat(blocked.after(5 * MILLI)).isEqualTo(5 * MILLI);
    }

    private static final class Client implements Producer {
        private long reported;

        @Override
        public void send(
                int partition,
                byte @Nullable [] key,
                byte[] value,
                byte @Nullable [] header,
                long sequence,
                long intendedNanos,
                long sentNanos) {}

        @Override
        public long blockedNanos() {
            return reported;
        }

        @Override
        public void close() {}
    }
}
