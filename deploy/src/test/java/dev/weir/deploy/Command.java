package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.stream.Stream;

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

    /** Starts {@code bin/NAME ARGUMENTS}; both outputs go into one file. A list stands for its elements. */
    static Command start(Path folder, String name, Object... arguments) {
        return startOf(HOME, folder, name, arguments);
    }

    /** Runs {@code bin/NAME ARGUMENTS} to its end, which must be a success, and returns what it printed. */
    static String run(Path folder, String name, Object... arguments) {
        try (Command command = start(folder, name, arguments)) {
            assertThat(command.exitStatus()).as(command.output()).isZero();
            return command.output();
        }
    }

    /** Starts a command of another installation. */
    static Command startOf(Path home, Path folder, String name, Object... arguments) {
        return startWords(folder, name, home.resolve("bin/" + name), List.of(arguments));
    }

    /** The same through another command, which is given it as its last arguments. */
    static Command startThrough(List<String> through, Path folder, String name, Object... arguments) {
        return startWords(folder, name, through, HOME.resolve("bin/" + name), List.of(arguments));
    }

    private static Stream<String> words(Object argument) {
        return argument instanceof List<?> list
                ? list.stream().flatMap(Command::words)
                : Stream.of(String.valueOf(argument));
    }

    private static Command startWords(Path folder, String name, Object... arguments) {
        List<String> words = words(List.of(arguments)).toList();
        try {
            Path output = Files.createTempFile(folder, name, ".out");
            Path temporary = Files.createDirectories(folder.resolve("tmp"));
            ProcessBuilder builder = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().put("WEIR_JAVA_OPTS", "-Xmx256m -Djava.io.tmpdir=" + temporary);
            // For brokers, too. So short a life is all warm-up, which takes half as long with C1 alone, and a fifth
            // less without the verification of class files.
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

    /** Fails if a temporary file is left. Processes may still run. */
    static void assertLeftNoTemporaryFile(Path folder) throws IOException {
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.startsWith("weir"));
        }
    }

    /** Fails if a temporary file, a journal, a partial result, or a process whose command line names this folder is left. */
    static void assertLeftNothing(Path folder) throws IOException {
        assertLeftNoTemporaryFile(folder);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.contains("journal") || name.endsWith(".partial"));
        }
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(command -> command.contains(folder.toString())))
                .isEmpty();
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
