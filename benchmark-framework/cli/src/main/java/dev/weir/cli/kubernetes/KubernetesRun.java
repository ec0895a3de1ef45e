package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.cli.kubernetes.ClusterTools.ToolProcess;
import dev.weir.cli.process.ExitStatus;
import dev.weir.clock.Deadline;
import dev.weir.workload.text.DurationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The steps of one run in a cluster: install, wait, follow, fetch, remove. Used by one thread. */
final class KubernetesRun {
    /** What a run consists of, whether Helm or a person created it. Owners of pods come before them. */
    private static final String KINDS =
            "jobs,statefulsets,pods,services,networkpolicies,configmaps,secrets,persistentvolumeclaims";

    /** What the hook leaves behind if it fails. */
    private static final String HOOK_KINDS = "roles,rolebindings,serviceaccounts";

    /** How long Helm may take after its own deadline. */
    private static final Duration HELM_END = Duration.ofSeconds(30);

    /** A coordinator that is asked to end has 2 minutes to write its result. */
    private static final Duration MAX_REMOVAL = Duration.ofMinutes(3);

    private final ClusterTools tools;
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final StartProgress progress = new StartProgress();
    private boolean present;

    KubernetesRun(ClusterTools tools, String name, PrintWriter out, PrintWriter err) {
        this.tools = tools;
        this.name = name;
        this.out = out;
        this.err = err;
    }

    /** Notes that objects of the run exist in the cluster. */
    void isPresent() {
        present = true;
    }

    /** Returns what a person can do with a run that stays in the cluster; empty if nothing does. */
    Optional<String> left() {
        NamespaceOptions place = tools.place();
        String text = "run " + name + " stays in " + place.text() + ". Continue with:\n  "
                + place.command("fetch " + name) + "    prints its log until it ends, and copies its results\n  "
                + place.command("down " + name) + "    removes it";
        return Optional.of(text).filter(any -> present);
    }

    /** Creates all objects of the run with these words of {@code helm install}: name, chart, values and others. */
    void install(List<String> words, Duration limit) {
        List<String> all = new ArrayList<>(List.of("install"));
        all.addAll(words);
        // Only a hook makes Helm wait.
        all.addAll(List.of("--timeout", limit.toSeconds() + "s"));
        present = true;
        Deadline end = tools.after(limit.plus(HELM_END));
        try (ToolProcess helm = tools.helm(all)) {
            while (!helm.ended(tools.pollMillis())) {
                objects().ifPresent(progress::show);
                if (end.isOver()) {
                    throw new KubernetesException("helm install did not end within " + DurationText.of(limit));
                }
            }
            if (!helm.hasSucceeded()) {
                // Then the objects with this name are of another run, which began in the same second.
                present = !helm.errors().contains("cannot re-use a name");
                throw new KubernetesException("helm install failed: " + helm.errors() + progress.reasons());
            }
        }
        if (required().job().isEmpty()) {
            throw new KubernetesException("the chart made no coordinator: remove coordinator.enabled from the values");
        }
    }

    /**
     * Waits until all pods of the run are ready, or the coordinator has ended. Throws the reason of each pod that is not
     * ready in time.
     */
    void awaitStart(Duration limit) {
        await("run " + name + " did not start", limit, progress, objects -> {
            progress.show(objects);
            return objects.isStarted();
        });
    }

    /** Fails if nothing of the run exists. */
    void requirePresent() {
        if (required().items().isEmpty()) {
            throw missing();
        }
    }

    private KubernetesException missing() {
        present = false;
        return new KubernetesException("there is no run " + name + " in "
                + tools.place().text() + ": '" + tools.place().command("fetch") + "' lists all");
    }

    private void await(String failure, Duration limit, StartProgress shown, Predicate<RunObjects> isDone) {
        tools.await(limit, () -> objects().filter(isDone).isPresent(), () -> {
            // Fails with its own message if the cluster is out of reach.
            required();
            return failure + ": after " + DurationText.of(limit) + ", " + shown.ready + shown.reasons()
                    + "\nCorrect the reasons above, or allow more time with --timeout";
        });
    }

    /** Prints the coordinator's log until it ends. Returns its exit status. */
    int follow() {
        return new LogFollower(tools, out, err, this::objects).follow();
    }

    /** Waits until a run has started, and follows it. Returns 0 if the coordinator's pod no longer exists. */
    int awaitEnd(Duration limit) {
        if (required().job().isEmpty()) {
            throw missing();
        }
        // Once begun, a run can go on without some of its workers.
        if (!required().hasBegun()) {
            awaitStart(limit);
        }
        return required().coordinator().isPresent() ? follow() : ExitStatus.OK;
    }

    /** Copies the results of a run that has ended. Returns the copies. */
    List<Path> fetch(Path folder, Duration limit) {
        RunObjects objects = required();
        JsonNode job = objects.job().orElseThrow(this::missing);
        var fetch = new ResultFetch(tools, name, folder);
        fetch.startReader(job);
        List<Path> files;
        try {
            var shown = new StartProgress();
            await("the pod that reads the results did not start", limit, shown, now -> {
                Optional<JsonNode> reader = now.pod(fetch.reader());
                reader.ifPresent(pod -> shown.show(new RunObjects(List.of(pod))));
                return reader.filter(pod -> pod.at("/status/phase").asText().equals("Running"))
                        .isPresent();
            });
            files = fetch.copy();
        } finally {
            tools.attempt(() -> fetch.stopReader("--wait=false"));
        }
        String fetched = RunObjects.FETCHED + "=true";
        objects.claim()
                .map(RunObjects::name)
                .ifPresent(claim -> tools.request("annotate", "persistentvolumeclaim", claim, fetched, "--overwrite"));
        return files;
    }

