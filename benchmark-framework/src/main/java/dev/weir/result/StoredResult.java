package dev.weir.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.Durability;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A result file, read again: ours of every schema version, and OMB's, which have the fields on top only. What a file does
 * not hold is empty. Immutable.
 */
public final class StoredResult {
    private final Path file;
    private final JsonNode top;

    private StoredResult(Path file, JsonNode top) {
        this.file = file;
        this.top = top;
    }

    /**
     * Reads a result file.
     *
     * @param problems gets why it cannot be read
     * @return empty if it cannot
     */
    public static Optional<StoredResult> read(Path file, Problems problems) {
        String problem;
        try {
            JsonNode top = ResultJson.mapper().readTree(Files.readString(file));
            int version = top.path("schemaVersion").asInt(0);
            if (!top.has("publishRate") && !top.has("weir")) {
                problem = "is no result file: it has neither the field weir nor OMB's publishRate";
            } else if (version > ResultJson.SCHEMA_VERSION) {
                problem = "has schemaVersion " + version + ", and this version reads those up to "
                        + ResultJson.SCHEMA_VERSION + ": use a newer one";
            } else {
                return Optional.of(new StoredResult(file, top));
            }
        } catch (JsonProcessingException e) {
            problem = file.toString().endsWith(".hlog")
                    ? "holds the histograms of a run: name the .json beside it"
                    : "is not JSON: " + e.getOriginalMessage();
        } catch (NoSuchFileException e) {
            problem = "does not exist";
        } catch (IOException e) {
            problem = "cannot be read: " + e;
        }
        problems.error(new Problem(file.toString(), 0, "", problem));
        return Optional.empty();
    }

    /** Where it was read from. */
    public Path file() {
        return file;
    }

    /** 0 if it is OMB's. */
    public int schemaVersion() {
        return top.path("schemaVersion").asInt(0);
    }

    /** A text on top, such as {@code workload}, or at a path of fields, such as {@code weir, failure}. */
    public Optional<String> text(String... path) {
        return Optional.ofNullable(at(path).textValue());
    }

    /** A whole number on top, such as {@code messageSize}. */
    public OptionalLong whole(String field) {
        JsonNode node = top.path(field);
        return node.isIntegralNumber() ? OptionalLong.of(node.longValue()) : OptionalLong.empty();
    }

    /** A number at a path of fields below {@code weir} or on top, such as {@code weir, audit, lost}. */
    public OptionalDouble number(String... path) {
        JsonNode node = at(path);
        return node.isNumber() ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
    }

    /** Whether there is a truth at a path of fields, and it is true. */
    public boolean isTrue(String... path) {
        return at(path).asBoolean(false);
    }

    /** Whether it was made to be discarded: it counts in no comparison. */
    public boolean isDiscarded() {
        return isTrue("weir", "run", "discarded");
    }

    /** Which JVMs carried the load: runs that shared them share what they had compiled, and where their memory lay. */
    String process() {
        return elements(at("weir", "workers"))
                .map(worker -> worker.path("facts"))
                .map(facts ->
                        facts.path("host").asText() + " " + facts.path("bootId").asText() + " "
                                + facts.path("processId").asText())
                .collect(Collectors.joining(","));
    }

    /** One of OMB's lists, such as {@code publishRate}; without the entries that have no value. */
    public DoubleStream series(String field) {
        return elements(top.path(field)).filter(JsonNode::isNumber).mapToDouble(JsonNode::doubleValue);
    }

    /** Rates of its measurement. */
    public StoredThroughput throughput() {
        return StoredThroughput.of(this);
    }

    /** As how many messages of the target a read counts. */
    public double recordsPerRead() {
        return number("weir", "provenance", "workload", "recordsPerRequest").orElse(1);
    }

    /** Whether it is what a search has found, and not a run. */
    public boolean isSearch() {
        return !top.path("curve").isEmpty();
    }

    /** All intervals, in order; of OMB's those of the measurement. Reads them anew each time. */
    public List<StoredInterval> intervals() {
        return parsed(
                () -> schemaVersion() == 0 ? OmbFigures.intervals(top) : StoredFigures.intervals(top.path("weir")));
    }

    /** Latencies of the whole measurement by their names, sorted. Reads them anew each time. */
    public Map<String, StoredLatency> latencies() {
        return parsed(() -> schemaVersion() == 0 ? OmbFigures.latencies(top) : StoredFigures.latencies(top));
    }

    /** When its first interval began, epoch nanoseconds; empty if it does not say. */
    public OptionalLong originNanos() {
        JsonNode begin = at("weir", "intervals").path(0).path("begin");
        return parsed(
                () -> begin.isTextual() ? OptionalLong.of(IsoTime.epochNanos(begin.asText())) : OptionalLong.empty());
    }

