package dev.weir.result.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.result.RunHeader;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.Snapshots;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.Journal.JournalLock;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed coordinator leaves is a result, wherever it was killed. */
class RecoveryTest {
    private static final int INTERVALS = 4;
    private static final DriverConfig NONE = DriverConfig.of("none");
    private static final String RECEIVED = "/weir/latency/endToEndResponse/summary/count";

    @TempDir
    Path folder;

    private final Workload workload = Workloads.small().build();
    private final List<byte[]> journals = new ArrayList<>();
    private final List<byte[]> logs = new ArrayList<>();
    private final RunIdentity run =
            new RunIdentity("0a1b2c3d", "bin/benchmark x.yaml", "1.2.3", Snapshots.START, CampaignPlace.NONE);
    private final RunResult begun = new RunHeader(
                    run, RunSetup.local(), Map.of(), workload, NONE, ClientSettings.asWritten(NONE))
            .notStarted(Snapshots.START, "");
    private JsonNode whole;

    /** The files as they are after each interval: one of the warm-up, the others of the measurement. */
    @BeforeEach
    void run() throws IOException {
        Path base = folder.resolve("whole");
        try (var journal = new Journal(base, Snapshots.START)) {
            journal.known(begun.document(), List.of("weir-0a1b2c3d-0"));
            journal.happened(RunEvent.of(EventKind.LOAD_CHANGED, Snapshots.START, "the oldest are deleted"));
            var store = new IntervalStore(List.of("a:1", "b@2:1"), 1, 1, journal, Snapshots.NO_LISTENER);
            store.phaseBegins(Phase.WARM_UP, 0);
            store.phaseBegins(Phase.MEASUREMENT, 1);
            for (int i = 0; i < INTERVALS; i++) {
                store.add(0, Snapshots.of(i, 10 + i, 1000L * (i + 1), i > 0));
                Snapshot second = Snapshots.of(i, 20, 5_000_000, i > 0);
                second.measured().of(Latency.PUBLISH_RESPONSE).lowerBounds().record(9_000_000, 3);
                store.add(1, second);
                journals.add(Files.readAllBytes(Path.of(base + Journal.ENDING)));
                logs.add(Files.readAllBytes(Path.of(base + ".hlog")));
            }
            whole = withFiguresOf(store);
        }
    }

    private JsonNode withFiguresOf(IntervalStore store) throws IOException {
        ObjectNode result = tree(begun.header()
                .result(begun.endNanos(), store.ombSeries(), store.measured(), begun.audit(), begun.weir())
                .document());
        result.withObject("/weir")
                .setAll(tree(Map.of(
                        "parts", store.parts(),
                        "intervals", store.intervals(),
                        "throughput", Throughput.of(store.intervals()),
                        "latency", RunMeasurements.latencies(store.measured(), OptionalLong.empty(), List.of()))));
        return result;
    }

    private static ObjectNode tree(Object fields) throws IOException {
        return (ObjectNode) DocumentReader.json().readTree(DocumentReader.pretty(fields));
    }

    @Test
    void isTheResultOfTheIntervalsThatWereNoted() throws IOException {
        assertThat(new String(logs.get(INTERVALS - 1), StandardCharsets.UTF_8)).contains("\nTag=publishResponse@a:1,");
        JsonNode recovered = recover("killed", journals.get(INTERVALS - 1), logs.get(INTERVALS - 1));
        assertThat(recovered.fieldNames()).toIterable().containsExactlyElementsOf(whole::fieldNames);
        whole.fieldNames().forEachRemaining(name -> {
            if (!List.of("outcome", "weir", "endTime").contains(name)) {
                assertThat(recovered.path(name)).as(name).isEqualTo(whole.path(name));
            }
        });
        for (String name : List.of("intervals", "latency", "parts", "throughput", "provenance", "clock", "workers")) {
            assertThat(recovered.at("/weir/" + name)).as(name).isEqualTo(whole.at("/weir/" + name));
        }
        assertThat(number(recovered, "/weir/latency/publishResponse/summary/censored"))
                .isEqualTo(3L * INTERVALS);
        assertThat(text(recovered, "/weir/failure"))
                .startsWith("the coordinator was killed or ran out of memory; the last interval that it noted ended at"
                        + " 2023-11-14T22:13:24.000Z;");
        assertThat(text(recovered, "/outcome")).isEqualTo("FAILED");
        assertThat(text(recovered, "/weir/interrupted")).isEqualTo("false");
        assertThat(text(recovered, "/weir/reasons/0/code")).isEqualTo("RECOVERED");
        assertThat(text(recovered, "/weir/events/0/kind")).isEqualTo("LOAD_CHANGED");
        assertThat(text(recovered, "/weir/run/end")).isEqualTo("2023-11-14T22:13:24.000Z");
        assertThat(text(recovered, "/weir/audit/verdict")).isEqualTo("incomplete");
        assertThat(recovered.at("/weir/phases").findValuesAsText("phase")).containsExactly("warm-up", "measurement");
        assertThat(number(recovered, "/weir/audit/acknowledged")).isEqualTo(10 + 11 + 12 + 13 + INTERVALS * 20);
        assertThat(recovered.at("/weir/audit").has("lost")).isFalse();
        assertThat(recovered.path("weir").has("unsent")).isFalse();
        StoredResult stored = stored("killed");
        assertThat(stored.isWhole()).isFalse();
        assertThat(stored.isOf(workload, NONE, 0)).isTrue();
    }

