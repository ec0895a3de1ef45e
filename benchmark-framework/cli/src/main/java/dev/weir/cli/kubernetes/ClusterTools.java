package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.bundle.TemporaryFolder;
import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls helm and kubectl, so that a person's kubeconfig, contexts and credential plug-ins work as they do for these
 * programs. Used by one thread, except {@link #stop}.
 */
final class ClusterTools implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Enough for one request, also over a slow line with a credential plug-in. */
    private static final long REQUEST_MILLIS = 120_000;

    private static final Path NO_INPUT = Path.of("/dev/null");
    private static final String HELM_SITE = "https://helm.sh/docs/intro/install";
    private static final String KUBECTL_SITE = "https://kubernetes.io/docs/tasks/tools";

    private final NamespaceOptions place;
    private final List<Path> path;
    private final Clock clock;
    private final long pollMillis;
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final CountDownLatch stop = new CountDownLatch(1);
    private int calls;

    /**
     * Creates the tools of one command.
     *
     * @param path folders in which {@link #require} searches the programs
     * @param pollMillis pause between two looks at the cluster
     */
    ClusterTools(NamespaceOptions place, List<Path> path, Clock clock, long pollMillis) {
        this.place = place;
        this.path = List.copyOf(path);
        this.clock = clock;
        this.pollMillis = pollMillis;
    }

    NamespaceOptions place() {
        return place;
    }

    long pollMillis() {
        return pollMillis;
    }

    Deadline after(Duration limit) {
        return Deadline.after(clock, limit);
    }

    void require(Problems problems, List<String> programs) {
        for (String each : programs) {
            if (find(each).isEmpty()) {
                problems.error(
                        each,
                        "is not on the PATH: install it, see " + (each.equals("helm") ? HELM_SITE : KUBECTL_SITE));
            }
        }
    }

    private Optional<Path> find(String program) {
        return path.stream()
                .map(each -> each.resolve(program))
                .filter(each -> Files.isRegularFile(each) && Files.isExecutable(each))
                .findFirst();
    }

    /** Ends all waiting with {@link KubernetesException#interrupted}. Any thread. */
    void stop() {
        stop.countDown();
    }

    void pause(long millis) {
        try {
            if (stop.await(millis, TimeUnit.MILLISECONDS)) {
                throw KubernetesException.interrupted();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KubernetesException.interrupted();
        }
    }

    /** Looks at the cluster until something is done; fails with a message after the limit. */
    void await(Duration limit, BooleanSupplier isDone, Supplier<String> failure) {
        Deadline end = after(limit);
        while (!isDone.getAsBoolean()) {
            if (end.isOver()) {
                throw new KubernetesException(failure.get());
            }
            pause(pollMillis);
        }
    }

    /** Writes a file that only this user can read, which is deleted with these tools. */
    Path file(String name, String text) {
        try {
            return Files.writeString(folder.path().resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write into " + folder.path(), e);
        }
    }

    Path folder() {
        return folder.path();
    }

    ToolProcess kubectl(List<String> words) {
        return kubectl(NO_INPUT, newOutput(), words);
    }

    ToolProcess kubectl(Path input, Path output, List<String> words) {
        return start("kubectl", place.forKubectl(), input, output, words);
    }

    ToolProcess helm(List<String> words) {
        return start("helm", place.forHelm(), NO_INPUT, newOutput(), words);
    }

    private Path newOutput() {
        return folder.path().resolve("out" + calls);
    }

    private ToolProcess start(String program, List<String> options, Path input, Path output, List<String> words) {
        List<String> command =
                new ArrayList<>(List.of(find(program).orElseThrow().toString()));
        command.addAll(options);
        command.addAll(words);
        Path errors = folder.path().resolve("err" + calls++);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(input.toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            return new ToolProcess(process, output, errors, stop);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + program, e);
        }
    }

    String request(String... words) {
        return finish("kubectl " + words[0], kubectl(List.of(words)));
    }

    void create(String manifest) {
        finish("kubectl create", kubectl(file("manifest", manifest), newOutput(), List.of("create", "-f", "-")));
    }

    JsonNode json(String... words) {
        return json(request(words));
    }

    /** Makes requests that may fail for the moment; empty if one does. */
    <T> Optional<T> attempt(Supplier<T> requests) {
        return tolerating("", requests);
    }

    /**
     * Makes requests; empty if one fails with a message that contains the given text. An empty text matches each message.
     * Interruptions and other failures are thrown.
     */
    static <T> Optional<T> tolerating(String failure, Supplier<T> requests) {
        try {
            return Optional.of(requests.get());
        } catch (KubernetesException e) {
            if (e.isInterrupted() || !String.valueOf(e.getMessage()).contains(failure)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new KubernetesException("helm or kubectl returned no JSON: " + e.getOriginalMessage());
        }
    }

    static String finish(String what, ToolProcess process) {
        try (process) {
            if (!process.ended(REQUEST_MILLIS)) {
                throw new KubernetesException(what + " did not end within " + REQUEST_MILLIS / 1_000 + " s");
            }
            if (!process.hasSucceeded()) {
                throw new KubernetesException(what + " failed: " + process.errors());
            }
            return process.text();
        }
    }

    @Override
    public void close() {
        folder.close();
    }

    /**
     * A helm or kubectl that runs. Its output goes into files, so that no pipe fills up and one thread can wait for it, read
     * its output and look at the cluster in turn. Used by one thread.
     *
     * @param stop ends all waiting
     */
    record ToolProcess(Process process, Path output, Path errorOutput, CountDownLatch stop) implements AutoCloseable {
        private static final int MAX_END_SECONDS = 10;
        private static final Pattern LOGGED = Pattern.compile("[EWI][0-9]{4} [0-9:.]+ +[0-9]+ ");

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

        String text() {
            return text(output);
        }

        /** Returns its error messages, without the log lines of kubectl's libraries, which repeat them many times. */
        String errors() {
            return text(errorOutput)
                    .lines()
                    .filter(line -> !LOGGED.matcher(line).lookingAt())
                    .collect(Collectors.joining("\n"))
                    .strip();
        }

        private static String text(Path file) {
            try {
                return Files.readString(file);
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
                Files.deleteIfExists(errorOutput);
                Files.deleteIfExists(output);
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + e.getMessage(), e);
            }
        }
    }
}
