package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.profile.FlightRecording;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Outcome;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Result files made from a fixture: longer ones, more of them, and malicious ones. */
public final class SampleFiles {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long INTERVAL_NANOS = 10_000_000_000L;

    private SampleFiles() {}

    public static ObjectNode fixture() throws IOException {
        return (ObjectNode) MAPPER.readTree(SampleResults.FILE.toFile());
    }

    public static ObjectNode weir(ObjectNode result) {
        return (ObjectNode) result.path("weir");
    }

    public static Path write(ObjectNode result, Path file) throws IOException {
        MAPPER.writeValue(file.toFile(), result);
        return file;
    }

    public static StoredResult read(Path file) {
        var problems = new Problems();
        StoredResult result =
                StoredResult.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
        assertThat(problems.errors()).isEmpty();
        return result;
    }

    /** A measurement of so many intervals of 10 s; of one, in the middle, the maximum is a minute. */
    static Path longRun(int intervals, Path file) throws IOException {
        ObjectNode result = fixture();
        ArrayNode all = (ArrayNode) weir(result).path("intervals");
        ObjectNode warmUp = all.get(0).deepCopy();
        ObjectNode measured = all.get(2).deepCopy();
        long begin = IsoTime.epochNanos(warmUp.path("begin").asText());
        all.removeAll();
        all.add(warmUp);
        var random = new Random(1);
        for (int i = 0; i < intervals; i++) {
            ObjectNode interval =
                    measured.deepCopy().put("phase", "measurement").put("seconds", 10.0);
            interval.put("begin", IsoTime.of(begin + (i + 1) * INTERVAL_NANOS)).put("targetMessagesPerSecond", 2000);
            interval.withObject("/counts").put("acknowledged", 19_000 + random.nextInt(2000));
            for (String name : List.of("publishResponse", "endToEndResponse")) {
                long p99 = 5_000_000L + random.nextInt(10_000_000);
                ObjectNode summary = interval.withObject("/latency/" + name);
                summary.put("maxNanos", i == intervals / 2 ? 60_000_000_000L : 2 * p99);
                summary.withObject("/quantilesNanos").put("p99", p99);
            }
            all.add(interval);
        }
        return write(result, file);
    }

    /** Of a long run, intervals that begin at other places, of which some have no latencies. */
    static Path outage(Path longRun, int from, int to) throws IOException {
        ObjectNode result = (ObjectNode) MAPPER.readTree(longRun.toFile());
        ArrayNode all = (ArrayNode) weir(result).path("intervals");
        for (int i = 0; i < all.size(); i++) {
            ObjectNode interval = (ObjectNode) all.get(i);
            interval.put("seconds", 9.0);
            if (i >= from && i < to) {
                interval.putObject("latency");
            }
        }
        return write(result, longRun);
    }

    /** A run of which so many processes were profiled, each as this one was just now, and one more was not. */
    public static Path profiled(int processes, Path file) throws IOException {
        ObjectNode result = fixture();
        ArrayNode profiles = weir(result).putArray("profiles");
        Path recording = file.resolveSibling("1.jfr");
        Instant begin = Instant.now();
        try (FlightRecording own = FlightRecording.begin()) {
            var threads = ManagementFactory.getThreadMXBean();
            long until = threads.getCurrentThreadCpuTime() + 2_000_000_000;
            while (threads.getCurrentThreadCpuTime() < until) {
                HtmlReport.of(List.of(read(longRun(200, file)))).html(Optional.empty(), file);
            }
            assertThat(own.end(all -> Files.copy(all, recording))).isEmpty();
        }
        Instant end = Instant.now().plusSeconds(1);
        for (int i = 1; i <= processes; i++) {
            ObjectNode profile = profiles.addObject().put("process", "worker host-" + i + ":9090");
            profile.put("file", i + ".jfr").put("begin", begin.toString()).put("end", end.toString());
            if (i > 1) {
                Files.copy(recording, file.resolveSibling(i + ".jfr"));
            }
        }
        profiles.addObject().put("process", "broker 2").put("missing", "it was killed");
        return write(result, file);
    }

    /** The folder of a campaign: two sizes, and a rate each for as many runs as remain. */
    static Path campaign(int runs, Path folder) throws IOException {
        Files.createDirectories(folder);
        ObjectNode fixture = fixture();
        List<IndexedRun> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            int rate = 1000 * (i / 2 + 1);
            int size = i % 2 == 0 ? 100 : 1024;
            String file = "run-" + i + ".json";
            write(point(fixture.deepCopy(), rate, size), folder.resolve(file));
            var point = Map.of("producerRate", "" + rate, "messageSize", "" + size);
            all.add(indexed(i + 1, "ladder-" + i, "embedded", point, 1, file));
        }
        CampaignIndex.of(folder, all).write();
        return folder;
    }

    /** A run in the index of a campaign, as it is when the run is over. */
    public static IndexedRun indexed(
            int number, String workload, String driver, Map<String, String> point, int repeat, String file) {
        return new IndexedRun(
                number,
                workload,
                driver,
                point,
                repeat,
                Optional.of(file),
                Optional.of(Outcome.VALID),
                false,
                Optional.of("2026-11-20T21:18:17.129Z"),
                10);
    }

    /** The fixture as a run of a campaign. */
    static ObjectNode point(ObjectNode result, int rate, int size) {
        result.put("workload", "ladder-" + rate + "-" + size);
        result.put("producerRate", rate);
        ObjectNode run = weir(result).withObject("/run").put("campaign", "ladder");
        run.putObject("point").put("producerRate", "" + rate).put("messageSize", "" + size);
        ObjectNode workload =
                weir(result).withObject("/provenance/workload").put("name", "ladder-" + rate + "-" + size);
        workload.put("producerRate", rate).put("warmupProducerRate", rate).put("messageSize", size);
        ObjectNode throughput = weir(result).withObject("/throughput").put("targetMessagesPerSecond", rate);
        throughput.put("achievedMessagesPerSecond", rate - 1);
        return result;
    }
}
