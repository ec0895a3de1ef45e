package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.deploy.Misfortune.Kind;
import dev.weir.deploy.Misfortune.Victim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs of a coordinator and two workers on a broker, all of them processes, to one of which something happens. Whatever it
 * is, afterwards a few things hold. Seeds decide; {@code -Dweir.chaos.seeds=FROM-TO} says which. Every second seed also
 * befalls a run with Weir's own client.
 */
@Tag("soak")
@DisplayName("whatever happens to a run")
@Execution(ExecutionMode.CONCURRENT)
class ChaosIT {
    private static final String WORKLOAD = """
        topics: 1
        partitionsPerTopic: 4
        messageSize: 200
        producersPerTopic: 2
        subscriptionsPerTopic: 1
        consumerPerSubscription: 2
        producerRate: 400
        warmupDuration: 2s
        testDuration: 6s
        sampleRateMillis: 500
        workerLoss: %s
        """;

    /** Longer than the sum of the deadlines of a run whose system and workers do not answer. */
    private static final Duration END = Duration.ofMinutes(6);

    @TempDir
    Path folder;

    static Stream<Arguments> runs() {
        String[] range = System.getProperty("weir.chaos.seeds", "17").split("-", 2);
        return LongStream.rangeClosed(Long.parseLong(range[0]), Long.parseLong(range[range.length - 1]))
                .boxed()
                .flatMap(seed -> (seed % 2 == 0 ? Stream.of("kafka", "wire") : Stream.of("kafka"))
                        .map(client -> Arguments.of(seed, client)));
    }

    @ParameterizedTest(name = "seed {0}, client: {1}")
    @MethodSource("runs")
    void invariantsHoldUnderRandomFaults(long seed, String client) throws Exception {
        Misfortune misfortune = Misfortune.of(seed);
        System.out.println("seed " + seed + ", client: " + client + ": " + misfortune);
        Files.writeString(
                folder.resolve("load.yaml"),
                WORKLOAD.formatted(misfortune.continuesAfterLoss() ? "continue" : "abort"));
        if (misfortune.kind() == Kind.CUT_OFF) {
            try (RemoteHost host = RemoteHost.create()) {
                Command.run(folder, "benchmark", "certs", host.address(), host.here());
                befall(misfortune, client, Optional.of(host));
            }
        } else {
            befall(misfortune, client, Optional.empty());
        }
        Command.assertLeftNothing(folder);
    }

    private void befall(Misfortune misfortune, String client, Optional<RemoteHost> remote) throws Exception {
        String here = remote.map(RemoteHost::here).orElse("127.0.0.1");
        List<String> insecure = remote.isPresent() ? List.of("--insecure") : List.of();
        try (var cluster = Command.start(folder, "benchmark", "cluster", "--host", here, insecure);
                var sender = worker(misfortune.victim() == Victim.SENDER ? remote : Optional.empty(), here);
                var receiver = worker(misfortune.victim() == Victim.RECEIVER ? remote : Optional.empty(), here)) {
            String bootstrap = cluster.awaitLine("bootstrap.servers=");
            Files.writeString(
                    folder.resolve("kafka.yaml"),
                    "name: kafka\ndriver: kafka\nclient: " + client
                            + "\nreplicationFactor: 1\ncommonConfig: |\n  bootstrap.servers="
                            + bootstrap
                            + "\nproducerConfig: |\n  delivery.timeout.ms=15000\n  request.timeout.ms=5000\n");
            String workers = sender.listeningAddress() + "," + receiver.listeningAddress();
            List<String> credentials = remote.isPresent() ? credentials("coordinator") : List.of();
            try (var run = Command.start(
                    folder, "benchmark", "-d", "kafka.yaml", "-w", workers, "-o", "r.json", credentials, "load.yaml")) {
                run.awaitLineOrEnd(misfortune.during());
                // Not to wait for anything: the moment is a part of what was drawn.
                TimeUnit.MILLISECONDS.sleep(misfortune.afterMillis());
                Command victim = misfortune.victim() == Victim.SENDER ? sender : receiver;
                switch (misfortune.victim()) {
                    case COORDINATOR -> befall(misfortune, List.of(run.pid()), remote);
                    case SENDER, RECEIVER -> befall(misfortune, List.of(victim.pid()), remote);
                    case BROKER ->
                        befall(
                                misfortune,
                                cluster.descendants().stream()
                                        .map(ProcessHandle::pid)
                                        .toList(),
                                remote);
                }
                int status = run.exitStatus(END);
                if (misfortune.befalls(Victim.COORDINATOR, Kind.KILLED)) {
                    recover(run);
                } else {
                    assertHonest(misfortune, status, victim.listeningAddress(), run.output());
                }
            }
            if (!misfortune.befalls(Victim.BROKER, Kind.KILLED)) {
                assertNoTopicIsLeft(bootstrap);
            }
            assertAtService(
                    Stream.of(sender, receiver)
                            .filter(Command::isAlive)
                            .map(Command::listeningAddress)
                            .toList(),
                    credentials);
            assertThat(sender.isAlive()).isNotEqualTo(misfortune.ends() && misfortune.victim() == Victim.SENDER);
            assertThat(receiver.isAlive()).isNotEqualTo(misfortune.ends() && misfortune.victim() == Victim.RECEIVER);
            for (Command command : List.of(sender, receiver, cluster)) {
                command.signal("TERM");
                command.exitStatus();
            }
        }
    }