    /** A process can be killed after any byte; only what was not whole by then is missing, and how much that was is said. */
    @Test
    void losesAtMostOneIntervalWhereverItWasKilled() throws IOException {
        byte[] before = journals.get(1);
        byte[] after = journals.get(2);
        int least = Math.toIntExact(count(before));
        for (int length = before.length; length < after.length; length += 97) {
            JsonNode recovered = recover("torn" + length, Arrays.copyOf(after, length), logs.get(2));
            boolean hasOnlyToEnd = length == after.length - 1;
            assertThat(recovered.at("/weir/intervals")).hasSize(hasOnlyToEnd ? least + 1 : least);
            if (!hasOnlyToEnd && length > before.length) {
                assertThat(text(recovered, "/weir/reasons/0/text"))
                        .contains((length - before.length) + " bytes of torn lines were left out");
            }
            assertThat(number(recovered, RECEIVED)).isEqualTo(11 + 20);
        }
    }

    /** A power cut can leave zeros in the middle of a file. Each other interval keeps its own latencies. */
    @Test
    void leavesOutAnIntervalWhoseLineIsDamaged() throws IOException {
        byte[] damaged = journals.get(3).clone();
        Arrays.fill(damaged, journals.get(1).length, journals.get(2).length - 1, (byte) 0);
        JsonNode undamaged = recover("undamaged", journals.get(3), logs.get(3)).at("/weir/intervals");

        JsonNode recovered = recover("damaged", damaged, logs.get(3)).path("weir");
        assertThat(recovered.path("intervals")).containsExactly(undamaged.get(0), undamaged.get(1), undamaged.get(3));
        assertThat(recovered.at("/latency/endToEndResponse/summary/count").asLong())
                .isEqualTo(11 + 20 + 13 + 20);
        assertThat(folder.resolve("damaged.hlog"))
                .content()
                .contains("#[interval 1: ", "#[interval 3: ")
                .doesNotContain("#[interval 2: ");
    }

    /** The histograms of an interval come before its counters; those that are there without them are not counted. */
    @Test
    void readsHistogramsUpToAnyByte() throws IOException {
        byte[] before = logs.get(1);
        byte[] after = logs.get(2);
        for (int length = before.length; length < after.length; length += 1009) {
            JsonNode recovered = recover("log" + length, journals.get(1), Arrays.copyOf(after, length));
            assertThat(number(recovered, RECEIVED)).isEqualTo(11 + 20);
        }
    }

    @Test
    void reportsThatTheHistogramsAreGone() throws IOException {
        Files.write(folder.resolve("r" + Journal.ENDING), journals.get(3));

        JsonNode recovered = recover("r", Recovery.Cause.INTERRUPTED);
        assertThat(text(recovered, "/weir/reasons/0/text"))
                .contains("latencies are missing: " + folder.resolve("r.hlog"));
        assertThat(recovered.at("/weir/intervals")).hasSize(INTERVALS);
        assertThat(text(recovered, "/weir/interrupted")).isEqualTo("true");
        assertThat(text(recovered, "/weir/failure")).startsWith("a person ended the coordinator at once;");
    }

    /** Before anything was sent. */
    @Test
    void isAResultWithoutIntervalsToo() throws IOException {
        int firstLine = new String(journals.get(0), StandardCharsets.UTF_8).indexOf('\n') + 1;
        JsonNode recovered = recover("begun", Arrays.copyOf(journals.get(0), firstLine), new byte[0]);

        assertThat(text(recovered, "/weir/failure"))
                .startsWith("the coordinator was killed or ran out of memory before the first interval was over;");
        assertThat(stored("begun").intervals()).isEmpty();
    }

