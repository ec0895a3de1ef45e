package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.cli.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that are killed, interrupted, or run out of disk, as processes. */
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class KilledRunIT extends CommandTest {
    private static final String WORKLOAD =
            Results.WORKLOAD.replace("Rate: 200", "Rate: 1000").replace("Millis: 1000", "Millis: 500");

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("long.yaml"), WORKLOAD.formatted("10m"));
        Files.writeString(folder.resolve("steps.yaml"), WORKLOAD.formatted("4s") + "repeat: 2\ndiscardFirst: false\n");
        Files.writeString(folder.resolve("lossy.yaml"), "name: lossy\ndriver: none\nloseEvery: 100\n");
    }

    @Test
    void recoversARunThatIsKilled() throws IOException {
        try (var run = Command.start(folder, "benchmark", "-d", "none", "-o", "r.json", "long.yaml")) {
            awaitMeasuredIntervals("r", 3);
            assertThat(execute("recover", folder)).isEqualTo(1);
            assertThat(err.toString()).contains("r.journal.jsonl: its run goes on");
            run.signal("KILL");
            run.exitStatus();
        }
        assertThat(execute("recover", folder.resolve("r.journal.jsonl"))).isZero();
        assertThat(out.toString()).contains("r.json: FAILED, with ", "r.html");
        JsonNode result = json("r.json");
        assertThat(result.path("outcome").asText()).isEqualTo("FAILED");
        assertThat(result.path("publishRate").size()).isGreaterThanOrEqualTo(3);
        assertThat(result.at("/weir/latency/endToEndResponse/summary/count").asLong())
                .isPositive();
        assertThat(result.at("/weir/durability").size()).isPositive();
        assertThat(result.at("/weir/workers")).hasSize(1);
        assertThat(folder.resolve("r.journal.jsonl")).doesNotExist();

        assertThat(Files.readString(folder.resolve("r.html")))
                .contains("the coordinator was killed or ran out of memory; the last interval that it noted ended at");
    }

    @Test
    @Tag("soak")
    void continuesWithACampaignWhoseSecondRunWasKilled() throws IOException {
        try (var campaign = Command.start(folder, "benchmark", "-d", "none", "-o", "c", "steps.yaml")) {
            campaign.awaitLine("run 2 of 2");
            awaitMeasuredIntervals("c/steps-none-2", 1);
            campaign.signal("KILL");
            campaign.exitStatus();
        }
        assertThat(execute("recover", folder)).isZero();
        assertThat(execute("-d", "none", "--resume", folder.resolve("c"), folder.resolve("steps.yaml")))
                .isIn(0, 3);
        assertThat(out.toString()).startsWith("1 run (1 are done)").contains("run 2 of 2");
        assertThat(json("c/steps-none-2.json").path("outcome").asText()).isEqualTo("FAILED");
        assertThat(json("c/index.json").at("/runs/1/result").asText()).isEqualTo("steps-none-3.json");
    }

    /** A run that is interrupted before its load leaves no result. */
    @ParameterizedTest
    @CsvSource({"INT, beforeRun:, none", "TERM, starting Kafka, embedded"})
    void endsInGoodOrderBeforeTheLoad(String signal, String step, String driver) throws IOException {
        String hooks = step.equals("beforeRun:") ? "hooks: {beforeRun: 'exec sleep 1000'}\n" : "";
        Files.writeString(folder.resolve("hooked.yaml"), WORKLOAD.formatted("10m") + hooks);
        try (var run = Command.start(folder, "benchmark", "-d", driver, "-o", "r.json", "hooked.yaml")) {
            run.awaitLine("prepare      " + step);
            List<ProcessHandle> children = run.descendants();
            run.signal(signal);
            assertThat(run.exitStatus()).isEqualTo(130);
            await().atMost(Duration.ofSeconds(30)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
        assertThat(folder.resolve("r.json")).doesNotExist();
        assertThat(folder.resolve("r.journal.jsonl")).doesNotExist();
        Command.assertLeftNoTemporaryFile(folder);
    }

    /** The JVM ends all recordings as soon as it is asked to end, before the run ends its own. */
    @Test
    void endsInGoodOrderDuringTheLoadAndKeepsItsProfile() throws IOException {
        try (var run = Command.start(folder, "benchmark", "-d", "none", "-o", "r.json", "--profile", "long.yaml")) {
            awaitMeasuredIntervals("r", 2);
            run.signal("TERM");
            assertThat(run.exitStatus()).isEqualTo(130);
            assertThat(run.output()).contains("INTERRUPTED");
        }
        assertThat(json("r.json").at("/weir/interrupted").asBoolean()).isTrue();
        assertThat(json("r.json").at("/weir/profiles/0/file").asText()).isEqualTo("r.coordinator.jfr");
        assertThat(folder.resolve("r.coordinator.jfr")).isNotEmptyFile();
        assertThat(folder.resolve("r.html")).content().contains("flame");
        assertThat(folder.resolve("r.journal.jsonl")).doesNotExist();
        Command.assertLeftNoTemporaryFile(folder);
    }

    /** Messages of 8 MiB from 16 producers do not fit into the heap of 256 MiB. */
    @Test
    @Tag("soak")
    void recoversARunThatRanOutOfMemory() throws IOException {
        Files.writeString(
                folder.resolve("large.yaml"),
                WORKLOAD.formatted("10m")
                        .replace("messageSize: 1024", "messageSize: 8MiB")
                        .replace("producersPerTopic: 2", "producersPerTopic: 16"));
        try (var run = Command.start(folder, "benchmark", "-d", "none", "-o", "r.json", "large.yaml")) {
            assertThat(run.exitStatus()).isEqualTo(3);
            assertThat(run.output()).contains("Terminating due to java.lang.OutOfMemoryError: Java heap space");
        }
        assertThat(folder.resolve("r.json")).doesNotExist();
        assertThat(execute("recover", folder)).isZero();
        assertThat(json("r.json").path("outcome").asText()).isEqualTo("FAILED");
        assertThat(json("r.json").at("/weir/failure").asText())
                .startsWith("the coordinator was killed or ran out of memory");
    }

    /** The first Ctrl-C waits for lost messages, the second one does not. */
    @Test
    void endsAtOnceTheSecondTime() throws IOException {
        try (var run = Command.start(folder, "benchmark", "-d", "lossy.yaml", "-o", "r.json", "long.yaml")) {
            awaitMeasuredIntervals("r", 2);
            run.signal("INT");
            run.awaitLine("settle");
            run.signal("INT");
            assertThat(run.exitStatus()).isEqualTo(130);
            assertThat(run.output()).contains("ended at once");
        }
        JsonNode result = json("r.json");
        assertThat(result.path("outcome").asText()).isEqualTo("FAILED");
        assertThat(result.at("/weir/interrupted").asBoolean()).isTrue();
        assertThat(result.at("/weir/failure").asText()).startsWith("a person ended the coordinator at once;");
        assertThat(result.path("publishRate").size()).isGreaterThanOrEqualTo(2);
    }

    /**
     * Files of this process cannot grow beyond 30 KiB, as on a full disk. Other processes are not limited. The journal
     * of this run needs 40 KiB and its interval log 55; both hold measured intervals before 30 KiB.
     */
    @Test
    void continuesWithoutAJournalWhenTheDiskIsFull() throws IOException {
        Files.writeString(folder.resolve("full.yaml"), WORKLOAD.formatted("6s"));
        List<String> limited = List.of("sh", "-c", "ulimit -f 60; exec \"$@\"", "sh");
        try (var run = Command.startThrough(limited, folder, "benchmark", "-d", "none", "-o", "r.json", "full.yaml")) {
            assertThat(run.exitStatus()).isEqualTo(1);
            assertThat(run.output())
                    .contains("cannot write r.", "degraded: JOURNAL_INCOMPLETE", "audit      clean")
                    .contains("cannot write r.json, nor " + folder.resolve("tmp"))
                    .doesNotContain("\tat ", "result     ");
        }
        assertThat(folder.resolve("r.json")).doesNotExist();
        assertThat(folder.resolve("r.json.partial")).doesNotExist();
        assertThat(execute("recover", folder)).isZero();
        assertThat(json("r.json").at("/weir/intervals").size()).isPositive();
    }

    private void awaitMeasuredIntervals(String base, int intervals) {
        Path journal = folder.resolve(base + ".journal.jsonl");
        await().atMost(Duration.ofSeconds(100))
                .until(() -> Files.exists(journal)
                        && Files.readAllLines(journal).stream()
                                        .filter(line -> line.contains("\"phase\":\"measurement\""))
                                        .count()
                                >= intervals);
    }

    private JsonNode json(String file) throws IOException {
        return Results.read(folder.resolve(file));
    }
}
