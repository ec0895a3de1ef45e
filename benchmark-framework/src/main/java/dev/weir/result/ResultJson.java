package dev.weir.result;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.weir.audit.AuditResult;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.DocumentReader;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.message.PayloadSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A run's result as a JSON document: OMB's fields, {@code schemaVersion} and {@code outcome} on top, all else under
 * {@code weir}. {@code docs/result.md} describes every field.
 */
final class ResultJson {
    private ResultJson() {}

    /** Reads texts of any length: Jackson's own limit is below the largest payload in base64. */
    static ObjectMapper mapper() {
        var limits = StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .addModule(new Jdk8Module())
                .build();
    }

    /**
     * A run's result.
     *
     * @param hooks what became of the commands around it
     */
    static Map<String, @Nullable Object> document(RunResult result, List<HookResult> hooks) {
        Map<String, @Nullable Object> top = new LinkedHashMap<>();
        top.put("schemaVersion", DocumentReader.SCHEMA_VERSION);
        top.put("outcome", result.outcome().name());
        putOmbScalars(top, result);
        top.putAll(result.ombSeries().fields(result.measured()));
        Map<String, Object> weir = weir(result);
        if (!hooks.isEmpty()) {
            weir.put("hooks", hooks);
        }
        top.put("weir", weir);
        return top;
    }

    private static void putOmbScalars(Map<String, @Nullable Object> top, RunResult result) {
        Workload workload = result.workload();
        top.put("workload", workload.name());
        top.put("driver", result.driver().name());
        String serviceVersion = result.setup().serviceVersion();
        top.put("version", serviceVersion.isEmpty() ? null : serviceVersion);
        top.put("beginTime", IsoTime.asOmb(result.run().beginNanos()));
        top.put("endTime", IsoTime.asOmb(result.endNanos()));
        top.put("messageSize", workload.messages().payload().messageSize());
        top.put("topics", workload.topics().count());
        top.put("partitions", partitions(result));
        top.put("keyDistributor", workload.messages().keys().distributor().name());
        top.put("producerRate", RateType.written(workload.producerRate()));
        top.put("producersPerTopic", workload.topics().producersPerTopic());
        top.put("consumersPerTopic", workload.subscriptions().consumersEach());
        top.put("subscriptionsPerTopic", workload.subscriptions().perTopic());
        top.put("testDurationMinutes", minutes(workload.timing().test().orElse(Duration.ZERO)));
        top.put("warmupDurationMinutes", minutes(workload.timing().warmup()));
        top.put(
                "warmupProducerRate",
                RateType.written(workload.load().warmupRate().atBegin()));
        top.put("sampleRateMillis", workload.timing().sampleInterval().toMillis());
    }