    /** Removes the run, with {@code discard} also results that were not copied. Returns whether the run existed. */
    boolean remove(boolean discard) {
        RunObjects objects = required();
        if (!discard && objects.claim().isPresent() && objects.hasBegun() && !objects.isFetched()) {
            throw new KubernetesException("the results of run " + name + " were not copied: copy them first with "
                    + tools.place().command("fetch " + name) + ", or add --discard-results");
        }
        Optional<JsonNode> values = values();
        if (values.isEmpty() && objects.items().isEmpty()) {
            present = false;
            return false;
        }
        // The release is removed last: so a removal that was interrupted can be repeated.
        delete(KINDS);
        if (values.filter(each -> each.at("/tls/mode").asText().equals("hook")).isPresent()) {
            removeHook();
        }
        if (values.isPresent()) {
            // What the hook would remove is removed, and pods may be what does not start here.
            ClusterTools.finish("helm uninstall", tools.helm(List.of("uninstall", name, "--no-hooks")));
            // cert-manager may have issued certificates again until its objects were removed.
            delete(KINDS);
        }
        awaitRemoval();
        present = false;
        return true;
    }

    private void removeHook() {
        // It cannot give its Secrets labels.
        String chart = chartName();
        tools.request("delete", "secret", chart + "-worker-tls", chart + "-coordinator-tls", "--ignore-not-found");
        // A user without rights on these objects has not created them.
        ClusterTools.tolerating("forbidden", () -> {
            delete(HOOK_KINDS);
            return name;
        });
    }

    /** Returns the beginning of the names of objects, as {@code weir.name} of the chart makes it. */
    private String chartName() {
        String whole = name.contains("weir") ? name : name + "-weir";
        return whole.substring(0, Math.min(40, whole.length())).replaceFirst("-$", "");
    }

    private void delete(String kinds) {
        tools.request("delete", kinds, "--selector", RunObjects.selector(name), "--wait=false", "--ignore-not-found");
    }

    private void awaitRemoval() {
        List<String> rest = new ArrayList<>();
        tools.await(
                MAX_REMOVAL,
                () -> {
                    rest.clear();
                    tools.request("get", KINDS, "--selector", RunObjects.selector(name), "--output=name")
                            .lines()
                            .forEach(rest::add);
                    return rest.isEmpty();
                },
                () -> "still being deleted after " + DurationText.of(MAX_REMOVAL) + ": " + String.join(", ", rest));
        out.println("run " + name + " is removed");
    }

    /** Returns the values of the run's release; empty if there is no release, or one of another chart. */
    private Optional<JsonNode> values() {
        List<String> words = List.of("get", "values", name, "--all", "--output=json");
        return ClusterTools.tolerating("not found", () -> ClusterTools.finish("helm get values", tools.helm(words)))
                .map(ClusterTools::json)
                .filter(values -> values.has("workloadName"));
    }

    private RunObjects required() {
        return RunObjects.of(
                tools.json("get", RunObjects.KINDS, "--selector", RunObjects.selector(name), "--output=json"));
    }

    /** Returns the objects; empty if the cluster is out of reach for the moment. */
    private Optional<RunObjects> objects() {
        return tools.attempt(this::required);
    }

    int copied(List<Path> files, int status) {
        if (files.isEmpty()) {
            err.println("the run has written no results");
            return status == ExitStatus.OK ? ExitStatus.FAILED : status;
        }
        out.println("copied " + files.size() + " files, whose digests agree:");
        files.stream()
                .map(Path::toString)
                .filter(each -> each.endsWith(".json") || each.endsWith(".html"))
                .forEach(each -> out.println("  " + each));
        return status;
    }

    /** Prints how many pods of a run are ready and why others are not, each change as one line. */
    private final class StartProgress {
        private String ready = "no pod is ready";
        private List<String> obstacles = List.of();

        void show(RunObjects objects) {
            String now = objects.ready() + " of " + Math.max(objects.expected(), 1) + " pods are ready";
            if (!now.equals(ready)) {
                out.println(now);
            }
            ready = now;
            List<String> before = obstacles;
            obstacles = objects.isStarted() ? List.of() : objects.obstacles(warnings());
            obstacles.stream().filter(each -> !before.contains(each)).forEach(each -> out.println("  " + each));
        }

        /** A person may have no right to read events. The status of the pods has most reasons, too. */
        private JsonNode warnings() {
            return tools.attempt(() -> tools.json("get", "events", "--field-selector=type=Warning", "--output=json"))
                    .orElseGet(JsonNodeFactory.instance::objectNode);
        }

        String reasons() {
            return obstacles.stream().map(each -> "\n  " + each).collect(Collectors.joining());
        }
    }
}
