package dev.weir.driver.loading;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown if a driver path cannot be used. The message is for the user: one line that contains the path. */
public final class DriverPathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Path dropIn;

    private DriverPathException(String message, @Nullable Throwable cause, @Nullable Path dropIn) {
        super(message, cause);
        this.dropIn = dropIn;
    }

    /** A problem with a path that the user named. */
    static DriverPathException named(String message, @Nullable Throwable cause) {
        return new DriverPathException(message, cause, null);
    }

    /** A problem with a drop-in folder or one of its entries. */
    static DriverPathException droppedIn(Path folder, String message, @Nullable Throwable cause) {
        return new DriverPathException(message, cause, folder);
    }

    /** The drop-in folder with the problem; empty if the user named the path. */
    public Optional<Path> dropIn() {
        return Optional.ofNullable(dropIn);
    }
}
