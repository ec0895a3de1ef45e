package dev.weir.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.config.DriverConfig;
import dev.weir.fuzz.Fuzz;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.Latency;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Recovery;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.Problems.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that were torn, edited, or made by something else. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
@Order(1)
@Tag("slow")
class StoredFilesFuzzTest {
    @TempDir
    Path folder;

    @Test
    void results() throws IOException {
        Path whole = folder.resolve("whole.json");
        ResultFile.write(SampleResults.valid(folder), whole);
        fuzzResults("results", List.of(Files.readAllBytes(whole)));
    }

    @Test
    void resultsOfOmb() throws IOException {
        Path whole = folder.resolve("whole.json");
        ResultFile.write(SampleResults.valid(folder), whole);
        ObjectNode top = (ObjectNode) DocumentReader.json().readTree(whole.toFile());
        top.remove(List.of("weir", "schemaVersion", "outcome"));
        fuzzResults("results of OMB", List.of(DocumentReader.json().writeValueAsBytes(top)));
    }

    private void fuzzResults(String name, List<byte[]> corpus) throws IOException {
        Path file = folder.resolve("input.json");
        Fuzz.run(name, corpus, 128, input -> {
            Files.write(file, input);
            var problems = new Problems();
            Optional<StoredResult> result = StoredResult.read(file, problems);
            try {
                result.ifPresent(StoredFilesFuzzTest::readAll);
                return result.isPresent();
            } catch (InputException e) {
                return false;
            }
        });
    }

    /** What reports and comparisons ask. */
    private static void readAll(StoredResult result) {
        result.intervals();
        result.latencies();
        result.originNanos();
        result.reasons();
        result.findings();
        result.phases();
        result.workloadFile();
        result.driverFile();
        result.outcome();
        result.hasMissed();
        result.durability();
        result.setup();
        result.throughput();
        result.isOf(Workloads.small().build(), DriverConfig.of("none"), 0);
        IntervalHistograms.of(result, Latency.END_TO_END_RESPONSE);
    }

    @Test
    void journals() throws IOException {
        byte[] corpus = journal();
        Path file = folder.resolve("input" + Journal.ENDING);
        Fuzz.run("journals", List.of(corpus), 128, input -> {
            Files.write(file, input);
            Optional<Recovery> recovery = Recovery.of(file);
            if (recovery.isEmpty()) {
                return false;
            }
            Recovery left = recovery.get();
            left.names();
            left.lastEnd();
            left.write(Recovery.Cause.KILLED, List.of());
            return left.intervals() > 0;
        });
    }

    @Test
    void histogramLogs() throws IOException {
        journal();
        Path file = folder.resolve("input.hlog");
        Fuzz.run("histogram logs", List.of(Files.readAllBytes(folder.resolve("whole.hlog"))), 64, input -> {
            Files.write(file, input);
            return HistogramLogReader.read(file, tag -> true, (tag, middle, histogram) -> histogram.count()) == 0;
        });
    }

    @Test
    void indexes() throws IOException {
        CampaignIndex.of(
                        folder.resolve("whole"),
                        List.of(IndexedRun.planned(1, "w", "d", Map.of("producerRate", "1"), 1)))
                .write();
        Path campaign = Files.createDirectory(folder.resolve("input"));
        byte[] whole = Files.readAllBytes(folder.resolve("whole").resolve(CampaignIndex.FILE));
        Fuzz.run("indexes", List.of(whole), 16, input -> {
            Files.write(campaign.resolve(CampaignIndex.FILE), input);
            return CampaignIndex.read(campaign, new Problems()).isPresent();
        });
    }

    private byte[] journal() throws IOException {
        Path base = folder.resolve("whole");
        try (var journal = new Journal(base, Snapshots.START)) {
            journal.known(SampleResults.withoutFigures(folder).document(), List.of("weir-0a1b2c3d-0"));
            journal.happened(RunEvent.of(EventKind.LOAD_CHANGED, Snapshots.START, "the oldest are deleted"));
            var store = new IntervalStore(List.of("a:1"), 1, 1, journal, Snapshots.NO_LISTENER);
            store.phaseBegins(Phase.WARM_UP, 0);
            store.phaseBegins(Phase.MEASUREMENT, 1);
            for (int i = 0; i < 3; i++) {
                store.add(0, Snapshots.of(i, 10, 1000, i > 0));
            }
        }
        return Files.readAllBytes(Path.of(base + Journal.ENDING));
    }
}
