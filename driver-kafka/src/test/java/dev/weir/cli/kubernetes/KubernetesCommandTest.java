package dev.weir.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.cli.CommandTest;
import dev.weir.cli.kubernetes.FakeCluster.State;
import dev.weir.workload.yaml.Problems.InputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands of {@code k8s} with programs that play a cluster. deploy/tests has a real API server. */
class KubernetesCommandTest extends CommandTest {
    private static final String PULL =
            "\"waiting\":{\"reason\":\"ImagePullBackOff\",\"message\":\"Back-off pulling image r/weir:1\"}";

    private FakeCluster cluster;
    private Path results;
    private final List<String> files = new ArrayList<>();

    @BeforeEach
    void makeCluster() throws IOException {
        cluster = new FakeCluster(folder.resolve("cluster"));
        results = folder.resolve("results");
        Path driver = Files.writeString(folder.resolve("driver.yaml"), """
                name: Kafka
                driver: kafka
                replicationFactor: 3
                topicConfig: ''
                commonConfig: bootstrap.servers=kafka:9092
                producerConfig: ''
                consumerConfig: ''
                """);
        files.addAll(List.of("-d", driver.toString(), "--image=r/weir:1", workload.toString()));
    }

    /** Returns the exit status. What it prints replaces what the command before it has printed. */
    private int k8s(List<Path> path, String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        // Each look at the clock takes 5 s: so deadlines pass without waiting.
        var now = new AtomicLong(1_795_000_000_000_000_000L);
        var command = new KubernetesCommand(Path.of("/chart"), path, () -> now.addAndGet(5_000_000_000L), 1);
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                // Tests override options that each run gives.
                .setOverwrittenOptionsAllowed(true)
                .setExecutionExceptionHandler((error, any, parsed) -> {
                    if (error instanceof InputException) {
                        err.append(error.getMessage());
                        return 2;
                    }
                    throw error;
                })
                .execute(words);
    }

    private int k8s(String... words) {
        return k8s(List.of(cluster.programs()), words);
    }

    private int run(String... further) {
        List<String> words = new ArrayList<>(List.of("run", "--workers=2", "-o", results.toString()));
        words.addAll(files);
        words.addAll(List.of(further));
        return k8s(words.toArray(String[]::new));
    }

    private String createdRun() throws IOException {
        return cluster.calls("helm install").get(0).split(" ", -1)[2];
    }

    @Test
    void installsFollowsCopiesRemovesAndEndsWithTheStatusOfTheCoordinator() throws IOException {
        // Helm looks, then the wait for pods, the log and the copies.
        cluster.states(State.installed(), State.installed(), State.running("running"), State.ended(99));
        cluster.result("tiny.json", "{}");
        cluster.result("campaign/1.html", "<html>");

        int status = run("--context=c", "-n", "lab");

        assertThat(err.toString()).isEmpty();
        assertThat(status).isEqualTo(99);
        assertThat(createdRun()).matches("weir-tiny-[0-9]{8}-[0-9]{6}");
        assertThat(out.toString())
                .contains("run " + createdRun() + " in namespace lab, context c: 1 coordinator and 2 workers\n")
                .contains("no pod was made for this StatefulSet", "3 of 3 pods are ready", "\nhello\n")
                .contains("copied 2 files", results.resolve("campaign/1.html").toString())
                .endsWith("run " + createdRun() + " is removed\n");
        assertThat(FakeCluster.files(results)).containsExactly("campaign/1.html", "tiny.json");
        assertThat(cluster.calls("annotate")).hasSize(1);
        assertThat(cluster.calls("helm uninstall " + createdRun())).hasSize(1);
        assertThat(cluster.calls("delete jobs,statefulsets,pods,").get(0))
                .contains("secrets,persistentvolumeclaims", "app.kubernetes.io/instance=" + createdRun());
    }

    @Test
    void givesTheChartTheFilesAndNewCertificates() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("tiny.json", "{}");
        Path values = Files.writeString(folder.resolve("mine.yaml"), "worker: {cpu: '8'}");