    /** A worker on another host, if there is one. */
    private Command worker(Optional<RemoteHost> remote, String here) {
        String host = remote.map(RemoteHost::address).orElse(here);
        List<String> always = List.of("--host", host, "--port", "0", "--coordinator-silence", "5s");
        List<String> credentials = Files.exists(folder.resolve("certs")) ? credentials("worker-" + host) : List.of();
        List<String> through = remote.map(RemoteHost::shell).orElse(List.of());
        return Command.startThrough(through, folder, "benchmark-worker", always, credentials);
    }

    private static List<String> credentials(String whose) {
        String from = "certs/" + whose + "/";
        return List.of("--tls-cert", from + "cert.pem", "--tls-key", from + "key.pem", "--tls-ca", from + "ca.pem");
    }

    private static void befall(Misfortune misfortune, List<Long> victims, Optional<RemoteHost> remote)
            throws InterruptedException {
        switch (misfortune.kind()) {
            case KILLED -> Command.signal("KILL", victims);
            case TERMINATED -> Command.signal("TERM", victims);
            case PAUSED -> {
                Command.signal("STOP", victims);
                TimeUnit.MILLISECONDS.sleep(misfortune.lastsMillis());
                Command.signal("CONT", victims);
            }
            case SLOWED -> {
                for (long passed = 0; passed < misfortune.lastsMillis(); passed += 200) {
                    Command.signal("STOP", victims);
                    TimeUnit.MILLISECONDS.sleep(150);
                    Command.signal("CONT", victims);
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
            case CUT_OFF -> {
                remote.orElseThrow().cutOff();
                TimeUnit.MILLISECONDS.sleep(misfortune.lastsMillis());
                remote.orElseThrow().joinAgain();
            }
        }
    }

    /** The exit status agrees with the result, and the result names no wrong cause. */
    private void assertHonest(Misfortune misfortune, int status, String worker, String printed) throws IOException {
        if (!Files.exists(folder.resolve("r.json"))) {
            // Only a person can want that there is none.
            assertThat(misfortune.befalls(Victim.COORDINATOR, Kind.TERMINATED))
                    .as(printed)
                    .isTrue();
            assertThat(status).as(printed).isEqualTo(130);
            return;
        }
        JsonNode result = result();
        String outcome = result.path("outcome").asText();
        boolean interrupted = result.at("/weir/interrupted").asBoolean();
        assertThat(interrupted).as(printed).isEqualTo(status == 130);
        if (!interrupted) {
            assertThat(status)
                    .as(outcome + " " + printed)
                    .isIn(
                            switch (outcome) {
                                case "FAILED" -> Set.of(1);
                                case "INVALID" -> Set.of(3);
                                default -> Set.of(0, 99);
                            });
        }
        if (!misfortune.befalls(Victim.BROKER, Kind.KILLED)) {
            assertThat(result.at("/weir/findings").findValuesAsText("code"))
                    .as(printed)
                    .doesNotContain("MESSAGES_LOST", "MESSAGES_REORDERED", "FOREIGN_MESSAGES");
            assertThat(result.at("/weir/audit/lost").asLong()).as(printed).isZero();
            assertThat(result.at("/weir/audit/examples").findValuesAsText("kind"))
                    .as(printed)
                    .doesNotContain("lost");
        }
        boolean lost = result.at("/weir/events").toString().contains(" is lost: ");
        if (outcome.equals("FAILED")) {
            assertThat(result.at("/weir/failure").asText()).as(printed).isNotEmpty();
            if (misfortune.befallsAWorker() && misfortune.ends()) {
                assertThat(result.at("/weir/failure").asText()).as(printed).contains(worker);
            }
            return;
        }
        if (lost) {
            assertThat(misfortune.befallsAWorker()
                            || result.at("/weir/reasons").toString().contains("the coordinator's process stood still"))
                    .as(printed)
                    .isTrue();
            assertThat(outcome).as(printed).isNotEqualTo("VALID");
            assertThat(result.at("/weir/reasons").toString()).as(printed).contains(worker);
        } else if (misfortune.holdsMessagesUp()) {
            assertThat(result.at("/weir/latency/endToEndResponse/summary/maxNanos")
                                    .asDouble()
                            / 1e6)
                    .as(printed)
                    .isGreaterThan(0.9 * misfortune.lastsMillis());
        }
    }

    /** Of a killed coordinator all is there but the interval that was not over, and its topics are deleted. */
    private void recover(Command run) throws IOException {
        long told =
                run.output().lines().filter(line -> line.contains(" msg/s ")).count();
        boolean began = Files.exists(folder.resolve("r.journal.jsonl"));
        try (var recovery = Command.start(folder, "benchmark", "recover", "-d", "kafka.yaml", ".")) {
            assertThat(recovery.exitStatus(END)).as(recovery.output()).isZero();
        }
        if (began) {
            assertThat(result().path("outcome").asText()).isEqualTo("FAILED");
            assertThat(result().at("/weir/intervals").size()).isGreaterThanOrEqualTo((int) told - 1);
        }
    }

    private static void assertNoTopicIsLeft(String bootstrap) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            await().atMost(END)
                    .untilAsserted(() -> assertThat(admin.listTopics().names().get(10, TimeUnit.SECONDS))
                            .isEmpty());
        }
    }

    /** They are free for the next run, once they have noticed that the last one is over. */
    private void assertAtService(List<String> workers, List<String> credentials) {
        await().atMost(END)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    try (var doctor = Command.start(
                            folder, "benchmark", "doctor", "-w", String.join(",", workers), credentials)) {
                        doctor.exitStatus();
                        assertThat(doctor.output().split("  at service: ", -1)).hasSize(workers.size() + 1);
                    }
                });
    }

    private JsonNode result() throws IOException {
        return Results.read(folder.resolve("r.json"));
    }
}
