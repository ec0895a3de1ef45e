package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.clock.SystemClock;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.worker.recording.ErrorTally;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoopSendsTest {
    private final LoopSends sends = new LoopSends(SystemClock.INSTANCE, new ErrorTally(error -> Optional.empty()));

    @Test
    void aMessageThatFailsIsAReasonToAbortAndNotToOpenAnother() {
        sends.sending();
        sends.failed(0, 0, 0, 0, new IllegalStateException("too large"));

        assertThatExceptionOfType(TransactionException.class)
                .isThrownBy(sends::await)
                .withMessage("a message was not sent: IllegalStateException: too large")
                .satisfies(thrown -> assertThat(thrown.remedy()).isEqualTo(Remedy.ABORT));
    }

    @Test
    void aFailureInOneTransactionDoesNotAffectTheNext() {
        sends.sending();
        sends.failed(0, 0, 0, 0, new IllegalStateException("too large"));
        sends.settle();
        sends.sending();
        sends.acknowledged(0, 1, 0, 0);

        sends.await();
    }
}
