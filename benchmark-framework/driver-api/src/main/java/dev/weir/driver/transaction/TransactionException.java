package dev.weir.driver.transaction;

import dev.weir.driver.exception.DriverException;
import java.util.Objects;

/** Thrown if a call to a transaction was not carried out; states how the caller can continue. */
public final class TransactionException extends DriverException {
    private static final long serialVersionUID = 1;

    /** What a caller can do. */
    public enum Remedy {
        /** Abort the transaction, and begin a new one with the same messages. */
        ABORT,
        /** Repeat the call: whether it was carried out is unknown. */
        RETRY,
        /** Close the producer: another producer has taken over its transactional id. */
        CLOSE
    }

    private final Remedy remedy;
    private final boolean late;

    /** For failures that the driver itself detects. */
    public TransactionException(Remedy remedy, String message) {
        super(message);
        this.remedy = Objects.requireNonNull(remedy);
        this.late = remedy == Remedy.RETRY;
    }

    /** For failures that the client library reports. */
    public TransactionException(Remedy remedy, boolean late, String message, Throwable cause) {
        super(message, cause);
        this.remedy = Objects.requireNonNull(remedy);
        this.late = late;
    }

    public Remedy remedy() {
        return remedy;
    }

    /** Whether the call failed because no answer came in time. */
    public boolean isLate() {
        return late;
    }
}
