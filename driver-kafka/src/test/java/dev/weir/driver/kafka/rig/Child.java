package dev.weir.driver.kafka.rig;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process that the rig has started, and which ends no later than the rig does. One thread. */
final class Child implements AutoCloseable {
    private final String name;
    private final Process process;
    private final Path output;

    private Child(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    /**
     * Starts it. Its process id goes into the file {@code pids} of the folder, by which {@code bin/measure} ends what a
     * rig has left that was killed.
     */
    static Child start(String name, Path folder, List<String> command) {
        try {
            Path output = Files.createTempFile(folder, name, ".out");
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly, "end-of-" + name));
            Files.writeString(
                    folder.resolve("pids"), process.pid() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new Child(name, process, output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Lets it run. Fails if it ends. */
    void runFor(Duration time) {
        if (hasEndedWithin(time)) {
            throw failed("ended early");
        }
    }

    /** Waits until it has done what it was started for. */
    void awaitSuccess(Duration limit) {
        if (!hasEndedWithin(limit)) {
            throw failed("has not ended within " + limit.toSeconds() + " s");
        }
        if (process.exitValue() != 0) {
            throw failed("ended with status " + process.exitValue());
        }
    }

    /** Waits until it has printed a line that begins so, and gives the rest of the line. */
    String awaitLine(String beginning) {
        await(name + " to print " + beginning)
                .atMost(Duration.ofSeconds(60))
                .until(() -> !process.isAlive() || line(beginning).isPresent());
        return line(beginning).orElseThrow(() -> failed("ended without saying " + beginning));
    }

    private Optional<String> line(String beginning) {
        return output().lines()
                .filter(line -> line.startsWith(beginning))
                .map(line -> line.substring(beginning.length()))
                .findFirst();
    }

    private String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hasEndedWithin(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + name + " ran", e);
        }
    }

    private IllegalStateException failed(String what) {
        return new IllegalStateException(name + " " + what + "; it printed:\n" + output());
    }

    /** Asks first: a JVM that is killed leaves files of its own behind. */
    @Override
    public void close() {
        process.destroy();
        if (!hasEndedWithin(Duration.ofSeconds(5))) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }
}