    /**
     * Of 10 messages a second none is acknowledged in the last two seconds, nor 5 of the second before; those have waited
     * for two seconds at least, and the last ones for some time.
     */
    @Test
    void messagesWithoutAnEndHaveWaitedUntilTheJournalEnded() throws IOException {
        killed("stopped", 10, 5, 0, 0);
        JsonNode recovered = recover("stopped", Recovery.Cause.KILLED);
        byte[] log = Files.readAllBytes(folder.resolve("stopped.hlog"));

        for (String name : List.of("publishResponse", "publishService", "endToEndResponse", "endToEndService")) {
            JsonNode summary = recovered.at("/weir/latency/" + name + "/summary");
            assertThat(number(summary, "/count")).as(name).isEqualTo(15);
            assertThat(number(summary, "/censored")).as(name).isEqualTo(25);
            assertThat(number(summary, "/maxNanos")).as(name).isGreaterThanOrEqualTo(2 * Snapshots.SECOND);
            assertThat(summary.path("greaterThan").toString()).as(name).contains("max");
        }
        assertThat(number(recovered, "/weir/latency/sendCall/summary/censored")).isZero();
        LatencyHistogram bounds = LatencyHistogram.decodeCompressed(
                Base64.getDecoder().decode(text(recovered, "/weir/latency/publishService/lowerBoundHistogramNanos")));
        assertThat(bounds.countAbove(Snapshots.SECOND * 3 / 2)).isEqualTo(5);
        assertThat(bounds.countAbove(Snapshots.SECOND / 2)).isEqualTo(15);
        assertThat(text(recovered, "/weir/reasons/0/text"))
                .contains("25 messages that had been sent were not acknowledged, and 25 deliveries were outstanding");

        recover("stopped", Recovery.Cause.KILLED);
        assertThat(folder.resolve("stopped.hlog")).as("recovered again").hasBinaryContent(log);
    }

    /** A run of a second of warm-up and more of measurement, of which so many of 10 messages are acknowledged and received. */
    private void killed(String name, int... acknowledged) throws IOException {
        try (var journal = new Journal(folder.resolve(name), Snapshots.START)) {
            journal.known(begun.document(), List.of());
            var store = new IntervalStore(List.of("a"), 1, 1, journal, Snapshots.NO_LISTENER);
            store.phaseBegins(Phase.WARM_UP, 0);
            store.phaseBegins(Phase.MEASUREMENT, 1);
            store.add(0, Snapshots.of(0, 10, 1000, false));
            for (int i = 0; i < acknowledged.length; i++) {
                var measured = new LatencySet();
                for (Latency latency : Latency.values()) {
                    if (latency.key().matches("(send|publish|endToEnd).*")) {
                        int ended = latency.key().startsWith("send") ? 10 : acknowledged[i];
                        measured.of(latency).values().record(1000, ended);
                    }
                }
                var counts = new Counts(10, acknowledged[i], 0, acknowledged[i], 0, 0);
                store.add(0, Snapshots.of(i + 1, counts, measured));
            }
        }
    }

    @Test
    void doesNotOverwriteTheJournalOfARunThatWasKilled() throws IOException {
        Path lines = Files.writeString(folder.resolve("run" + Journal.ENDING), "all that is left");

        assertThatThrownBy(() -> new Journal(folder.resolve("run"), Snapshots.START))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(lines.toString());
        assertThat(lines).hasContent("all that is left");
    }

    @Test
    void aRunInProgressHasItsLock() throws IOException {
        var journal = new Journal(folder.resolve("alive"), Snapshots.START);
        Path lines = folder.resolve("alive" + Journal.ENDING);
        assertThat(JournalLock.take(lines)).isEmpty();
        journal.end();
        assertThat(JournalLock.take(lines)).as("until its result is written").isEmpty();

        journal.close();
        try (var lock = JournalLock.take(lines).orElseThrow()) {
            assertThat(lock.channel().isOpen()).isTrue();
            assertThat(JournalLock.take(lines)).isEmpty();
        }
    }

    private StoredResult stored(String name) {
        return StoredResult.read(folder.resolve(name + ".json"), new Problems()).orElseThrow();
    }

    private static String text(JsonNode document, String pointer) {
        return document.at(pointer).asText();
    }

    private static long number(JsonNode document, String pointer) {
        return document.at(pointer).asLong();
    }

    private static long count(byte[] journal) {
        return new String(journal, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("\"interval\""))
                .count();
    }

    private JsonNode recover(String name, byte[] journal, byte[] log) throws IOException {
        Files.write(folder.resolve(name + Journal.ENDING), journal);
        Files.write(folder.resolve(name + ".hlog"), log);
        return recover(name, Recovery.Cause.KILLED);
    }

    private JsonNode recover(String name, Recovery.Cause cause) throws IOException {
        Recovery.of(folder.resolve(name + Journal.ENDING)).orElseThrow().write(cause, List.of());
        return DocumentReader.json().readTree(folder.resolve(name + ".json").toFile());
    }
}
