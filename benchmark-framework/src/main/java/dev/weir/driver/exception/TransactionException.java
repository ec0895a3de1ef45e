package dev.weir.driver.exception;

import java.util.Objects;

/** What was asked of a transaction has not been done, and how a caller goes on. */
public final class TransactionException extends DriverException {
    private static final long serialVersionUID = 1;

    /** What a caller can do. */
    public enum Remedy {
        /** Abort the transaction, and begin a new one with the same messages. */
        ABORT,
        /** Ask the same again: whether it was done is unknown. */
        RETRY,
        /** Close: another producer has the transactional id, and goes on in its stead. */
        CLOSE
    }

    private final Remedy remedy;
    private final boolean late;

    /** Found by the driver itself. */
    public TransactionException(Remedy remedy, String message) {
        super(message);
        this.remedy = Objects.requireNonNull(remedy);
        this.late = remedy == Remedy.RETRY;
    }

    /** With the client's own reason. */
    public TransactionException(Remedy remedy, boolean late, String message, Throwable cause) {
        super(message, cause);
        this.remedy = Objects.requireNonNull(remedy);
        this.late = late;
    }

    public Remedy remedy() {
        return remedy;
    }

    /** Whether the reason is that no answer came in time. */
    public boolean isLate() {
        return late;
    }
}
