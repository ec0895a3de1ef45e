package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.clock.ManualClock;
import dev.weir.coordinator.BrokenDriver;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.TransactionClient.TransactionOutcome;
import dev.weir.worker.recording.ErrorTally;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A client whose commits and aborts all fail. */
class TransactionClientTest implements BrokenDriver.BeforeCommit {
    private static final String ID = "failing";

    private final ManualClock clock = new ManualClock(1_000_000_000);
    private Duration perOpening = Duration.ZERO;
    private boolean opens = true;
    private Remedy remedy = Remedy.CLOSE;
    private int openings;
    private int aborts;

    @Override
    public void committing(String transactionalId) {
        throw new TransactionException(remedy, "not committed");
    }

    @Override
    public void aborting(String transactionalId) {
        aborts++;
        clock.advance(Duration.ofSeconds(1));
        throw new TransactionException(remedy, "not aborted");
    }

    @Override
    public void opening(String transactionalId) {
        openings++;
        clock.advance(perOpening);
        if (!opens) {
            throw new DriverException("no broker answers");
        }
    }

    @Test
    void endsWhenItHasFailedForFiveMinutes() {
        TransactionClient client = client();
        perOpening = Duration.ofMinutes(1);
        opens = false;

        client.begin();
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(client::commit)
                .withMessage("failing has tried without success for 5 minutes: no broker answers");
        assertThat(openings).isEqualTo(1 + 5);
    }

    @Test
    void continuesWhenItFailsOnlyNowAndThen() {
        TransactionClient client = client();
        perOpening = Duration.ofMinutes(6);

        for (int i = 0; i < 15; i++) {
            client.begin();
            assertThat(client.commit()).isEqualTo(TransactionOutcome.UNKNOWN);
        }
        assertThat(openings).isEqualTo(1 + 15);
    }

    /** Such as a Kafka producer in a fatal state, whose exception does not state that. */
    @Test
    void opensAnotherProducerIfOneCannotAbort() {
        TransactionClient client = client();
        remedy = Remedy.ABORT;

        client.begin();
        assertThat(client.commit()).isEqualTo(TransactionOutcome.UNKNOWN);
        assertThat(aborts).isEqualTo(1);
        assertThat(openings).isEqualTo(1 + 1);
    }

    private TransactionClient client() {
        return new TransactionClient(
                new BrokenDriver((id, sequence) -> {}, this).open(DriverConfig.of(BrokenDriver.NAME)),
                ID,
                List.of(),
                new RecordedSends(),
                clock,
                new ErrorTally(error -> Optional.empty()));
    }
}