        run("--values", values.toString(), "--create-namespace");

        List<JsonNode> given = new ArrayList<>();
        new ObjectMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(cluster.read("values"))
                .forEachRemaining(given::add);
        assertThat(given.get(0).at("/tls/mode").asText()).isEqualTo("values");
        assertThat(given.get(0).at("/tls/certificates/worker/key").asText()).startsWith("-----BEGIN PRIVATE KEY");
        assertThat(given.get(1).at("/image/repository").asText()).isEqualTo("r/weir");
        assertThat(given.get(1).at("/worker/replicas").asInt()).isEqualTo(2);
        assertThat(given.get(1).at("/workloadName").asText()).isEqualTo("tiny");
        assertThat(given.get(1).at("/workload").asText()).isEqualTo(Files.readString(workload));
        // Values of the person come after the certificates and before what the command line gives.
        assertThat(cluster.calls("helm install").get(0))
                .contains("FILE --values FILE --values FILE --values FILE --create-namespace --timeout 600s");
    }

    @Test
    void reportsACoordinatorThatKubernetesEnded() throws IOException {
        cluster.states(State.running("\"terminated\":{\"exitCode\":137,\"reason\":\"OOMKilled\"}")
                .reader());

        assertThat(run()).isEqualTo(137);

        assertThat(err.toString())
                .contains("Kubernetes ended the coordinator: OOMKilled; raise coordinator.memory in the values")
                .contains("the run has written no results");
    }

    @Test
    void failsIfARunThatSucceededHasNoResults() throws IOException {
        cluster.states(State.ended(0));

        assertThat(run()).isEqualTo(1);
    }

    @Test
    void namesPodsThatDoNotStartWithTheReasons() throws IOException {
        String message = "0/3 nodes are available: 3 Insufficient cpu.";
        cluster.states(State.installed()
                .unscheduled("r-worker-1-0", "worker", message)
                .unscheduled("r-worker-1-1", "worker", message)
                .pod("r-run-1-abcde", "coordinator", PULL, false));

        assertThat(run("--timeout=10s")).isEqualTo(1);

        assertThat(err.toString())
                .contains("did not start: after 10s, 0 of 3 pods are ready\n  r-worker-1-0 and 1 more: Unschedulable: "
                        + message + "\n  r-run-1-abcde: ImagePullBackOff: Back-off pulling image r/weir:1\n");
        // Each reason is printed once while it lasts.
        assertThat(out.toString()).containsOnlyOnce("Insufficient cpu").containsOnlyOnce("ImagePullBackOff");
        assertThat(out.toString()).endsWith("run " + createdRun() + " is removed\n");
    }

    @Test
    void namesTheEventOfAPodOrAJobThatDoesNotStartAndAWorkerThatCrashes() throws IOException {
        cluster.states(State.installed()
                .pod("r-worker-1-0", "worker", "\"waiting\":{\"reason\":\"ContainerCreating\"}", false)
                .pod("r-worker-1-1", "worker", "\"terminated\":{\"exitCode\":2,\"reason\":\"Error\"}", false));
        cluster.write("events", """
                {"items":[
                  {"lastTimestamp":"2026-11-21T10:00:02Z","involvedObject":{"kind":"Pod","name":"r-worker-1-0"},"reason":"FailedMount","message":"secret not found"},
                  {"lastTimestamp":"2026-11-21T10:00:01Z","involvedObject":{"kind":"Pod","name":"r-worker-1-0"},"reason":"Old","message":"old"},
                  {"lastTimestamp":"2026-11-21T10:00:01Z","involvedObject":{"kind":"Job","name":"r-run-1"},"reason":"FailedCreate","message":"exceeded quota"}
                ]}""");

        run("--timeout=1s");

        assertThat(err.toString())
                .contains("r-worker-1-0: FailedMount: secret not found")
                .contains("r-worker-1-1: a container ended with status 2 (Error); kubectl logs r-worker-1-1 shows")
                .contains("r-run-1: no pod was made for this Job: FailedCreate: exceeded quota");
    }

    @Test
    void printsWhyHelmFailed() throws IOException {
        cluster.states(State.EMPTY);
        Files.delete(cluster.folder.resolve("mode"));
        cluster.write("install", "echo 'Error: create: namespaces \"lab\" not found' >&2; exit 1");

        assertThat(run("-n", "lab")).isEqualTo(1);

        assertThat(err.toString()).isEqualTo("helm install failed: Error: create: namespaces \"lab\" not found\n");
    }

    /** Two runs that begin in the same second have the same name. */
    @Test
    void leavesAnotherRunWithTheSameName() throws IOException {
        cluster.states(State.ended(0));
        cluster.write("install", "echo 'INSTALLATION FAILED: cannot re-use a name that is still in use' >&2; exit 1");

        assertThat(run("-n", "lab")).isEqualTo(1);

        assertThat(err.toString()).contains("cannot re-use a name");
        assertThat(cluster.calls("delete")).isEmpty();
        assertThat(cluster.calls("helm uninstall")).isEmpty();
    }

    @Test
    void leavesOutLogLinesOfKubectl() throws IOException {
        cluster.write("bin/kubectl", """
                #!/bin/sh
                echo 'E1125 22:59:08.289538    3478 memcache.go:265] "Unhandled Error"' >&2
                echo "The connection to the server localhost:8080 was refused" >&2
                exit 1
                """);

        assertThat(k8s("down", "r")).isEqualTo(1);

        assertThat(err.toString())
                .startsWith("kubectl get failed: The connection to the server localhost:8080 was refused\n");
    }

    @Test
    void printsEachLineOnceAlthoughTheLogIsLost() throws IOException {
        cluster.write("log.1", """
                echo 2026-11-21T10:00:00.000000001Z one
                echo 2026-11-21T10:00:00.000000002Z two
                printf '2026-11-21T10:00:00.000000003Z to'
                exit 1
                """);
        cluster.write("log.2", """
                echo 2026-11-21T10:00:00.000000001Z one
                echo 2026-11-21T10:00:00.000000002Z two
                echo 2026-11-21T10:00:00.000000002Z at the same time
                echo 2026-11-21T10:00:00.000000003Z torn
                cp ended state.1
                """);
        cluster.write("ended", State.ended(0).text());
        cluster.states(State.running("running"));
        cluster.result("tiny.json", "{}");

        assertThat(run()).isZero();

        assertThat(out.toString()).contains("ready\none\ntwo\nat the same time\ntorn\n");
        assertThat(err.toString()).isEqualTo("the connection to the log was lost; connecting again\n");
        assertThat(cluster.calls("logs ").get(1)).contains("--since-time=2026-11-21T10:00:00.000000002Z");
    }

    @Test
    void printsTheEndOfALogThatWasLostWhenTheRunEnded() throws IOException {
        cluster.states(State.running("running"));
        cluster.write("log.1", "echo 2026-11-21T10:00:00.000000001Z one; cp ended state.1; exit 1");
        cluster.write("log.2", "echo 2026-11-21T10:00:00.000000002Z two");
        cluster.write("ended", State.ended(0).text());

        run();

        assertThat(out.toString()).contains("one\ntwo\n");
    }

    @Test
    void copiesAgainWhatDidNotArriveCompletely() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("a.json", "first");
        cluster.result("b.hlog", "second");
        cluster.write("line.1", "head -c 8");
        cluster.write("line.2", "sed s/second/broken/");
        cluster.write("line.3", "cat");

        assertThat(run()).isZero();

        assertThat(Files.readString(results.resolve("b.hlog"))).isEqualTo("second");
        assertThat(FakeCluster.files(results)).containsExactly("a.json", "b.hlog");
        assertThat(cluster.calls("exec -i")).hasSize(3);
    }

    @Test
    void removesNothingIfTheResultsCannotBeCopied() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("a.json", "first");
        cluster.write("line.1", "head -c 2");

        assertThat(run("-n", "lab")).isEqualTo(1);

        assertThat(err.toString())
                .contains("1 of 1 result files were not copied completely in 3 attempts, the first is a.json")
                .contains("run " + createdRun() + " stays in namespace lab. Continue with:")
                .contains("bin/benchmark k8s fetch " + createdRun() + " --namespace lab");
        assertThat(cluster.calls("helm uninstall")).isEmpty();
        assertThat(cluster.calls("delete jobs,")).isEmpty();
        // The pod that reads the volume is removed in any case.
        assertThat(cluster.calls("delete pod " + createdRun() + "-reader")).hasSize(2);
        assertThat(FakeCluster.files(results)).isEmpty();
    }

    @Test
    void overwritesNoResult() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("a.json", "new");
        cluster.result("b.json", "same");
        Files.createDirectories(results);
        Files.writeString(results.resolve("a.json"), "old");
        Files.writeString(results.resolve("b.json"), "same");

        assertThat(run()).isEqualTo(1);

        assertThat(err.toString()).contains(results.resolve("a.json") + " exists with another content");
        assertThat(Files.readString(results.resolve("a.json"))).isEqualTo("old");
    }

    @Test
    void keepsEverythingOnRequest() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("a.json", "x");

        assertThat(run("--keep")).isZero();

        assertThat(cluster.calls("helm uninstall")).isEmpty();
        assertThat(out.toString()).contains("bin/benchmark k8s down " + createdRun());
    }

    @Test
    void readsTheVolumeWithTheRightsOfTheCoordinatorAndWithoutItsSecrets() throws IOException {
        cluster.states(State.ended(0));
        cluster.result("a.json", "x");

        run();

        JsonNode pod = new ObjectMapper().readTree(cluster.read("created"));
        assertThat(pod.at("/spec/securityContext/runAsUser").asInt()).isEqualTo(65_532);
        assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo("r/weir:1");
        assertThat(pod.at("/spec/volumes")).hasSize(1);
        assertThat(pod.at("/spec/volumes/0/persistentVolumeClaim/claimName").asText())
                .isEqualTo("r-results");
    }

    @Test
    void asksBeforeItRemovesResultsThatWereNotCopied() throws IOException {
        cluster.states(State.ended(0));

        assertThat(k8s("down", "r")).isEqualTo(1);
        assertThat(err.toString()).contains("the results of run r were not copied: copy them first with bin/benchmark");
        assertThat(cluster.calls("delete")).isEmpty();

        assertThat(k8s("down", "r", "--discard-results")).isZero();
        assertThat(cluster.calls("helm uninstall r --no-hooks")).hasSize(1);

        cluster.states(State.ended(0).fetched());
        assertThat(k8s("down", "r")).isZero();
    }

    @Test
    void removesWhatTheHookLeft() throws IOException {
        cluster.states(State.installed());
        cluster.write("mode", "hook");

        assertThat(k8s("down", "r")).isZero();

        assertThat(cluster.calls("delete roles,rolebindings,serviceaccounts")).isNotEmpty();
        assertThat(cluster.calls("delete secret r-weir-worker-tls r-weir-coordinator-tls --ignore-not-found"))
                .hasSize(1);
    }

    @Test
    void namesWhatIsNotRemovedInTime() throws IOException {
        cluster.states(State.installed());
        // The fake cluster lists a pod until objects are deleted.
        cluster.write("bin/kubectl", cluster.read("bin/kubectl").replace("touch removed", ":"));

        assertThat(k8s("down", "r")).isEqualTo(1);

        assertThat(err.toString()).contains("still being deleted after 3m: pod/stuck");
    }

    @Test
    void followsAndCopiesARunOfBefore() throws IOException {
        cluster.states(State.ended(3));
        cluster.result("a.json", "x");

        assertThat(k8s("fetch", "r", "-o", results.toString())).isEqualTo(3);

        assertThat(out.toString()).containsSubsequence("hello", "copied 1 files");
    }

    @Test
    void waitsForTheEndOfARunBeforeItCopies() throws IOException {
        cluster.states(State.running("running"));
        cluster.write("log.1", "echo 2026-11-21T10:00:00.000000001Z one; cp ended state.1");
        cluster.write("ended", State.ended(99).text());
        cluster.result("a.json", "x");

        assertThat(k8s("fetch", "r", "-o", results.toString())).isEqualTo(99);

        // The pod that reads the results is made after the log has ended.
        assertThat(out.toString()).containsSubsequence("one\n", "1 of 1 pods are ready\n", "copied 1 files");
    }

    @Test
    void reportsARunThatDoesNotExistAndRemovesNoReleaseOfAnotherChart() throws IOException {
        cluster.states(State.EMPTY);
        // A release of another chart, then none.
        cluster.write("bin/helm", cluster.read("bin/helm").replace("\"workloadName\":\"w\",", ""));
        assertThat(k8s("down", "redpanda")).isEqualTo(1);
        assertThat(err.toString()).contains("there is no run redpanda");

        Files.delete(cluster.folder.resolve("mode"));
        for (String command : List.of("fetch", "down")) {
            assertThat(k8s(command, "r", "-n", "lab")).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualTo(
                            "there is no run r in namespace lab: 'bin/benchmark k8s fetch --namespace lab' lists all\n");
        }
        assertThat(cluster.calls("helm uninstall")).isEmpty();
    }

    @Test
    void listsTheRunsOfTheNamespace() throws IOException {
        cluster.states(State.ended(3).fetched());
        cluster.write("releases", """
                [{"name":"hooked","chart":"weir-0.1.0","status":"pending-install"},
                 {"name":"other","chart":"kafka-1.0.0","status":"deployed"}]""");

        assertThat(k8s("down")).isZero();

        assertThat(out.toString())
                .containsPattern("hooked +release pending-install\nr +ended with status 3, results copied\n")
                .doesNotContain("other");
    }

    @Test
    void rendersWithoutACluster() throws IOException {
        assertThat(run("--render")).isZero();

        assertThat(out.toString()).isEqualTo("kind: Rendered\n");
        assertThat(cluster.calls("kubectl")).isEmpty();

        files.add("--render");
        refuses("--render: runs nothing: leave out --keep and --create-namespace", "--keep");
    }

    @Test
    void refusesBadInputBeforeItCallsAnything() throws IOException {
        refuses("--image: must be REPOSITORY:TAG", "--image=registry:5000/weir");
        refuses("--workers: must be in [1, 9999], got 0", "--workers=0");
        refuses("--timeout: must be a time of at least 1s", "--timeout=soon");
        refuses("--values: none.yaml is not a file", "--values=none.yaml");
        Files.writeString(workload, Files.readString(workload) + "testDurations: 1m\n");
        refuses("tiny.yaml:11: testDurations", "-n=lab");
        assertThat(cluster.read("calls")).isEmpty();
    }

    @Test
    void refusesFilesThatTheClusterCannotUse() throws IOException {
        Files.writeString(folder.resolve("payload"), "x".repeat(100));
        Files.writeString(workload, Files.readString(workload) + "payloadFile: payload\n");
        refuses("tiny.yaml:11: payloadFile: cannot be read in the cluster", "-n=lab");

        files.set(1, "embedded");
        refuses("the embedded cluster listens on this host's loopback", "-n=lab");
    }

    private void refuses(String because, String option) {
        assertThat(run(option)).isEqualTo(2);
        assertThat(err.toString()).contains(because).doesNotContain("\tat ");
    }

    @Test
    void namesAMissingProgram() {
        assertThat(k8s(List.of(folder), "fetch", "r")).isEqualTo(2);

        assertThat(err.toString())
                .contains("helm: is not on the PATH: install it, see https://helm.sh")
                .contains("kubectl: is not on the PATH: install it, see https://kubernetes.io");
    }
}
