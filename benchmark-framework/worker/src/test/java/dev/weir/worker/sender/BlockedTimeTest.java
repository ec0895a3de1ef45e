package dev.weir.worker.sender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Doubles;
import dev.weir.driver.client.Producer;
import org.junit.jupiter.api.Test;

class BlockedTimeTest {
    private static final long MILLI = 1_000_000;

    private long reported;
    private final BlockedTime blocked = new BlockedTime(Doubles.of(Producer.class, (method, given) -> reported));

    @Test
    void aCallWaitedForAsLongAsTheClientReportsAndNoLongerThanItLasted() {
        reported += 3 * MILLI;

        assertThat(blocked.after(5 * MILLI)).isEqualTo(3 * MILLI);
        assertThat(blocked.after(5 * MILLI)).isZero();
        reported += 30 * MILLI;
        assertThat(blocked.after(5 * MILLI)).isEqualTo(5 * MILLI);
    }

    /** Kafka's client does not report a wait for metadata that did not arrive. */
    @Test
    void aFailedCallWaitedFromItsBeginToItsEnd() {
        blocked.messageFails();
        assertThat(blocked.after(60_000 * MILLI)).isEqualTo(60_000 * MILLI);

        reported += MILLI;
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
        reported = -1;

        assertThat(blocked.after(50_000)).isZero();
        assertThat(blocked.after(5 * MILLI)).isEqualTo(5 * MILLI);
    }
}
