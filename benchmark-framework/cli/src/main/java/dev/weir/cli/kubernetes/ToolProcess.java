package dev.weir.cli.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A helm or kubectl that runs. Its output goes into files, so that no pipe fills up and one thread can wait for it, read
 * its output and look at the cluster in turn. Used by one thread.
 */
final class ToolProcess implements AutoCloseable {
    private static final int MAX_END_SECONDS = 10;
    private static final Pattern LOGGED = Pattern.compile("[EWI][0-9]{4} [0-9:.]+ +[0-9]+ ");

    private final Process process;
    private final Path output;
    private final Path errors;
    private final CountDownLatch stop;

    ToolProcess(Process process, Path output, Path errors, CountDownLatch stop) {
        this.process = process;
        this.output = output;
        this.errors = errors;
        this.stop = stop;
    }

    /** Waits for the end of the process, but no longer than this. Returns whether it has ended. */
    boolean ended(long millis) {
        try {
            // In steps, since nothing waits for a process and a latch at once.
            for (long left = millis; left > 0 && stop.getCount() > 0; left -= 50) {
                if (process.waitFor(Math.min(left, 50), TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubernetesException.interrupted();
        }
        if (stop.getCount() == 0) {
            throw KubernetesException.interrupted();
        }
        return !process.isAlive();
    }

    boolean hasSucceeded() {
        return !process.isAlive() && process.exitValue() == 0;
    }

    Path output() {
        return output;
    }

    String text() {
        return text(output);
    }

    /** Returns its error messages, without the log lines of kubectl's libraries, which repeat them many times. */
    String errors() {
        return text(errors)
                .lines()
                .filter(line -> !LOGGED.matcher(line).lookingAt())
                .collect(Collectors.joining("\n"))
                .strip();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Ends the process, if it still runs, with the credential plug-ins that it has started. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(MAX_END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(errors);
            Files.deleteIfExists(output);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + e.getMessage(), e);
        }
    }
}
