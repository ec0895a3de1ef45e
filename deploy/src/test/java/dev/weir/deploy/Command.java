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
    private static final Duration LIMIT = Duration.ofSeconds(200);

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
        return start(words, folder, name);
    }

    /** Starts a class of these tests through another command. */
    static Command startMain(String[] through, Path folder, Class<?> main, String... arguments) {
        List<String> words = new ArrayList<>(List.of(through));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path"), main.getName()));
        words.addAll(List.of(arguments));
        return start(words, folder, main.getSimpleName());
    }

    private static Command start(List<String> words, Path folder, String name) {
        try {
            Path output = Files.createTempFile(folder, name, ".out");
            Path temporary = Files.createDirectories(folder.resolve("tmp"));
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("WEIR_JAVA_OPTS", "-Xmx256m -Djava.io.tmpdir=" + temporary);
            // For brokers, too. So short a life is all warm-up, which takes half as long with C1 alone, and a fifth
            // less
            // without the verification of class files.
            builder.environment()
                    .put(
                            "JDK_JAVA_OPTIONS",
                            "-XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote");
            return new Command(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end and gives its exit status. */
    int exitStatus() {
        return exitStatus(LIMIT);
    }

    /** The same, waiting longer. */
    int exitStatus(Duration limit) {
        if (!endsWithin(limit)) {
            throw new AssertionError("it has not ended in time; it printed:\n" + output());
        }
        return process.exitValue();
    }

    boolean endsWithin(Duration limit) {
        try {
            return process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits until it has printed a line that begins so, or has ended without. */
    void awaitLineOrEnd(String beginning) {
        awaitLinesOrEnd(beginning, 1);
    }

    /** Waits until it has printed so many lines that begin so; false if it has ended without. */
    boolean awaitLinesOrEnd(String beginning, int count) {
        await(count + " lines that begin with " + beginning)
                .atMost(LIMIT)
                .until(() -> !process.isAlive() || countOf(beginning) >= count);
        return countOf(beginning) >= count;
    }

    private long countOf(String beginning) {
        return lines().stream().filter(line -> line.startsWith(beginning)).count();
    }

    /** Waits until it has printed a line that begins so, and gives the rest of the line. */
    String awaitLine(String beginning) {
        awaitLineOrEnd(beginning);
        return lines().stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError("it ended without that; it printed:\n" + output()))
                .substring(beginning.length());
    }

    /** Of a worker: {@code host:port}. */
    String listeningAddress() {
        return awaitLine("listening on ").split("[, ]", 2)[0];
    }

    void signal(String name) {
        signal(name, List.of(pid()));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** To several at once. */
    static void signal(String name, List<Long> processes) {
        List<String> words = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(pid -> words.add(String.valueOf(pid)));
        try {
            new ProcessBuilder(words).start().waitFor();
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
            return Files.readAllLines(output).stream()
                    .filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it with all that it has started, and waits for their end: they write into the folder. */
    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(descendants());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        await("the end of " + all).atMost(LIMIT).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }
}
