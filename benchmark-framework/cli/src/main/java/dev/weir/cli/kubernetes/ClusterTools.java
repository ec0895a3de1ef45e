package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.bundle.TemporaryFolder;
import dev.weir.workload.yaml.Problems;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls helm and kubectl, so that a person's kubeconfig, contexts and credential plug-ins work as they do for these
 * programs. Used by one thread, except {@link #stop}.
 */
final class ClusterTools implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Enough for one request, also over a slow line with a credential plug-in. */
    private static final long REQUEST_MILLIS = 120_000;

    private static final String HELM_SITE = "https://helm.sh/docs/intro/install";
    private static final String KUBECTL_SITE = "https://kubernetes.io/docs/tasks/tools";

    private final NamespaceOptions place;
    private final List<Path> path;
    private final TemporaryFolder folder;
    private final CountDownLatch stop = new CountDownLatch(1);
    private int calls;

    /** Creates the tools of one command; {@link #require} searches the programs in the folders of the path. */
    ClusterTools(NamespaceOptions place, List<Path> path) {
        this.place = place;
        this.path = List.copyOf(path);
        try {
            this.folder = TemporaryFolder.create();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary folder", e);
        }
    }

    NamespaceOptions place() {
        return place;
    }

    /** Adds a problem for each program that is missing. */
    void require(Problems problems, String... programs) {
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

    ToolProcess kubectl(Optional<Path> input, List<String> words) {
        return start("kubectl", place.forKubectl(), input, folder.path().resolve("out" + calls), words);
    }

    ToolProcess kubectl(Path input, Path output, List<String> words) {
        return start("kubectl", place.forKubectl(), Optional.of(input), output, words);
    }

    ToolProcess helm(List<String> words) {
        return start("helm", place.forHelm(), Optional.empty(), folder.path().resolve("out" + calls), words);
    }

    private ToolProcess start(
            String program, List<String> options, Optional<Path> input, Path output, List<String> words) {
        List<String> command =
                new ArrayList<>(List.of(find(program).orElseThrow().toString()));
        command.addAll(options);
        command.addAll(words);
        Path errors = folder.path().resolve("err" + calls++);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(input.map(Path::toFile).orElseGet(() -> new File("/dev/null")))
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            return new ToolProcess(process, output, errors, stop);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + program, e);
        }
    }

    /** Runs kubectl to its end, and returns its output. */
    String request(String... words) {
        return finish("kubectl " + words[0], kubectl(Optional.empty(), List.of(words)));
    }

    void create(String manifest) {
        finish("kubectl create", kubectl(Optional.of(file("manifest", manifest)), List.of("create", "-f", "-")));
    }

    JsonNode json(String... words) {
        return json(request(words));
    }

    /** Makes requests that may fail for the moment; empty if one does. */
    <T> Optional<T> attempt(Supplier<T> requests) {
        try {
            return Optional.of(requests.get());
        } catch (KubernetesException e) {
            if (e.isInterrupted()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** Makes requests; empty if one fails with a message that contains the given text. Other failures are thrown. */
    static <T> Optional<T> tolerating(String failure, Supplier<T> requests) {
        try {
            return Optional.of(requests.get());
        } catch (KubernetesException e) {
            if (String.valueOf(e.getMessage()).contains(failure)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new KubernetesException("helm or kubectl returned no JSON: " + e.getOriginalMessage());
        }
    }

    /** Waits for a process, and returns its output if it succeeds. */
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
        try {
            folder.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder.path(), e);
        }
    }
}
