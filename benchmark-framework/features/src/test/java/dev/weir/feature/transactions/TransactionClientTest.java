package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.clock.ManualClock;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.BrokenDriver;
import dev.weir.driver.Doubles;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.TransactionClient.TransactionOutcome;
import dev.weir.measure.Counter;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.worker.recording.ErrorTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What transaction clients do after failures. Every commit fails, and every {@code abortFailsEvery}-th abort. */
class TransactionClientTest implements BrokenDriver.BeforeCommit {
    private static final long NUMBER = 7;

    private final ManualClock clock = new ManualClock(1_000_000_000);
    private final ErrorTally errors = new ErrorTally(error -> Optional.empty());
    private Duration perOpening = Duration.ZERO;
    private boolean opens = true;
    private Remedy remedy = Remedy.CLOSE;
    private int openings;
    private int aborts;
    private int abortFailsEvery = 1;

    @Override
    public void committing(String transactionalId) {
        throw new TransactionException(remedy, "not committed");
    }

    @Override
    public void aborting(String transactionalId) {
        clock.advance(Duration.ofSeconds(1));
        if (++aborts % abortFailsEvery == 0) {
            throw new TransactionException(remedy, "not aborted");
        }
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

    /** Transactions that are aborted on purpose are successes, too. */
    @Test
    void continuesIfItOpensItsProducerAnewWithoutACommitInBetween() {
        TransactionClient client = client();
        perOpening = Duration.ofMinutes(1);
        abortFailsEvery = 2;

        for (int i = 0; i < 15; i++) {
            client.begin();
            assertThat(client.abort()).isEqualTo(i % 2 == 0 ? TransactionOutcome.ABORTED : TransactionOutcome.UNKNOWN);
        }
        assertThat(openings).isEqualTo(1 + 7);
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

    @Test
    void continuesAfterPollsThatFail() {
        var reader = new LoopReader(everySecondPollFails(), SystemClock.INSTANCE, errors, new Counter(), new Counter());

        reader.join();
        reader.forget();
        assertThat(reader.next().offset()).isEqualTo(2);
        assertThat(reader.until(NUMBER, Duration.ofMillis(1))).isEqualTo(3);

        assertThat(errors.take()).extracting(ErrorCount::count).containsExactly(3L);
    }

    @Test
    void aMessageThatFailsIsAReasonToAbortAndDoesNotAffectTheNextTransaction() {
        var sends = new LoopSends(SystemClock.INSTANCE, errors);
        sends.sending();
        sends.failed(0, 0, 0, 0, new IllegalStateException("too large"));

        assertThatExceptionOfType(TransactionException.class)
                .isThrownBy(sends::await)
                .withMessage("a message was not sent: IllegalStateException: too large")
                .satisfies(thrown -> assertThat(thrown.remedy()).isEqualTo(Remedy.ABORT));
        sends.settle();
        sends.sending();
        sends.acknowledged(0, 1, 0, 0);

        sends.await();
    }

    private TransactionClient client() {
        return new TransactionClient(
                new BrokenDriver((id, sequence) -> {}, this).open(DriverConfig.of(BrokenDriver.NAME)),
                "failing",
                List.of(),
                new RecordedSends(),
                clock,
                errors);
    }

    /** Each poll that does not fail reads the message, at the next offset. */
    private static Reader everySecondPollFails() {
        var polls = new AtomicInteger();
        return Doubles.of(Reader.class, (method, given) -> switch (method) {
            case "poll" -> poll(polls.getAndIncrement(), (ReceiveListener) given[1]);
            case "positions" -> polls.get() < 2 ? Map.of() : Map.of(0, 0L);
            default -> null;
        });
    }

    private static int poll(int number, ReceiveListener listener) {
        if (number % 2 == 0) {
            throw new DriverException("not now");
        }
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(NUMBER).array();
        listener.received(0, (number + 1) / 2, value, null);
        return 1;
    }
}
