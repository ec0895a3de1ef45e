package dev.weir.cli.kubernetes;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs helm and kubectl that play a cluster: each look at the objects of a run returns the next state that a test has
 * given, the last one again and again until it is removed. {@code exec} runs its shell script on local files.
 */
final class FakeCluster {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String KUBECTL = """
            #!/bin/sh
            cd "$(dirname "$0")/.." || exit 9
            while :; do case "$1" in --context | --namespace) shift 2 ;; *) break ;; esac; done
            echo "kubectl $*" >>calls
            # The next file of a sequence; of states, only once helm has installed the run.
            next() {
              [ "$1" != state ] || [ -e installed ] || { echo state.1; return; }
              n=$(($(cat "$1.count" 2>/dev/null || echo 0) + 1))
              echo "$n" >"$1.count"
              while [ ! -e "$1.$n" ]; do n=$((n - 1)); done
              printf '%s' "$1.$n"
            }
            case "$*" in
              "get pods,jobs,statefulsets,persistentvolumeclaims "*)
                run=${*##*instance=}
                sed "s/r-reader/${run%% *}-reader/" "$(next state)" ;;
              "get events "*) cat events ;;
              "get "*"--output=name") [ -e removed ] || echo pod/stuck ;;
              "logs "*) . "./$(next log)" ;;
              "exec "*)
                for script; do :; done
                script=$(printf %s "$script" | sed "s#/data/results#$PWD/volume#")
                case "$*" in
                  *"exec -i"*) sh -c "$script" | sh "./$(next line)" ;;
                  *) sh -c "$script" ;;
                esac ;;
              "create -f -") cat >>created ;;
              "delete jobs,"*) touch removed ;;
            esac
            """;

    private static final String HELM = """
            #!/bin/sh
            cd "$(dirname "$0")/.." || exit 9
            while :; do case "$1" in --kube-context | --namespace) shift 2 ;; *) break ;; esac; done
            echo "helm $*" | sed 's# /[^ ]*# FILE#g' >>calls
            case "$1" in
              install | template)
                for word; do case "$word" in /*.json) cat "$word" >>values ;; esac; done
                [ ! -e install ] || . ./install
                [ "$1" = install ] || echo "kind: Rendered"
                touch installed ;;
              get) if [ -e mode ]; then echo '{"workloadName":"w","tls":{"mode":"'"$(cat mode)"'"}}'; else echo "Error: release: not found" >&2; exit 1; fi ;;
              list) cat releases ;;
            esac
            """;

    final Path folder;

