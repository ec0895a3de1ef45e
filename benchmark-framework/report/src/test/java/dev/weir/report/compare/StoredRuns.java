package dev.weir.report.compare;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.measure.HistogramLog;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.stored.IntervalHistograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Result files with as much in them as comparisons read, for tests; each method changes the one to be written next. */
public final class StoredRuns {
    private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");
    private static final int SAMPLES = 2000;

    private final Path folder;
    private final Map<String, Object> workload = new LinkedHashMap<>(Map.of("producerRate", 1000));
    private final Map<String, Object> producerConfig = new LinkedHashMap<>();
    private final Map<String, Object> inEffect = new LinkedHashMap<>();
    private final Map<String, Object> weir = new LinkedHashMap<>();
    private final List<Object> durability = new ArrayList<>();
    private final List<Object> findings = new ArrayList<>();
    private String version = "";
    private String begin = "";
    private String outcome = "VALID";
    private String driver = "kafka";
    private String rate = "achievedMessagesPerSecond";
    private String latency = "endToEndResponse";
    private OptionalLong boundNanos = OptionalLong.empty();
    private int samples = SAMPLES;
    private int failed;
    private OptionalLong acknowledged = OptionalLong.empty();
    private int intervalSeconds = 1;
    private Map<String, Object> point = Map.of();
    private Map<String, Object> setup = Map.of();
    private Map<String, Object> system = Map.of();
    private int number;

    /** To be written into a folder, which may not exist yet. */
    public StoredRuns(Path folder) {
        this.folder = folder;
        host("h1");
        setup(0);
        weir.put("failure", "");
    }

    /** Of the runs from now on, as for the others below. */
    public StoredRuns outcome(String name, String severity, String... codes) {
        outcome = name;
        weir.put(
                "reasons",
                Stream.of(codes)
                        .map(code -> Map.of("code", code, "severity", severity, "text", "t"))
                        .toList());
        return this;
    }

    /** Version of the system, as a person gave it. */
    public StoredRuns version(String name) {
        version = name;
        return this;
    }

    /** When they begin, instead of one a minute. */
    public StoredRuns begin(String time) {
        begin = time;
        return this;
    }

    public StoredRuns driver(String name) {
        driver = name;
        return this;
    }

    /** Facts about the system. */
    public StoredRuns system(Map<String, Object> facts) {
        system = facts;
        return this;
    }

    /** Whose rate is that of what was delivered: nothing is sent. */
    public StoredRuns consumesOnly() {
        rate = "deliveredMessagesPerSecond";
        return this;
    }

    /** Whose rate is that of reads, and whose times are theirs. */
    public StoredRuns readsOnly() {
        rate = "readsPerSecond";
        latency = "readResponse";
        return this;
    }

    /** Whose times are of another kind, and as right as clocks are. */
    public StoredRuns latency(String name, long boundNanosOfClocks) {
        latency = name;
        boundNanos = OptionalLong.of(boundNanosOfClocks);
        return this;
    }

    /** How long intervals are; the messages of each stay the same. */
    public StoredRuns intervalSeconds(int seconds) {
        intervalSeconds = seconds;
        return this;
    }

    /** Of each time, instead of thousands. */
    public StoredRuns samples(int count) {
        samples = count;
        return this;
    }

    /** As clocks have it of which nothing was found out. */
    public StoredRuns clocksUnknown() {
        weir.put("clock", Map.of("mode", "system"));
        return this;
    }

    public StoredRuns finding(String code) {
        findings.add(Map.of("code", code, "count", 1, "text", "t"));
        weir.put("findings", findings);
        return this;
    }

    public StoredRuns missed(String threshold) {
        weir.put("thresholds", List.of(Map.of("text", threshold, "met", false, "judged", true, "byDefault", false)));
        return this;
    }

    public StoredRuns load(String field, Object value) {
        workload.put(field, value);
        return this;
    }

    public StoredRuns client(String property, Object value) {
        producerConfig.put(property, value);
        return this;
    }

    /** Settings of producers as they took effect, whatever the driver file says. */
    public StoredRuns inEffect(String property, String value) {
        inEffect.put("producerConfig." + property, value);
        return this;
    }

    public StoredRuns point(Map<String, Object> changes) {
        point = changes;
        return this;
    }

    public StoredRuns host(String name) {
        weir.put("workers", List.of(Map.of("facts", Map.of("host", name))));
        return this;
    }

    public StoredRuns durability(String item, String value) {
        durability.add(Map.of("item", item, "value", value, "source", "driver file"));
        weir.put("durability", durability);
        return this;
    }

    public StoredRuns setup(int embeddedBrokers) {
        setup = Map.of("topology", "swarm", "workers", List.of(), "embeddedBrokers", embeddedBrokers);
        return this;
    }

