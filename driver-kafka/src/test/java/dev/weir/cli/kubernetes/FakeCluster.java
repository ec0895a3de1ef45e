package dev.weir.cli.kubernetes;

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

    /** Objects of a run, each as JSON. */
    record State(List<String> items) {
        static final State EMPTY = new State(List.of());

        /** Returns the objects as kubectl prints them. */
        String text() {
            return "{\"items\":[" + String.join(",", items) + "]}";
        }

        /** The objects that the chart makes for two workers, without pods. */
        static State installed() {
            return EMPTY.item("StatefulSet", "r-worker-1", "worker", """
                            "spec":{"replicas":2}""")
                    .item("Job", "r-run-1", "coordinator", """
                            "spec":{"template":{"spec":{
                              "securityContext":{"runAsUser":65532},
                              "volumes":[{"name":"tls"},{"name":"results","persistentVolumeClaim":{"claimName":"r-results"}}],
                              "containers":[{"name":"coordinator","image":"r/weir:1"}]
                            }}}""")
                    .item("PersistentVolumeClaim", "r-results", "", """
                            "status":{"phase":"Bound"}""");
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
            String state = container.equals("running") ? "\"running\":{}" : container;
            return pod(name, component, "Running", state, """
                    {"type":"Ready","status":"%s"}""".formatted(ready ? "True" : "False"));
        }

        /** Adds a pod that no node takes. */
        State unscheduled(String name, String component, String message) {
            return pod(name, component, "Pending", "\"waiting\":{\"reason\":\"ContainerCreating\"}", """
                    {"type":"Ready","status":"False"},
                    {"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"%s"}""".formatted(
                            message));
        }

        private State pod(String name, String component, String phase, String state, String conditions) {
            return item("Pod", name, component, """
                    "status":{"phase":"%s","containerStatuses":[{"name":"%s","state":{%s}}],"conditions":[%s]}""".formatted(phase, component, state, conditions));
        }

        /** Notes that the results were copied. */
        State fetched() {
            return new State(items.stream()
                    .map(each -> each.replace(
                            "\"name\":\"r-results\",",
                            "\"name\":\"r-results\",\"annotations\":{\"" + RunObjects.FETCHED + "\":\"true\"},"))
                    .toList());
        }

        private State item(String kind, String name, String component, String more) {
            String owner = component.equals("worker") ? "r-worker-1" : "r-run-1";
            String owners = kind.equals("Pod") ? ",\"ownerReferences\":[{\"name\":\"" + owner + "\"}]" : "";
            String item = """
                    {"kind":"%s","metadata":{"name":"%s","labels":{
                      "app.kubernetes.io/instance":"r","app.kubernetes.io/component":"%s"}%s},%s}""".formatted(kind, name, component, owners, more);
            return new State(Stream.concat(items.stream(), Stream.of(item)).toList());
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
