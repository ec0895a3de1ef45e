package dev.weir.result.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.feature.Features;
import dev.weir.result.ComparedSystem;
import dev.weir.result.TextFile;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.document.Audit;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.omb.OmbLists.OmbRate;
import dev.weir.result.search.SearchResult.SearchDocument;
import dev.weir.result.search.SearchResult.SearchDocument.SearchAnswer;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.Workload;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A result file that was read: Weir's, or OMB's, which has only the fields on top. What a file does not contain is
 * empty. Immutable.
 *
 * @param search additional contents if it is the result of a search
 */
public record StoredResult(Path file, RunDocument document, Optional<SearchDocument> search) {
    private static final String FOREIGN = "holds what no version of this tool writes: ";

    /** Reads a result file; empty if it cannot be read, which is a problem then. */
    public static Optional<StoredResult> read(Path file, Problems problems) {
        String problem;
        try {
            JsonNode top = DocumentReader.json().readTree(TextFile.read(file));
            int version = DocumentReader.version(top);
            if (!top.has("publishRate") && !top.has("weir")) {
                problem = "is no result file: it has neither the field weir nor OMB's publishRate";
            } else if (!top.has("weir") && version != 0) {
                problem = "is damaged: it has a schemaVersion, as results of Weir, but not their field weir";
            } else if (top.has("weir") && version != DocumentReader.SCHEMA_VERSION) {
                problem = DocumentReader.wrongVersion(version, DocumentReader.SCHEMA_VERSION);
            } else {
                RunDocument run = DocumentReader.json().treeToValue(top, RunDocument.class);
                for (ResultPart<?> part : Features.in(ResultPart.class)) {
                    part.check(run.weir().orElse(RunDetails.NONE));
                }
                return Optional.of(new StoredResult(
                        file,
                        run,
                        top.has("curve")
                                ? Optional.of(DocumentReader.json().treeToValue(top, SearchDocument.class))
                                : Optional.empty()));
            }
        } catch (JsonMappingException e) {
            problem = FOREIGN + DocumentReader.problem(e);
        } catch (JsonProcessingException e) {
            problem = file.toString().endsWith(".hlog")
                    ? "holds the histograms of a run: name the .json beside it"
                    : "is not JSON: " + e.getOriginalMessage();
        } catch (NoSuchFileException e) {
            problem = "does not exist";
        } catch (IOException e) {
            problem = "cannot be read: " + e;
        }
        problems.error(file.toString(), problem);
        return Optional.empty();
    }

    /** Returns the result of a run as its file will contain it. */
    public static StoredResult of(RunDocument run, Path file) {
        return new StoredResult(file, run, Optional.empty());
    }

    public RunDetails weir() {
        return document.weir().orElse(RunDetails.NONE);
    }

    /** Returns a label without line breaks, with which it could look like several lines of a table. */
    private static String onOneLine(String label) {
        return label.replaceAll("[\\r\\n]+", " ");
    }

    /** Returns the version of Weir's fields; 0 if the file is OMB's. */
    public int schemaVersion() {
        return document.schemaVersion();
    }

    public Optional<String> workload() {
        return document.run().workload().map(StoredResult::onOneLine);
    }

    public Optional<String> driver() {
        return document.run().driver().map(StoredResult::onOneLine);
    }

    public boolean isDiscarded() {
        return weir().course().run().flatMap(RunCourse.Run::discarded).orElse(false);
    }

    /** Returns the values by which it differs from the other runs of its campaign; empty if it is no part of one. */
    public Map<String, String> point() {
        return weir().course().run().flatMap(RunCourse.Run::point).orElse(Map.of());
    }

    /** Returns when its run began: ISO-8601, or OMB's form. */
    public Optional<String> begin() {
        return weir().course().run().map(RunCourse.Run::begin).or(document.run()::beginTime);
    }