    public StoredRuns tag(String name, String value) {
        setup = new LinkedHashMap<>(setup);
        setup.put("tags", Map.of(name, value));
        return this;
    }

    /** So many messages have no latency: they failed after a millisecond. */
    public StoredRuns failed(int messages) {
        failed = messages;
        return this;
    }

    /** Messages that are acknowledged in each interval, instead of those of a second. */
    public StoredRuns acknowledged(long messages) {
        acknowledged = OptionalLong.of(messages);
        return this;
    }

    /** Writes one with a rate of messages, and end-to-end response times that are all the same. */
    public MeasuredRun run(double messagesPerSecond, double millis) {
        return run(messagesPerSecond, List.of(millis));
    }

    /** Writes one of as many intervals of a second as there are times. */
    public MeasuredRun run(double messagesPerSecond, List<Double> millis) {
        Path file = folder.resolve(String.format("run-%02d.json", ++number));
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    file, JsonMapper.builder().build().writeValueAsString(document(messagesPerSecond, millis)));
            if (millis.size() > 1) {
                writeLog(file, millis);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MeasuredRun.of(SampleFiles.read(file));
    }

    private Map<String, Object> document(double messagesPerSecond, List<Double> millis) {
        Map<String, Object> all = new LinkedHashMap<>(weir);
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("setup", setup);
        provenance.put("workload", workload);
        if (!inEffect.isEmpty()) {
            provenance.put("client", "client 1");
            provenance.put("clientSettings", inEffect);
        }
        provenance.put("driver", Map.of("name", driver, "producerConfig", producerConfig));
        provenance.put("system", system);
        all.put("provenance", provenance);
        all.put("run", Map.of("begin", begin.isEmpty() ? begin(60 * number) : begin, "point", point));
        all.put(
                "throughput",
                Map.of("seconds", millis.size(), "targetMessagesPerSecond", 1000, rate, messagesPerSecond));
        var histogram = new LatencyHistogram();
        List<Object> intervals = new ArrayList<>();
        for (int i = 0; i < millis.size(); i++) {
            histogram.record(nanos(millis.get(i)), samples);
            intervals.add(Map.of(
                    "phase",
                    "measurement",
                    "begin",
                    begin(60 * number + i),
                    "seconds",
                    intervalSeconds,
                    "counts",
                    Map.of("acknowledged", acknowledged.orElse((long) messagesPerSecond))));
        }
        all.put("intervals", intervals);
        Map<String, Object> times = new LinkedHashMap<>();
        times.put("summary", Map.of("count", histogram.count(), "meanNanos", nanos(millis.get(0))));
        boundNanos.ifPresent(bound -> times.put("boundNanos", bound));
        times.put("histogramNanos", Base64.getEncoder().encodeToString(histogram.encodeCompressed()));
        if (failed > 0) {
            var bounds = new LatencyHistogram();
            bounds.record(nanos(1), failed);
            times.put("lowerBoundHistogramNanos", Base64.getEncoder().encodeToString(bounds.encodeCompressed()));
        }
        all.put("latency", Map.of(latency, times));
        Map<String, Object> top = new LinkedHashMap<>();
        top.put("schemaVersion", DocumentReader.SCHEMA_VERSION);
        top.put("outcome", outcome);
        top.put("workload", "w");
        top.put("driver", driver);
        if (!version.isEmpty()) {
            top.put("version", version);
        }
        top.put("weir", all);
        return top;
    }

    private void writeLog(Path file, List<Double> millis) throws IOException {
        long origin = BEGIN.plusSeconds(60L * number).getEpochSecond() * 1_000_000_000;
        try (var log = new HistogramLog(Files.newOutputStream(IntervalHistograms.ofResult(file)), origin)) {
            for (int i = 0; i < millis.size(); i++) {
                var set = new LatencySet();
                set.of(Latency.END_TO_END_RESPONSE).values().record(nanos(millis.get(i)), SAMPLES);
                long from = origin + i * 1_000_000_000L;
                log.append(false, "one", from, from + 1_000_000_000, set);
            }
        }
    }

    private static long nanos(double millis) {
        return Math.round(millis * 1e6);
    }

    private static String begin(int seconds) {
        return BEGIN.plusSeconds(seconds).toString();
    }

    /** Runs in turn, as a campaign makes them: each row has the rate and the time of A, then those of B. */
    static List<RunGroup> inTurn(StoredRuns a, StoredRuns b, double[][] rows) {
        List<MeasuredRun> ofA = new ArrayList<>();
        List<MeasuredRun> ofB = new ArrayList<>();
        for (double[] row : rows) {
            ofA.add(a.run(row[0], row[1]));
            ofB.add(b.run(row[2], row[3]));
        }
        return List.of(new RunGroup("A", ofA), new RunGroup("B", ofB));
    }
}
