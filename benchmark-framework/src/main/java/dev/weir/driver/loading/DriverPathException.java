package dev.weir.driver.loading;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A driver path cannot be used. The message is for the person who gave it: one line, with the path in it. */
public final class DriverPathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Path dropIn;

    private DriverPathException(String message, @Nullable Throwable cause, @Nullable Path dropIn) {
        super(message, cause);
        this.dropIn = dropIn;
    }

    /** Of what a person has named. */
    static DriverPathException named(String message, @Nullable Throwable cause) {
        return new DriverPathException(message, cause, null);
    }

    /** Of a drop-in folder, or of what lies in it. */
    static DriverPathException droppedIn(Path folder, String message, @Nullable Throwable cause) {
        return new DriverPathException(message, cause, folder);
    }

    /** The drop-in folder in which the problem lies; empty if it is in what a person has named. */
    public Optional<Path> dropIn() {
        return Optional.ofNullable(dropIn);
    }
}
