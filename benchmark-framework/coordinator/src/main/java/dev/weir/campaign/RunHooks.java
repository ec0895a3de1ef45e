package dev.weir.campaign;

import dev.weir.clock.Clock;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.workload.Hooks;
import dev.weir.workload.text.Secrets;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands around one run. Their output is written to a file beside the result. Used by one thread, except for
 * {@link #interrupt} and {@link #abandon}.
 */
final class RunHooks {
    private final Hooks hooks;
    private final Map<String, String> environment;
    private final Path output;
    private final List<String> secrets;
    private final Clock clock;
    private final List<HookResult> results = new ArrayList<>();
    private @Nullable Process running;
    private boolean mayBeInterrupted;
    private boolean interrupted;

    /**
     * @param output file for their output; its folder exists
     * @param secrets secrets of the run, which are removed from the output when a command has ended
     */
    RunHooks(Hooks hooks, Map<String, String> environment, Path output, List<String> secrets, Clock clock) {
        this.hooks = hooks;
        this.environment = Map.copyOf(environment);
        this.output = output;
        this.secrets = List.copyOf(secrets);
        this.clock = clock;
    }

    /** Runs the commands before the run, up to the first that fails; returns why the run must not begin. */
    Optional<String> beforeRun() {
        for (String command : hooks.beforeRun()) {
            HookResult result = run("beforeRun", command);
            if (!result.hasSucceeded()) {
                String ending = result.status()
                        .map(status -> "ended with status " + status)
                        .orElse("was killed");
                String shown = Secrets.without(secrets, command);
                return Optional.of("beforeRun: '" + shown + "' " + ending + ", see " + output.getFileName());
            }
        }
        return Optional.empty();
    }

    void afterRun() {
        hooks.afterRun().forEach(command -> run("afterRun", command));
    }

    List<HookResult> results() {
        return List.copyOf(results);
    }

    /** Kills the current command before the run. Commands after the run clean up, so they may finish. Any thread. */
    synchronized void interrupt() {
        interrupted = true;
        if (running != null && mayBeInterrupted) {
            kill(running);
        }
    }

    /** Kills the current command, because this process is about to end. Any thread. */
    synchronized void abandon() {
        if (running != null) {
            kill(running);
        }
    }

    private HookResult run(String when, String command) {
        String shown = Secrets.without(secrets, command);
        try {
            long begin = clock.epochNanos();
            say("--- " + when + ": " + shown);
            Optional<Integer> status = execute(command, when.equals("beforeRun"));
            double seconds = (clock.epochNanos() - begin) / 1e9;
            removeSecrets();
            String ending = status.map(code -> "status " + code).orElse("killed");
            say(String.format(Locale.ROOT, "--- %s after %.1f s", ending, seconds));
            var result = new HookResult(
                    when, shown, status, seconds, output.getFileName().toString());
            results.add(result);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + output, e);
        }
    }

    private Optional<Integer> execute(String command, boolean mayBeInterrupted) {
        try {
            Process process = start(command, mayBeInterrupted);
            try {
                return process.waitFor(hooks.timeout().toMillis(), TimeUnit.MILLISECONDS) && !isKilled(mayBeInterrupted)
                        ? Optional.of(process.exitValue())
                        : Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } finally {
                if (process.isAlive()) {
                    kill(process);
                }
                synchronized (this) {
                    running = null;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start sh for the hook '" + command + "'", e);
        }
    }

    private synchronized Process start(String command, boolean mayBeInterrupted) throws IOException {
        var builder = new ProcessBuilder("sh", "-c", command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.appendTo(output.toFile()))
                .redirectError(Redirect.appendTo(output.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        running = process;
        this.mayBeInterrupted = mayBeInterrupted;
        if (mayBeInterrupted && interrupted) {
            kill(process);
        }
        return process;
    }

    private synchronized boolean isKilled(boolean mayBeInterrupted) {
        return mayBeInterrupted && interrupted;
    }

    /** Finds the children first, then kills all: the children of an ended process cannot be found. */
    private static void kill(Process process) {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** The command itself writes the file, so that programs that it leaves running can go on writing. */
    private void removeSecrets() throws IOException {
        // Every byte is a character of this charset, whatever the output is.
        String text = Files.readString(output, StandardCharsets.ISO_8859_1);
        List<String> encoded = secrets.stream()
                .map(secret -> new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList();
        String redacted = Secrets.withoutLines(encoded, text);
        if (!redacted.equals(text)) {
            Files.writeString(output, redacted, StandardCharsets.ISO_8859_1);
        }
    }

    private void say(String line) throws IOException {
        Files.createDirectories(output.toAbsolutePath().getParent());
        Files.writeString(output, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
