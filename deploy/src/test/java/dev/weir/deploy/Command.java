package dev.weir.deploy;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A command of the tarball that runs as a process, with a folder and a temporary directory of its own. */
final class Command implements AutoCloseable {
    private static final Path HOME = Path.of(Objects.requireNonNull(System.getProperty("weir.home")));
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private final Process process;
    private final Path output;

    private Command(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Path home() {
        return HOME;
    }

    /** Starts {@code bin/NAME ARGUMENTS}; both outputs go into one file. */
    static Command start(Path folder, String name, String... arguments) {
        return startOf(HOME, folder, name, arguments);
    }

    /** The same, of another installation. */
    static Command startOf(Path home, Path folder, String name, String... arguments) {
        return start(List.of(), home, folder, name, arguments);
    }

    /** The same through another command, which is given it as its last arguments. */
    static Command startThrough(String[] through, Path folder, String name, String... arguments) {
        return start(List.of(through), HOME, folder, name, arguments);
    }

    private static Command start(List<String> through, Path home, Path folder, String name, String... arguments) {
        List<String> words = new ArrayList<>(through);
        words.add(home.resolve("bin/" + name).toString());
        words.addAll(List.of(arguments));
        try {
            Path output = Files.createTempFile(folder, name, ".out");
            Path temporary = Files.createDirectories(folder.resolve("tmp"));
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("WEIR_JAVA_OPTS", "-Xmx256m -Djava.io.tmpdir=" + temporary);
            return new Command(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end and gives its exit status. */
    int exitStatus() {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("it has not ended in time; it printed:\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits until it has printed a line that begins so, and gives the rest of the line. */
    String awaitLine(String beginning) {
        await("a line that begins with " + beginning)
                .atMost(LIMIT)
                .until(() -> !process.isAlive() || lines().stream().anyMatch(line -> line.startsWith(beginning)));
        return lines().stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError("it ended without that; it printed:\n" + output()))
                .substring(beginning.length());
    }

    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    String output() {
        return String.join("\n", lines());
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