    private static Map<String, @Nullable Object> payload(PayloadSpec payload) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        int bytes = payload.messageSize();
        boolean inPayload = payload.leastBytes() >= PayloadSpec.STAMP_BYTES;
        map.put("distinct", payload.fresh() ? null : payload.poolSize());
        map.put("stampShare", inPayload ? (double) PayloadSpec.STAMP_BYTES / bytes : 0);
        map.put("randomShare", payload.contentsBase64().isEmpty() ? payload.randomBytesRatio() : null);
        return map;
    }

    /** Of topics that existed, what their consumers were told; 0 without one. */
    private static int partitions(RunResult result) {
        int largest = result.clients().partitions().stream()
                .mapToInt(partition -> partition.partition() + 1)
                .max()
                .orElse(0);
        return result.workload().topics().exist()
                ? largest
                : result.workload().topics().partitionsPerTopic();
    }

    private static Map<String, Object> weir(RunResult result) {
        Map<String, Object> weir = new LinkedHashMap<>();
        weir.put("reasons", HarnessJson.reasons(result.reasons()));
        weir.put("findings", result.findings());
        weir.put("failure", result.failure());
        weir.put("interrupted", result.interrupted());
        weir.put("run", run(result));
        weir.put("phases", phases(result));
        weir.put("events", events(result));
        weir.put("parts", result.parts());
        result.backlog().ifPresent(backlog -> weir.put("backlog", backlog));
        result.availability().ifPresent(availability -> weir.put("availability", availability));
        weir.put("payload", payload(result.workload().messages().payload()));
        weir.put("throughput", result.throughput());
        result.transactionLoop().ifPresent(loop -> weir.put("transactionBenchmark", loop));
        weir.put("unsent", result.unsent());
        weir.put("skipped", result.skipped());
        result.transactions().ifPresent(transactions -> weir.put("transactions", transactions));
        weir.put("latency", latencies(result.measured(), bound(result.clocks()), result.pacingBoundNanos()));
        if (result.workload().load().shape().isInRequests()) {
            weir.put("requests", result.clients().requests());
        }
        weir.put("intervals", result.intervals());
        weir.put("audit", audit(result.audit()));
        weir.put(
                "thresholds",
                result.thresholds().stream().map(ThresholdJson::of).toList());
        weir.put("durability", DurabilityJson.of(result.durability()));
        weir.put("clock", clock(result));
        weir.put("workers", result.workers());
        weir.put("harness", HarnessJson.harness(result.harness()));
        weir.put("producers", result.clients().producers());
        weir.put("consumers", result.clients().consumers());
        weir.put("pipelines", result.clients().pipelines());
        weir.put("subscriptions", result.clients().subscriptions());
        weir.put("partitions", result.clients().partitions());
        result.brokers().ifPresent(brokers -> weir.put("brokerMetrics", BrokerJson.of(brokers)));
        weir.put("provenance", provenance(result, result.workload()));
        return weir;
    }

    /** Enough to make it again, and to know it again. */
    static Map<String, Object> ofSearch(SearchResult search) {
        Map<String, Object> weir = new LinkedHashMap<>();
        weir.put("interrupted", search.interrupted());
        weir.put("durability", DurabilityJson.of(search.stands().durability()));
        weir.put("provenance", provenance(search.stands(), search.workload()));
        return weir;
    }

    private static Map<String, Object> run(RunResult result) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("id", result.run().id());
        run.put("begin", IsoTime.of(result.run().beginNanos()));
        run.put("end", IsoTime.of(result.endNanos()));
        CampaignPlace place = result.run().place();
        if (place.isPart()) {
            run.put("campaign", place.campaign());
            run.put("point", place.point());
            run.put("repeat", place.repeat());
            run.put("discarded", place.isDiscarded());
        }
        return run;
    }

    private static List<Map<String, Object>> phases(RunResult result) {
        List<Map<String, Object>> phases = new ArrayList<>();
        result.phases().forEach(span -> phases.add(phase(span)));
        return phases;
    }

    static Map<String, Object> phase(PhaseSpan span) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("phase", span.phase().key());
        map.put("begin", IsoTime.of(span.beginNanos()));
        map.put("end", IsoTime.of(span.endNanos()));
        map.put("seconds", span.seconds());
        return map;
    }

    private static List<Map<String, Object>> events(RunResult result) {
        List<Map<String, Object>> events = new ArrayList<>();
        result.events().forEach(event -> events.add(event(event)));
        return events;
    }

    static Map<String, Object> event(RunEvent event) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", event.kind().name());
        map.put("at", IsoTime.of(event.atNanos()));
        map.put("text", event.text());
        return map;
    }

    private static OptionalLong bound(ClockResult clocks) {
        return clocks.isBoundKnown() ? OptionalLong.of(clocks.endToEndBoundNanos()) : OptionalLong.empty();
    }

    /**
     * Of a whole measurement.
     *
     * @param endToEndBoundNanos as {@link ClockResult#endToEndBoundNanos}; empty if nothing is known
     * @param pacingBoundNanos as {@link RunResult#pacingBoundNanos}; 0 if it is not known
     */
    static Map<String, Object> latencies(LatencySet measured, OptionalLong endToEndBoundNanos, long pacingBoundNanos) {
        Map<String, Object> latencies = new LinkedHashMap<>();
        for (Latency latency : Latency.values()) {
            if (measured.has(latency)) {
                LatencySamples samples = measured.of(latency);
                Map<String, Object> figures = new LinkedHashMap<>();
                figures.put("summary", LatencySummary.of(samples));
                if (latency.crossesHosts()) {
                    endToEndBoundNanos.ifPresent(bound -> figures.put("boundNanos", bound));
                }
                if (latency.startsWhenDue() && pacingBoundNanos > 0) {
                    figures.put("pacingBoundNanos", pacingBoundNanos);
                }
                figures.put("histogramNanos", base64(samples.values().encodeCompressed()));
                putIfAny(figures, "negativeHistogramNanos", samples.negativeMagnitudes());
                putIfAny(figures, "lowerBoundHistogramNanos", samples.lowerBounds());
                latencies.put(latency.key(), figures);
            }
        }
        return latencies;
    }

    private static void putIfAny(Map<String, Object> figures, String name, LatencyHistogram samples) {
        if (samples.count() > 0) {
            figures.put(name, base64(samples.encodeCompressed()));
        }
    }

    /** Without an audit, what only the audit could have found is absent. */
    private static Map<String, Object> audit(AuditResult audit) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("verdict", audit.verdict());
        map.put("complete", audit.complete());
        map.put("subscriptions", audit.subscriptions());
        map.put("acknowledged", audit.acknowledged());
        map.put("failed", audit.failed());
        map.put("aborted", audit.aborted());
        map.put("delivered", audit.delivered());
        if (audit.audited()) {
            map.put("lost", audit.lost());
            map.put("duplicated", audit.duplicated());
            map.put("reordered", audit.reordered());
            map.put("deliveredThoughFailed", audit.deliveredThoughFailed());
            map.put("abortedDelivered", audit.abortedDelivered());
            map.put("unknown", audit.unknown());
            map.put("redelivered", audit.redelivered());
            map.put("differingBlocks", audit.differingBlocks());
            map.put("givenUpBlocks", audit.givenUpBlocks());
            map.put("ranges", audit.ranges());
            map.put("examples", audit.examples());
        }
        return map;
    }

    private static Map<String, Object> clock(RunResult result) {
        ClockResult clocks = result.clocks();
        Map<String, Object> clock = new LinkedHashMap<>();
        clock.put("mode", clocks.mode().key());
        clock.put("why", clocks.why());
        if (clocks.isBoundKnown()) {
            clock.put("endToEndBoundNanos", clocks.endToEndBoundNanos());
        }
        clock.put("workers", clocks.workers());
        clock.put("steps", clocks.steps().stream().map(ResultJson::step).toList());
        result.clients().hostPairs().ifPresent(pairs -> {
            clock.put("sameHost", pairs.sameHost());
            clock.put("acrossHosts", pairs.acrossHosts());
        });
        return clock;
    }

    private static Map<String, Object> step(WallClockStep step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("process", step.process());
        map.put("at", IsoTime.of(step.step().atNanos()));
        map.put("byNanos", step.step().byNanos());
        return map;
    }

    private static Map<String, Object> provenance(RunResult result, Workload workload) {
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("commandLine", result.run().commandLine());
        provenance.put("version", result.run().version());
        provenance.put("setup", setup(result.setup()));
        provenance.put("coordinator", result.coordinatorFacts());
        provenance.put("seed", workload.run().seed());
        provenance.put("workload", EffectiveFiles.of(workload));
        provenance.put("driver", EffectiveFiles.of(result.driver()));
        provenance.put("client", result.clientSettings().client());
        provenance.put("clientSettings", Side.fields(result.clientSettings()));
        provenance.put("system", result.systemFacts());
        if (!result.clusterConfig().isEmpty()) {
            provenance.put("clusterConfig", result.clusterConfig());
        }
        return provenance;
    }

    private static Map<String, Object> setup(RunSetup setup) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("topology", setup.topology().key());
        map.put("workers", setup.workers());
        map.put("embeddedBrokers", setup.embeddedBrokers());
        map.put("driverPath", setup.driverPath());
        map.put("serviceVersion", setup.serviceVersion());
        return map;
    }

    private static Number minutes(Duration duration) {
        return number(duration.toMillis() / 60_000.0);
    }

    /** OMB knows whole numbers only where it has rates and minutes; ours need not be whole. */
    static Number number(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
