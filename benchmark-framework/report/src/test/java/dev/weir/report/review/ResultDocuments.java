package dev.weir.report.review;

import static dev.weir.report.html.SampleFiles.weir;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Result documents of an honest comparison of two systems, as a campaign makes them: a real result, without what put
 * its instrument in doubt, with the settings in effect. Tests change them in one respect.
 */
final class ResultDocuments {
    private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");

    final List<ObjectNode> a = new ArrayList<>();
    final List<ObjectNode> b = new ArrayList<>();
    private final Random random;

    /** Creates the results of so many runs of each system, which alternate; the rest is drawn from the seed. */
    ResultDocuments(int runs, long seed) throws IOException {
        random = new Random(seed);
        String acks = pick("all", "1");
        String compression = pick("none", "lz4", "zstd");
        double randomShare = 0.3 + 0.6 * random.nextDouble();
        int lingerMillis = random.nextInt(20);
        for (int i = 0; i < 2 * runs; i++) {
            boolean first = i % 2 == 0;
            ObjectNode result = honest(first ? "kafka" : "redpanda", i);
            provenance(result).withObject("/system").put("cluster.id", first ? "cluster-a" : "cluster-b");
            durability(result, "acks", acks);
            durability(result, "replicationFactor", "3");
            clientSetting(result, "producerConfig.acks", acks);
            clientSetting(result, "producerConfig.compression.type", compression);
            clientSetting(result, "producerConfig.linger.ms", "" + lingerMillis);
            ObjectNode payload = weir(result).putObject("payload").putNull("distinct");
            payload.put("randomShare", randomShare).put("stampShare", 0.125);
            place(result, "pair-" + seed, 1 + i / 2);
            (first ? a : b).add(result);
        }
    }

    private ObjectNode honest(String driver, int number) throws IOException {
        ObjectNode result = SampleFiles.fixture();
        result.put("outcome", "VALID").put("workload", "w").put("driver", driver);
        weir(result).putArray("reasons");
        weir(result).putArray("durability");
        Instant begin = BEGIN.plusSeconds(60L * number);
        weir(result).withObject("/run").put("begin", begin.toString());
        ObjectNode provenance = provenance(result);
        // As in the shipped pairs of driver files: the same promise takes other settings of the topics.
        ObjectNode topics = provenance.withObject("/driver").put("name", driver).putObject("topicConfig");
        topics.put(driver.equals("kafka") ? "min.insync.replicas" : "write.caching", "2");
        provenance.withObject("/setup").put("embeddedBrokers", 0);
        provenance.put("client", "kafka-clients 4.3.1").putObject("clientSettings");
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

    static ObjectNode provenance(ObjectNode result) {
        return weir(result).withObject("/provenance");
    }

    static void durability(ObjectNode result, String item, String value) {
        ArrayNode items = weir(result).withArray("durability");
        removeEach(items, "item", item);
        ObjectNode added = items.addObject().put("item", item).put("value", value);
        added.put("source", "driver file").put("note", "");
    }

    /** Removes those of a list in which a field has this value. */
    static void removeEach(ArrayNode all, String field, String value) {
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).path(field).asText().equals(value)) {
                all.remove(i);
            }
        }
    }

    static void clientSetting(ObjectNode result, String name, String value) {
        provenance(result).withObject("/clientSettings").put(name, value);
    }

    static void reason(ObjectNode result, String code, String severity) {
        result.put("outcome", severity.equals("NOTE") ? "VALID" : severity);
        ObjectNode reason = weir(result).withArray("reasons").addObject().put("code", code);
        reason.put("severity", severity).put("text", "seeded").putObject("figures");
    }

    static void place(ObjectNode result, String campaign, int repeat) {
        weir(result).withObject("/run").put("campaign", campaign).put("repeat", repeat);
    }

    static void scaleRate(ObjectNode result, double factor) {
        ObjectNode rates = weir(result).withObject("/throughput");
        for (String rate : List.of("achievedMessagesPerSecond", "deliveredMessagesPerSecond")) {
            rates.put(rate, factor * rates.path(rate).asDouble());
        }
    }

    /** Writes all results and reads them. */
    List<StoredResult> write(Path folder) throws IOException {
        List<StoredResult> results = new ArrayList<>();
        for (ObjectNode result : all().toList()) {
            Path file = folder.resolve(String.format("run-%02d.json", results.size() + 1));
            results.add(SampleFiles.read(SampleFiles.write(result, file)));
        }
        return results;
    }

    /** Writes the index of a campaign with these runs of the first system. */
    static void writeIndex(Path folder, List<String> files) {
        List<IndexedRun> runs = new ArrayList<>();
        for (String file : files) {
            int repeat = file.contains("discarded") ? 0 : runs.size() + 1;
            runs.add(SampleFiles.indexed(runs.size() + 1, "w", "kafka", Map.of(), repeat, file));
        }
        CampaignIndex.of(folder, runs).write();
    }
}