    /** Returns when its run began, epoch nanoseconds; empty if it is unknown, or has a form of an old OMB. */
    public OptionalLong beginNanos() {
        try {
            return begin().stream()
                    .mapToLong(text -> text.contains("T") ? IsoTime.epochNanos(text) : IsoTime.ombEpochNanos(text))
                    .findFirst();
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }

    public Optional<Audit> audit() {
        return weir().checks().audit();
    }

    public Optional<Provenance> provenance() {
        return weir().origin().provenance();
    }

    public Map<String, Object> system() {
        return provenance().map(Provenance::system).orElse(Map.of());
    }

    public Optional<String> systemFact(String name) {
        return Optional.ofNullable(system().get(name)).map(String::valueOf);
    }

    /** Returns an identity of the JVMs that carried the load, which share compiled code and memory layout. */
    String process() {
        return weir().instrument().workers().stream().map(Worker::jvm).collect(Collectors.joining(","));
    }

    public List<Harness.ObservedProcess> processes() {
        return weir().instrument().harness().map(Harness::processes).orElse(List.of());
    }

    public StoredThroughput throughput() {
        return StoredThroughput.of(this);
    }

    public boolean isSearch() {
        return search.stream().anyMatch(found -> !found.curve().isEmpty());
    }

    /** Returns all intervals, in order; for OMB's those of the measurement. Converts them each time. */
    public List<StoredInterval> intervals() {
        return parsed(() -> schemaVersion() == 0
                ? OmbFigures.intervals(document)
                : StoredInterval.of(weir().measurements().intervals()));
    }

    /** Returns the latencies of the whole measurement by their names, sorted. Converts them each time. */
    public Map<String, StoredLatency> latencies() {
        return parsed(() -> schemaVersion() == 0 ? OmbFigures.latencies(document.totals()) : StoredLatency.of(weir()));
    }

    /** Returns when its first interval began, epoch nanoseconds; empty if unknown. */
    public OptionalLong originNanos() {
        return parsed(() -> weir().measurements().intervals().stream()
                .limit(1)
                .map(IntervalSummary::begin)
                .filter(begin -> !begin.isEmpty())
                .mapToLong(IsoTime::epochNanos)
                .findFirst());
    }

    public List<Reason> reasons() {
        return weir().verdict().reasons();
    }

    public List<Finding> findings() {
        return weir().verdict().findings();
    }

    public List<PhaseSpan> phases() {
        return weir().course().phases();
    }

    public Optional<Map<String, Object>> workloadFile() {
        return provenance().map(Provenance::workload);
    }

    /**
     * Returns the fields of its workload that define the load, nested ones as {@code keys.cardinality}. OMB's files
     * contain only some of them.
     */
    public Map<String, String> load() {
        return workloadFile().map(ComparedSystem::load).orElseGet(() -> OmbFigures.load(document.load()));
    }

    public Optional<Map<String, Object>> driverFile() {
        return provenance().map(Provenance::driver);
    }

    /** Returns the version of the system: as a person gave it, otherwise as the brokers reported it; empty if unknown. */
    public Optional<String> systemVersion() {
        return document.run()
                .version()
                .or(() -> durability()
                        .find(DurabilityKey.BROKER_VERSION)
                        .filter(DurabilityItem::isKnown)
                        .map(DurabilityItem::value));
    }

    public Optional<String> client() {
        return provenance().flatMap(Provenance::client);
    }

    /** Returns the settings of its clients in effect, with the defaults of the client library; empty if unknown. */
    public Optional<Map<String, String>> clientSettings() {
        return provenance().flatMap(Provenance::clientSettings);
    }

    /**
     * Returns its driver file by dotted names, without the prefix {@code driver}.
     *
     * @param inEffect whether settings of the client are those in effect, with its defaults, if the file contains them;
     *     otherwise, those of the driver file
     */
    public Map<String, String> driverFields(boolean inEffect) {
        Map<String, String> fields = EffectiveFiles.flat(driverFile().orElse(Map.of()));
        clientSettings().filter(known -> inEffect).ifPresent(settings -> {
            fields.keySet().removeIf(ComparedSystem::isOfClients);
            fields.putAll(settings);
        });
        return fields;
    }

    /**
     * Returns the fields of its driver file that belong to the client but not to its effective settings: they decide
     * what an acknowledgement means. Without addresses and secrets, by the names of {@link #driverFields}.
     */
    public Map<String, String> promisedFields() {
        Set<String> known = new HashSet<>();
        clientSettings().orElse(Map.of()).keySet().forEach(field -> known.add(setting(field)));
        Map<String, String> fields = driverFields(false);
        fields.keySet()
                .removeIf(field -> !ComparedSystem.isOfClients(field)
                        || known.contains(setting(field))
                        || ComparedSystem.isPlace(field)
                        || Secrets.isSecret(field));
        return fields;
    }

    private static String setting(String field) {
        return field.substring(field.indexOf('.') + 1);
    }

    /** Returns whether all results have the same client library, so that its effective settings can be compared. */
    public static boolean haveOneClient(List<StoredResult> results) {
        return results.stream().map(StoredResult::client).distinct().count() == 1
                && results.stream().allMatch(result -> result.client().isPresent());
    }

    /**
     * Returns whether it is a result of exactly this workload and driver. Addresses of an embedded cluster may differ,
     * and whether it deleted old topics, which only a driver's first run does.
     */
    public boolean isOf(Workload workload, DriverConfig driver, int embeddedBrokers) {
        return setup().embeddedBrokers() == embeddedBrokers
                && workloadFile().equals(Optional.of(asStored(EffectiveFiles.of(workload))))
                && driverFile()
                        .map(stored -> withoutAddresses(stored, embeddedBrokers))
                        .equals(Optional.of(withoutAddresses(asStored(EffectiveFiles.of(driver)), embeddedBrokers)));
    }

    /** Converts numbers to the form that they have after they were written and read. */
    private static Map<String, Object> asStored(Map<String, Object> file) {
        try {
            return DocumentReader.fields(
                    DocumentReader.json().readTree(DocumentReader.json().writeValueAsString(file)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a file is made of texts, numbers, lists and maps", e);
        }
    }

    private static Map<String, Object> withoutAddresses(Map<String, Object> driver, int embeddedBrokers) {
        Map<String, Object> copy = new LinkedHashMap<>(driver);
        copy.remove("reset");
        if (embeddedBrokers > 0) {
            copy.remove("brokerMetrics");
        }
        if (embeddedBrokers > 0 && copy.get("commonConfig") instanceof Map<?, ?> common) {
            Map<Object, Object> rest = new LinkedHashMap<>(common);
            rest.remove("bootstrap.servers");
            copy.put("commonConfig", rest);
        }
        return copy;
    }

    public boolean isWhole() {
        return outcome() != Outcome.FAILED && !isInterrupted();
    }

    public boolean isInterrupted() {
        return weir().verdict().interrupted();
    }

    /** Returns how far its figures can be trusted; {@link Outcome#VALID} if it is OMB's, which has no outcome. */
    public Outcome outcome() {
        return document.outcome().orElse(Outcome.VALID);
    }

    /** Returns whether it missed a threshold; for a search: whether no rate was sustained. */
    public boolean hasMissed() {
        Optional<SearchAnswer> answer = search.map(SearchDocument::answer);
        return !missedThresholds().isEmpty()
                || answer.filter(each -> each.sustainedMessagesPerSecond().isEmpty())
                        .isPresent();
    }

    /** Returns thresholds that it missed; one that could not be judged is missed, unless it applies by default. */
    public List<ThresholdCheck> missedThresholds() {
        List<ThresholdCheck> all = weir().checks().thresholds();
        return all.stream().filter(ThresholdCheck::isMissed).toList();
    }

    /** Parses times and histograms, which can be anything in a file that was edited or written by another program. */
    private <T> T parsed(Supplier<T> parts) {
        try {
            return parts.get();
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            var problems = new Problems();
            problems.error(file.toString(), FOREIGN + e.getMessage());
            problems.throwIfAny();
            throw e;
        }
    }

    public Durability durability() {
        return parsed(() -> RunChecks.DurabilityFact.read(weir().checks().durability()));
    }

    public RunSetup setup() {
        return provenance().map(Provenance::setup).orElse(RunSetup.local());
    }

    /**
     * Rates of a measurement in a result file, Weir's or OMB's, per second. Empty if nothing was measured, or if
     * unknown.
     *
     * @param target target rate; empty if there was none; in Weir's files also known for a run that measured nothing
     * @param offered send calls
     * @param achieved acknowledged messages
     * @param answered what counts for the target: acknowledged and aborted messages, and reads, each as the messages of
     *     a request
     * @param reads answered reads
     * @param delivered received messages of all subscriptions that began with the load
     */
    public record StoredThroughput(
            OptionalDouble target,
            OptionalDouble offered,
            OptionalDouble achieved,
            OptionalDouble answered,
            OptionalDouble reads,
            OptionalDouble delivered) {
        static StoredThroughput of(StoredResult result) {
            return result.schemaVersion() == 0 ? ofOmb(result) : ofOurs(result);
        }

        /** Reads OMB's rates, because only they reflect the true lengths of its intervals. */
        private static StoredThroughput ofOmb(StoredResult result) {
            OmbLists lists = result.document().series();
            OptionalDouble achieved = mean(OmbRate.published(lists));
            OptionalDouble target = OmbFigures.target(result.document());
            OptionalDouble none = OptionalDouble.empty();
            return new StoredThroughput(target, none, achieved, achieved, none, mean(OmbRate.consumed(lists)));
        }

        private static OptionalDouble mean(Optional<OmbRate> rate) {
            return rate.stream().mapToDouble(OmbRate::mean).findFirst();
        }

        private static StoredThroughput ofOurs(StoredResult result) {
            Optional<Throughput> whole = result.weir().load().throughput();
            Optional<Throughput> measured = whole.filter(rates -> rates.seconds() > 0);
            return new StoredThroughput(
                    whole.map(Throughput::targetMessagesPerSecond).orElse(OptionalDouble.empty()),
                    figure(measured, Throughput::offeredMessagesPerSecond),
                    figure(measured, Throughput::achievedMessagesPerSecond),
                    figure(
                            measured,
                            rates -> rates.answeredMessagesPerSecond(
                                    result.weir().messagesPerRead())),
                    figure(measured, Throughput::readsPerSecond),
                    figure(measured, Throughput::deliveredMessagesPerSecond));
        }

        private static OptionalDouble figure(Optional<Throughput> measured, ToDoubleFunction<Throughput> figure) {
            return measured.stream().mapToDouble(figure).findFirst();
        }
    }
}
