package dev.weir.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Result files with as much in them as comparisons read, for tests; each method changes the one to be written next. */
public final class StoredRuns {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");

    private final Path folder;
    private final ObjectNode document = MAPPER.createObjectNode();
    private final ObjectNode weir = document.putObject("weir");
    private String begin = "";
    private String rate = "achievedMessagesPerSecond";
    private String latency = "endToEndResponse";
    private OptionalLong boundNanos = OptionalLong.empty();
    private int samples = 2000;
    private int failed;
    private int intervalSeconds = 1;
    private int number;

    /** To be written into a folder, which may not exist yet. */
    public StoredRuns(Path folder) {
        this.folder = folder;
        with("/schemaVersion", DocumentReader.SCHEMA_VERSION)
                .with("/outcome", "VALID")
                .with("/workload", "w");
        driver("kafka").with("/weir/provenance/driver/producerConfig", Map.of());
        load("producerRate", 1000).point(Map.of()).host("h1").with("/weir/failure", "");
        with("/weir/provenance/setup", Map.of("topology", "swarm", "workers", List.of(), "embeddedBrokers", 0));
        with("/weir/provenance/system", Map.of());
    }

    /** Sets the field with this JSON pointer in the runs from now on, as the other methods do. */
    StoredRuns with(String pointer, Object value) {
        int end = pointer.lastIndexOf('/');
        ObjectNode object = end == 0 ? document : document.withObject(pointer.substring(0, end));
        object.set(pointer.substring(end + 1), MAPPER.<JsonNode>valueToTree(value));
        return this;
    }

    public StoredRuns outcome(String name, String severity, String... codes) {
        ArrayNode reasons = weir.putArray("reasons");
        for (String code : codes) {
            reasons.addObject().put("code", code).put("severity", severity).put("text", "t");
        }
        return with("/outcome", name);
    }

    /** Version of the system, as a person gave it. */
    public StoredRuns version(String name) {
        return with("/version", name);
    }

    /** When they begin, instead of one a minute. */
    public StoredRuns begin(String time) {
        begin = time;
        return this;
    }

    public StoredRuns driver(String name) {
        return with("/driver", name).with("/weir/provenance/driver/name", name);
    }

    /** The field of the throughput that has their rate. */
    StoredRuns rate(String name) {
        rate = name;
        return this;
    }

    /** Whose times are of another kind, and as right as clocks are. */
    public StoredRuns latency(String name, long boundNanosOfClocks) {
        latency = name;
        boundNanos = OptionalLong.of(boundNanosOfClocks);
        return this;
    }

    /** How long intervals are; the messages of each stay the same. */
    StoredRuns intervalSeconds(int seconds) {
        intervalSeconds = seconds;
        return this;
    }

    /** Samples of each time, instead of 2,000. */
    public StoredRuns samples(int count) {
        samples = count;
        return this;
    }

    public StoredRuns finding(String code) {
        weir.withArray("findings").addObject().put("code", code).put("count", 1).put("text", "t");
        return this;
    }

    public StoredRuns load(String field, Object value) {
        return with("/weir/provenance/workload/" + field, value);
    }

    public StoredRuns client(String property, Object value) {
        return with("/weir/provenance/driver/producerConfig/" + property, value);
    }

    /** Settings of producers as they took effect, whatever the driver file says. */
    StoredRuns inEffect(String property, String value) {
        with("/weir/provenance/client", "client 1");
        return with("/weir/provenance/clientSettings/producerConfig." + property, value);
    }

    public StoredRuns point(Map<String, Object> changes) {
        return with("/weir/run/point", changes);
    }

    public StoredRuns host(String name) {
        return with("/weir/workers", List.of(Map.of("facts", Map.of("host", name))));
    }

    public StoredRuns durability(String item, String value) {
        ObjectNode added = weir.withArray("durability").addObject().put("item", item);
        added.put("value", value).put("source", "driver file");
        return this;
    }

    public StoredRuns tag(String name, String value) {
        return with("/weir/provenance/setup/tags", Map.of(name, value));
    }

    /** So many messages have no latency: they failed after a millisecond. */
    StoredRuns failed(int messages) {
        failed = messages;
        return this;
    }

    /** Writes one with a rate of messages, and end-to-end response times that are all the same. */
    public MeasuredRun run(double messagesPerSecond, double millis) {
        return run(messagesPerSecond, List.of(millis));
    }

    /** Writes one of as many intervals of a second as there are times. */
    public MeasuredRun run(double messagesPerSecond, List<Double> millis) {
        Path file = folder.resolve(String.format("run-%02d.json", ++number));
        measure(messagesPerSecond, millis);
        try {
            Files.createDirectories(folder);
            SampleFiles.write(document, file);
            if (millis.size() > 1) {
                writeLog(file, millis);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return MeasuredRun.of(SampleFiles.read(file));
    }

    private void measure(double messagesPerSecond, List<Double> millis) {
        with("/weir/run/begin", begin.isEmpty() ? begin(60 * number) : begin);
        ObjectNode throughput = weir.putObject("throughput").put("seconds", millis.size());
        throughput.put("targetMessagesPerSecond", 1000).put(rate, messagesPerSecond);
        var histogram = new LatencyHistogram();
        ArrayNode intervals = weir.putArray("intervals");
        for (int i = 0; i < millis.size(); i++) {
            histogram.record(nanos(millis.get(i)), samples);
            ObjectNode interval = intervals.addObject().put("phase", "measurement");
            interval.put("begin", begin(60 * number + i)).put("seconds", intervalSeconds);
            interval.putObject("counts").put("acknowledged", (long) messagesPerSecond);
        }
        ObjectNode times = weir.putObject("latency").putObject(latency);
        times.putObject("summary").put("count", histogram.count()).put("meanNanos", nanos(millis.get(0)));
        boundNanos.ifPresent(bound -> times.put("boundNanos", bound));
        times.put("histogramNanos", histogram.encodeCompressed());
        if (failed > 0) {
            var bounds = new LatencyHistogram();
            bounds.record(nanos(1), failed);
            times.put("lowerBoundHistogramNanos", bounds.encodeCompressed());
        }
    }

    private void writeLog(Path file, List<Double> millis) throws IOException {
        long origin = BEGIN.plusSeconds(60L * number).getEpochSecond() * 1_000_000_000;
        try (var log = new HistogramLog(Files.newOutputStream(IntervalHistograms.ofResult(file)), origin)) {
            for (int i = 0; i < millis.size(); i++) {
                var set = new LatencySet();
                set.of(Latency.END_TO_END_RESPONSE).values().record(nanos(millis.get(i)), samples);
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