    /** What a reader has to know of the instrument. */
    public List<StoredReason> reasons() {
        return parsed(() -> elements(at("weir", "reasons"))
                .map(reason -> new StoredReason(
                        Code.of(reason.path("code").asText(), ReasonCode.values()),
                        Severity.valueOf(reason.path("severity").asText()),
                        reason.path("text").asText()))
                .toList());
    }

    /** What it says of the system. */
    public List<Finding> findings() {
        return elements(at("weir", "findings"))
                .map(finding -> new Finding(
                        Code.of(finding.path("code").asText(), FindingCode.values()),
                        finding.path("count").asLong(),
                        finding.path("text").asText()))
                .toList();
    }

    /** When its phases were, in order. */
    public List<PhaseSpan> phases() {
        return parsed(() -> elements(at("weir", "phases"))
                .flatMap(phase -> Phase.of(phase.path("phase").asText())
                        .map(known -> new PhaseSpan(
                                known,
                                IsoTime.epochNanos(phase.path("begin").asText()),
                                IsoTime.epochNanos(phase.path("end").asText())))
                        .stream())
                .toList());
    }

    /** What happened at a moment of it, in order. */
    public List<RunEvent> events() {
        return parsed(() -> elements(at("weir", "events"))
                .map(event -> new RunEvent(
                        Code.of(event.path("kind").asText(), EventKind.values()),
                        IsoTime.epochNanos(event.path("at").asText()),
                        event.path("text").asText()))
                .toList());
    }

    /** The elements of a list at a path of fields below {@code weir} or on top, as plain maps; none if there is none. */
    public List<Map<String, Object>> mappings(String... path) {
        return elements(at(path))
                .filter(JsonNode::isObject)
                .map(StoredResult::plainMapping)
                .toList();
    }

    /** The mapping at a path of fields, such as {@code weir, provenance, system}. */
    public Optional<Map<String, Object>> mapping(String... path) {
        JsonNode node = at(path);
        return node.isObject() ? Optional.of(plainMapping(node)) : Optional.empty();
    }

    /** What was run, in the words of a workload file; empty if it is OMB's. */
    public Optional<Map<String, Object>> workloadFile() {
        return mapping("weir", "provenance", "workload");
    }

    /** What it ran on, in the words of a driver file; empty if it is OMB's. */
    public Optional<Map<String, Object>> driverFile() {
        return mapping("weir", "provenance", "driver");
    }

    /** The code of its client; empty if the file is of a time when that was not written. */
    public Optional<String> client() {
        return text("weir", "provenance", "client");
    }

    /**
     * What it ran on by dotted names, without {@code driver} before them.
     *
     * @param inEffect whether settings of the client are to be those that took effect, its defaults included, where the file
     *     knows them; else, as the driver file has them
     */
    public Map<String, String> driverFields(boolean inEffect) {
        Map<String, String> fields = EffectiveFiles.flat(driverFile().orElse(Map.of()));
        mapping("weir", "provenance", "clientSettings")
                .filter(known -> inEffect)
                .ifPresent(settings -> {
                    fields.keySet().removeIf(Side::isOfClients);
                    settings.forEach((name, value) -> fields.put(name, String.valueOf(value)));
                });
        return fields;
    }

    /**
     * The fields of its driver file that are of the client, but not among its settings in effect: what decides what an
     * acknowledgement means. Without places and secrets, by the names of {@link #driverFields}.
     */
    public Map<String, String> promisedFields() {
        Set<String> known = mapping("weir", "provenance", "clientSettings").orElse(Map.of()).keySet().stream()
                .map(StoredResult::setting)
                .collect(Collectors.toSet());
        Map<String, String> fields = driverFields(false);
        fields.keySet()
                .removeIf(field -> !Side.isOfClients(field)
                        || known.contains(setting(field))
                        || Side.isPlace(field)
                        || Secrets.isSecret(field));
        return fields;
    }

    private static String setting(String field) {
        return field.substring(field.indexOf('.') + 1);
    }

    /** Whether all are of the same code of a client, so that what took effect in it can be held against each other. */
    public static boolean haveOneClient(List<StoredResult> results) {
        return results.stream().map(StoredResult::client).distinct().count() == 1
                && results.stream().allMatch(result -> result.client().isPresent());
    }

    /**
     * Whether it is of this very workload on this very driver, but for the addresses of a cluster that was made for it, and
     * whether it deleted old topics, which of a driver's runs only the first does.
     */
    public boolean isOf(Workload workload, DriverConfig driver, int embeddedBrokers) {
        return setup().embeddedBrokers() == embeddedBrokers
                && at("weir", "provenance", "workload").equals(asStored(EffectiveFiles.of(workload)))
                && withoutAddresses(at("weir", "provenance", "driver"), embeddedBrokers)
                        .equals(withoutAddresses(asStored(EffectiveFiles.of(driver)), embeddedBrokers));
    }

