package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that stands still until this is closed, or until this JVM has ended. A paused process cannot detect that by
 * itself, and would remain for ever. So a shell pauses it, waits for the end of its own standard input, which only this
 * JVM has open, and resumes the process. Used by one thread.
 */
record PausedProcess(long pid, Process shell) implements AutoCloseable {
    private static final String SCRIPT =
            "trap '' INT HUP TERM; kill -STOP \"$1\" && echo paused; read -r line; kill -CONT \"$1\"";
    private static final int SIGNAL_SECONDS = 10;

    /**
     * Pauses a process. Returns when it stands still.
     *
     * @throws DriverException if it cannot be stopped
     */
    static PausedProcess pause(long pid) {
        Process shell;
        try {
            shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(pid))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new DriverException("process " + pid + " cannot be paused: " + FailureText.of(e), e);
        }
        var paused = new PausedProcess(pid, shell);
        String answer = paused.answer();
        if (!answer.equals("paused")) {
            paused.close();
            throw new DriverException("process " + pid + " cannot be paused: " + answer);
        }
        return paused;
    }

    private String answer() {
        try {
            return CompletableFuture.supplyAsync(this::line).get(SIGNAL_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return "no answer within " + SIGNAL_SECONDS + " s";
        } catch (ExecutionException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private String line() {
        try {
            return String.valueOf(shell.inputReader(StandardCharsets.UTF_8).readLine());
        } catch (IOException e) {
            return e.toString();
        }
    }

    /**
     * Resumes the process. Returns when it runs.
     *
     * @throws DriverException if it is unknown whether it does
     */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS)) {
                throw new DriverException("process " + pid + " was paused, and may still be");
            }
        } catch (IOException e) {
            throw new DriverException("process " + pid + " was paused, and may still be: " + FailureText.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
