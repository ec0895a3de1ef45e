package dev.weir.report.review;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.SampleResults;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Result documents of an honest comparison of two systems, as a campaign makes them: a real result, without what put
 * its instrument in doubt, with the settings in effect. Tests change them in one respect.
 */
public final class ResultDocuments {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");

    final List<ObjectNode> a = new ArrayList<>();
    final List<ObjectNode> b = new ArrayList<>();
    private final Random random;

    /** Creates the results of so many runs of each system, which alternate; the rest is drawn from the seed. */
    public ResultDocuments(int runs, long seed) throws IOException {
        random = new Random(seed);
        String acks = pick("all", "1");
        String compression = pick("none", "lz4", "zstd");
        double randomShare = 0.3 + 0.6 * random.nextDouble();
        int lingerMillis = random.nextInt(20);
        for (int i = 0; i < 2 * runs; i++) {
            boolean first = i % 2 == 0;
            ObjectNode result = honest(first ? "kafka" : "redpanda", i);
            ((ObjectNode) provenance(result).path("system")).put("cluster.id", first ? "cluster-a" : "cluster-b");
            durability(result, "acks", acks);
            durability(result, "replicationFactor", "3");
            clientSetting(result, "producerConfig.acks", acks);
            clientSetting(result, "producerConfig.compression.type", compression);
            clientSetting(result, "producerConfig.linger.ms", "" + lingerMillis);
            weir(result)
                    .putObject("payload")
                    .put("randomShare", randomShare)
                    .put("stampShare", 0.125)
                    .putNull("distinct");
            place(result, "pair-" + seed, 1 + i / 2);
            (first ? a : b).add(result);
        }
    }

    private ObjectNode honest(String driver, int number) throws IOException {
        Path file = SampleResults.FILE;
        ObjectNode result = (ObjectNode) MAPPER.readTree(file.toFile());
        result.put("outcome", "VALID").put("workload", "w").put("driver", driver);
        weir(result).putArray("reasons");
        ObjectNode provenance = provenance(result);
        // As in the shipped pairs of driver files: the same promise takes other settings of the topics.
        ((ObjectNode) provenance.path("driver"))
                .put("name", driver)
                .putObject("topicConfig")
                .put(driver.equals("kafka") ? "min.insync.replicas" : "write.caching", "2");
        ((ObjectNode) provenance.path("setup")).put("embeddedBrokers", 0);
        provenance.put("client", "kafka-clients 4.3.1").putObject("clientSettings");
        weir(result).putArray("durability");
        String begin = BEGIN.plusSeconds(60L * number).toString();
        ((ObjectNode) weir(result).path("run")).put("begin", begin);
        scaleRate(result, 1 + 0.004 * (random.nextDouble() - 0.5));
        return result;
    }

    String pick(String... values) {
        return values[random.nextInt(values.length)];
    }

    /** A number in [from, to]. */
    int pick(int from, int to) {
        return from + random.nextInt(to - from + 1);
    }

    Stream<ObjectNode> all() {
        return Stream.concat(a.stream(), b.stream());
    }

    ObjectNode one(List<ObjectNode> side) {
        return side.get(random.nextInt(side.size()));
    }

    static ObjectNode weir(ObjectNode result) {
        return (ObjectNode) result.path("weir");
    }

    static ObjectNode provenance(ObjectNode result) {
        return (ObjectNode) weir(result).path("provenance");
    }

    static void durability(ObjectNode result, String item, String value) {
        ArrayNode items = (ArrayNode) weir(result).path("durability");
        for (int i = items.size() - 1; i >= 0; i--) {
            if (items.get(i).path("item").asText().equals(item)) {
                items.remove(i);
            }
        }
        items.addObject()
                .put("item", item)
                .put("value", value)
                .put("source", "driver file")
                .put("note", "");
    }

    static void clientSetting(ObjectNode result, String name, String value) {
        ((ObjectNode) provenance(result).path("clientSettings")).put(name, value);
    }

    static void reason(ObjectNode result, String code, String severity) {
        result.put("outcome", severity.equals("NOTE") ? "VALID" : severity);
        ((ArrayNode) weir(result).path("reasons"))
                .addObject()
                .put("code", code)
                .put("severity", severity)
                .put("text", "seeded")
                .putObject("figures");
    }

    static void place(ObjectNode result, String campaign, int repeat) {
        ((ObjectNode) weir(result).path("run")).put("campaign", campaign).put("repeat", repeat);
    }

    static void scaleRate(ObjectNode result, double factor) {
        ObjectNode rates = (ObjectNode) weir(result).path("throughput");
        for (String rate : List.of("achievedMessagesPerSecond", "deliveredMessagesPerSecond")) {
            rates.put(rate, factor * rates.path(rate).asDouble());
        }
    }

    /** Writes all results and reads them. */
    List<StoredResult> write(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        for (List<ObjectNode> side : List.of(a, b)) {
            for (ObjectNode result : side) {
                files.add(folder.resolve(String.format("run-%02d.json", files.size() + 1)));
                MAPPER.writeValue(files.get(files.size() - 1).toFile(), result);
            }
        }
        return files.stream().map(SampleFiles::read).toList();
    }

    /** Writes the index of a campaign with these runs of the first system. */
    static void writeIndex(Path folder, List<String> files) throws IOException {
        ObjectNode index = MAPPER.createObjectNode().put("schemaVersion", 1).put("campaign", "c");
        ArrayNode runs = index.putArray("runs");
        for (String file : files) {
            ObjectNode run = runs.addObject();
            run.put("number", runs.size()).put("workload", "w").put("driver", "kafka");
            run.putObject("point");
            run.put("repeat", file.contains("discarded") ? 0 : runs.size())
                    .put("result", file)
                    .put("outcome", "VALID")
                    .put("interrupted", false)
                    .put("begin", BEGIN.toString())
                    .put("seconds", 10);
        }
        MAPPER.writeValue(folder.resolve("index.json").toFile(), index);
    }
}