    /** Numbers as they are when they have been written and read. */
    private static JsonNode asStored(Map<String, Object> file) {
        try {
            return ResultJson.mapper().readTree(ResultJson.mapper().writeValueAsString(file));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a file is made of texts, numbers, lists and maps", e);
        }
    }

    private static JsonNode withoutAddresses(JsonNode driver, int embeddedBrokers) {
        JsonNode copy = driver.deepCopy();
        if (copy instanceof ObjectNode fields) {
            fields.remove("reset");
        }
        if (embeddedBrokers > 0 && copy.path("commonConfig") instanceof ObjectNode common) {
            common.remove("bootstrap.servers");
        }
        return copy;
    }

    /** Whether its figures stand: the run was carried out, and to its end. */
    public boolean isWhole() {
        return !text("outcome").orElse("").equals(Outcome.FAILED.name()) && !isTrue("weir", "interrupted");
    }

    /** How far its figures can be believed; {@link Outcome#VALID} if it is OMB's, which does not say. */
    public Outcome outcome() {
        String outcome = text("outcome").orElse("");
        return Stream.of(Outcome.values())
                .filter(each -> each.name().equals(outcome))
                .findFirst()
                .orElse(Outcome.VALID);
    }

    /** Whether it missed a threshold; of a search: whether no rate was sustained. */
    public boolean hasMissed() {
        return !missedThresholds().isEmpty()
                || top.path("sustainedMessagesPerSecond").isNull();
    }

    /** Those that it missed, as it has them; one that could not be judged is missed, unless it is there by default. */
    public List<Map<String, Object>> missedThresholds() {
        return mappings("weir", "thresholds").stream()
                .filter(threshold -> !Boolean.TRUE.equals(threshold.get("met"))
                        && (Boolean.TRUE.equals(threshold.get("judged"))
                                || !Boolean.TRUE.equals(threshold.get("byDefault"))))
                .toList();
    }

    /** A file that was edited, or made by something else, can hold anything where a time or a histogram belongs. */
    private <T> T parsed(Supplier<T> parts) {
        try {
            return parts.get();
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            var problems = new Problems();
            problems.error(new Problem(
                    file.toString(), 0, "", "holds what no version of this tool writes: " + e.getMessage()));
            problems.throwIfAny();
            throw e;
        }
    }

    /** What an acknowledgement meant; nothing if it is OMB's, or older than that. */
    public Durability durability() {
        return parsed(() -> DurabilityJson.read(at("weir", "durability")));
    }

    /** How it was set up beyond the two files. */
    public RunSetup setup() {
        JsonNode setup = at("weir", "provenance", "setup");
        if (setup.isMissingNode()) {
            return setupOfVersion1();
        }
        String topology = setup.path("topology").asText();
        return new RunSetup(
                Stream.of(Topology.values())
                        .filter(each -> each.key().equals(topology))
                        .findFirst()
                        .orElse(Topology.SWARM),
                elements(setup.path("workers")).map(JsonNode::asText).toList(),
                setup.path("embeddedBrokers").asInt(0),
                setup.path("driverPath").asText(""),
                setup.path("serviceVersion").asText(""));
    }

    /** It knew swarms only, and did not say how many brokers an embedded cluster had but in the system's facts. */
    private RunSetup setupOfVersion1() {
        JsonNode system = at("weir", "provenance", "system");
        boolean embedded =
                system.properties().stream().anyMatch(fact -> fact.getKey().startsWith("embedded."));
        List<String> workers = elements(at("weir", "workers"))
                .map(worker -> worker.path("name").asText())
                .filter(name -> !name.equals("in-process"))
                .toList();
        return new RunSetup(
                Topology.SWARM,
                workers,
                embedded ? Math.max(1, system.path("brokers").asInt(1)) : 0,
                "",
                "");
    }

    private static Map<String, Object> plainMapping(JsonNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        node.properties().forEach(entry -> map.put(entry.getKey(), plain(entry.getValue())));
        return map;
    }

    /** Text, number, truth, list or mapping; integers as Long or Integer, so that they are written without a point. */
    private static Object plain(JsonNode node) {
        if (node.isObject()) {
            return plainMapping(node);
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(element -> list.add(plain(element)));
            return list;
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNumber() ? node.numberValue() : node.asText();
    }

    private JsonNode at(String... path) {
        JsonNode node = top;
        for (String field : path) {
            node = node.path(field);
        }
        return node;
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements.stream();
    }
}