    FakeCluster(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("volume"));
        write("bin/kubectl", KUBECTL);
        write("bin/helm", HELM);
        for (String each : List.of("kubectl", "helm")) {
            Files.setPosixFilePermissions(
                    folder.resolve("bin").resolve(each), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        write("events", "{\"items\":[]}");
        write("releases", "[]");
        write("mode", "values");
        write("line.1", "cat");
        write("log.1", "echo 2026-11-21T10:00:00.000000001Z hello");
    }

    Path programs() {
        return folder.resolve("bin");
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    String read(String name) throws IOException {
        return Files.exists(folder.resolve(name)) ? Files.readString(folder.resolve(name)) : "";
    }

    /** Returns the calls of helm and kubectl that contain a text. */
    List<String> calls(String containing) throws IOException {
        return read("calls").lines().filter(call -> call.contains(containing)).toList();
    }

    /** Gives the states that the next looks at the cluster return. */
    void states(State... states) throws IOException {
        for (int i = 0; i < states.length; i++) {
            write("state." + (i + 1), states[i].text());
        }
    }

    /** Puts a file into the results volume. */
    void result(String name, String text) throws IOException {
        Path file = folder.resolve("volume").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Objects of a run. */
    static final class State {
        private final ObjectNode root = JSON.createObjectNode();
        private final ArrayNode items = root.putArray("items");

        /** Returns the objects as kubectl prints them. */
        String text() {
            return root.toString();
        }

        /** The objects that the chart makes for two workers, without pods. */
        static State installed() {
            var state = new State();
            state.item("StatefulSet", "r-worker-1", "worker").putObject("spec").put("replicas", 2);
            ObjectNode spec = state.item("Job", "r-run-1", "coordinator")
                    .putObject("spec")
                    .putObject("template")
                    .putObject("spec");
            spec.putObject("securityContext").put("runAsUser", 65_532);
            spec.putArray("volumes").addObject().put("name", "tls");
            spec.withArray("volumes")
                    .addObject()
                    .put("name", "results")
                    .putObject("persistentVolumeClaim")
                    .put("claimName", "r-results");
            spec.putArray("containers").addObject().put("name", "coordinator").put("image", "r/weir:1");
            state.item("PersistentVolumeClaim", "r-results", "")
                    .putObject("status")
                    .put("phase", "Bound");
            return state;
        }

        /** Two workers that are ready, and the coordinator in this state. */
        static State running(String coordinator) {
            return installed()
                    .pod("r-worker-1-0", "worker", "running", true)
                    .pod("r-worker-1-1", "worker", "running", true)
                    .pod("r-run-1-abcde", "coordinator", coordinator, coordinator.equals("running"));
        }

        /** The same, and the pod that reads the results. */
        static State ended(int status) {
            return running("\"terminated\":{\"exitCode\":" + status + ",\"reason\":\""
                            + (status == 0 ? "Completed" : "Error") + "\"}")
                    .reader();
        }

        State reader() {
            return pod("r-reader", "reader", "running", true);
        }

        /**
         * Adds a pod.
         *
         * @param container state of its container as JSON without the outer braces, or {@code running}
         */
        State pod(String name, String component, String container, boolean ready) {
            ObjectNode pod = item("Pod", name, component);
            pod.withObject("/metadata")
                    .putArray("ownerReferences")
                    .addObject()
                    .put("name", component.equals("worker") ? "r-worker-1" : "r-run-1");
            ObjectNode status = pod.putObject("status").put("phase", "Running");
            ObjectNode told = status.putArray("containerStatuses").addObject().put("name", component);
            try {
                told.set(
                        "state",
                        JSON.readTree(container.equals("running") ? "{\"running\":{}}" : "{" + container + "}"));
            } catch (IOException e) {
                throw new IllegalArgumentException(container, e);
            }
            status.putArray("conditions").addObject().put("type", "Ready").put("status", ready ? "True" : "False");
            return this;
        }

        /** Adds a pod that no node takes. */
        State unscheduled(String name, String component, String message) {
            pod(name, component, "\"waiting\":{\"reason\":\"ContainerCreating\"}", false);
            ((ObjectNode) items.get(items.size() - 1))
                    .withObject("/status")
                    .put("phase", "Pending")
                    .withArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("reason", "Unschedulable")
                    .put("message", message);
            return this;
        }

        /** Notes that the results were copied. */
        State fetched() {
            items.forEach(each -> {
                if (each.path("kind").asText().equals("PersistentVolumeClaim")) {
                    ((ObjectNode) each).withObject("/metadata/annotations").put(RunObjects.FETCHED, "true");
                }
            });
            return this;
        }

        private ObjectNode item(String kind, String name, String component) {
            ObjectNode item = items.addObject().put("kind", kind);
            ObjectNode metadata = item.putObject("metadata").put("name", name);
            metadata.putObject("labels")
                    .put("app.kubernetes.io/instance", "r")
                    .put("app.kubernetes.io/component", component);
            return item;
        }
    }

    /** Returns the names of the files below a folder. */
    static List<String> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return new ArrayList<>(all.filter(Files::isRegularFile)
                    .map(each -> folder.relativize(each).toString())
                    .sorted()
                    .toList());
        }
    }
}
