package dev.weir.driver.omb;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for results of a driver of OMB. */
final class Results {
    private Results() {}

    /**
     * Returns an object that a driver creates.
     *
     * @param what what it has to do, for messages
     * @throws DriverException if the driver fails, or does not create it in time
     */
    static <T> T await(String what, Duration deadline, Supplier<CompletableFuture<T>> creation) {
        try {
            return creation.get().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted before OMB's driver could " + what, e);
        } catch (TimeoutException e) {
            throw new DriverException(
                    "OMB's driver could not " + what + " within " + deadline.toSeconds()
                            + " s: check the system and the addresses in the driver file",
                    e);
        } catch (ExecutionException e) {
            throw new DriverException(
                    "OMB's driver cannot " + what + ": " + text(Objects.requireNonNullElse(e.getCause(), e)), e);
        } catch (RuntimeException | LinkageError e) {
            throw new DriverException("OMB's driver cannot " + what + ": " + text(e), e);
        }
    }

    /** Closes an object of a driver; a failure has no consequence. */
    static void close(String what, AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new DriverException(what + " cannot be closed: " + text(e), e);
        }
    }

    static String text(Throwable failure) {
        return failure instanceof LinkageError
                ? failure + ": put the libraries of the driver into the folder of --driver-path"
                : failure.toString();
    }
}
