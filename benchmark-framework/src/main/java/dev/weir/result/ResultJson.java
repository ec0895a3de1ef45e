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
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Moment;
import dev.weir.result.document.OmbLoad;
import dev.weir.result.document.OmbRun;
import dev.weir.result.document.OmbSchedule;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.RunChecks;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunCourse;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunInstrument;
import dev.weir.result.document.RunLoad;
import dev.weir.result.document.RunMeasurements;
import dev.weir.result.document.RunOrigin;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.document.Worker;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.RateType;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.message.PayloadSpec;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * A run's result as a document: OMB's fields, {@code schemaVersion} and {@code outcome} on top, all else under
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
    static RunDocument document(RunResult result, List<HookResult> hooks) {
        return new RunDocument(
                DocumentReader.SCHEMA_VERSION,
                Optional.of(result.outcome()),
                ombRun(result),
                ombLoad(result),
                ombSchedule(result.workload()),
                result.ombSeries().lists(),
                OmbSeries.totals(result.measured()),
                Optional.of(weir(result, hooks)));
    }

    private static OmbRun ombRun(RunResult result) {
        String serviceVersion = result.setup().serviceVersion();
        return new OmbRun(
                Optional.of(result.workload().name()),
                Optional.of(result.driver().name()),
                Optional.of(serviceVersion).filter(version -> !version.isEmpty()),
                Optional.of(IsoTime.asOmb(result.run().beginNanos())),
                Optional.of(IsoTime.asOmb(result.endNanos())));
    }

    private static OmbLoad ombLoad(RunResult result) {
        Workload workload = result.workload();
        return new OmbLoad(
                Optional.of(workload.messages().payload().messageSize()),
                Optional.of(workload.topics().count()),
                Optional.of(partitions(result)),
                Optional.of(workload.messages().keys().distributor().name()),
                Optional.of(RateType.written(workload.producerRate())),
                Optional.of(workload.topics().producersPerTopic()),
                Optional.of(workload.subscriptions().consumersEach()),
                Optional.of(workload.subscriptions().perTopic()));
    }

    private static OmbSchedule ombSchedule(Workload workload) {
        return new OmbSchedule(
                Optional.of(minutes(workload.timing().test().orElse(Duration.ZERO))),
                Optional.of(minutes(workload.timing().warmup())),
                Optional.of(RateType.written(workload.load().warmupRate().atBegin())),
                Optional.of(workload.timing().sampleInterval().toMillis()));
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

    private static RunDetails weir(RunResult result, List<HookResult> hooks) {
        ClientResults clients = result.clients();
        return new RunDetails(
                new RunVerdict(
                        HarnessJson.reasons(result.reasons()),
                        result.findings().stream()
                                .map(each -> new RunVerdict.Finding(each.code().name(), each.count(), each.text()))
                                .toList(),
                        Optional.of(result.failure()),
                        result.interrupted()),
                new RunCourse(
                        Optional.of(run(result)),
                        result.phases().stream().map(ResultJson::phase).toList(),
                        result.events().stream().map(ResultJson::event).toList(),
                        result.parts()),
                new RunLoad(
                        result.backlog(),
                        result.availability(),
                        Optional.of(payload(result.workload().messages().payload())),
                        Optional.of(result.throughput()),
                        result.transactionLoop(),
                        OptionalLong.of(result.unsent()),
                        OptionalLong.of(result.skipped()),
                        result.transactions()),
                new RunMeasurements(
                        latencies(result.measured(), bound(result.clocks()), result.pacingBoundNanos()),
                        Optional.of(clients.requests())
                                .filter(any -> result.workload().load().shape().isInRequests()),
                        result.intervals()),
                new RunChecks(
                        Optional.of(audit(result.audit())),
                        result.thresholds().stream().map(ThresholdJson::of).toList(),
                        DurabilityJson.of(result.durability()),
                        Optional.of(clock(result))),
                new RunInstrument(
                        result.workers().stream().map(ResultJson::worker).toList(),
                        Optional.of(HarnessJson.harness(result.harness()))),
                new RunClients(
                        clients.producers(),
                        clients.consumers(),
                        clients.pipelines(),
                        clients.subscriptions(),
                        clients.partitions()),
                new RunOrigin(
                        result.brokers().map(BrokerJson::of),
                        Optional.of(provenance(result, result.workload())),
                        hooks));
    }

    /** Enough to make it again, and to know it again. */
    static Map<String, Object> ofSearch(SearchResult search) {
        Map<String, Object> weir = new LinkedHashMap<>();
        weir.put("interrupted", search.interrupted());
        weir.put("durability", DurabilityJson.of(search.stands().durability()));
        weir.put("provenance", provenance(search.stands(), search.workload()));
        return weir;
    }

    private static RunLoad.Payload payload(PayloadSpec payload) {
        boolean inPayload = payload.leastBytes() >= PayloadSpec.STAMP_BYTES;
        return new RunLoad.Payload(
                payload.fresh() ? Optional.empty() : Optional.of(payload.poolSize()),
                inPayload ? (double) PayloadSpec.STAMP_BYTES / payload.messageSize() : 0,
                payload.contentsBase64().isEmpty() ? Optional.of(payload.randomBytesRatio()) : Optional.empty());
    }

    private static RunCourse.Run run(RunResult result) {
        Optional<CampaignPlace> place = Optional.of(result.run().place()).filter(CampaignPlace::isPart);
        return new RunCourse.Run(
                result.run().id(),
                Optional.of(IsoTime.of(result.run().beginNanos())),
                Optional.of(IsoTime.of(result.endNanos())),
                place.map(CampaignPlace::campaign),
                place.map(CampaignPlace::point),
                place.map(each -> OptionalInt.of(each.repeat())).orElse(OptionalInt.empty()),
                place.map(CampaignPlace::isDiscarded));
    }

    static RunCourse.Phase phase(PhaseSpan span) {
        return new RunCourse.Phase(
                span.phase().key(), new Moment(span.beginNanos()), new Moment(span.endNanos()), span.seconds());
    }

    static RunCourse.Event event(RunEvent event) {
        return new RunCourse.Event(event.kind().name(), new Moment(event.atNanos()), event.text());
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
    static Map<String, RunMeasurements.Distribution> latencies(
            LatencySet measured, OptionalLong endToEndBoundNanos, long pacingBoundNanos) {
        Map<String, RunMeasurements.Distribution> latencies = new LinkedHashMap<>();
        for (Latency latency : Latency.values()) {
            if (measured.has(latency)) {
                LatencySamples samples = measured.of(latency);
                latencies.put(
                        latency.key(),
                        new RunMeasurements.Distribution(
                                LatencySummary.of(samples),
                                latency.crossesHosts() ? endToEndBoundNanos : OptionalLong.empty(),
                                latency.startsWhenDue() && pacingBoundNanos > 0
                                        ? OptionalLong.of(pacingBoundNanos)
                                        : OptionalLong.empty(),
                                base64(samples.values()),
                                base64IfAny(samples.negativeMagnitudes()),
                                base64IfAny(samples.lowerBounds())));
            }
        }
        return latencies;
    }

    private static String base64IfAny(LatencyHistogram samples) {
        return samples.count() > 0 ? base64(samples) : "";
    }

    private static String base64(LatencyHistogram samples) {
        return Base64.getEncoder().encodeToString(samples.encodeCompressed());
    }

    /** Without an audit, what only the audit could have found is absent. */
    private static Audit audit(AuditResult audit) {
        Optional<AuditResult> audited = Optional.of(audit).filter(AuditResult::audited);
        return new Audit(
                audit.verdict(),
                audit.complete(),
                OptionalInt.of(audit.subscriptions()),
                new Audit.Counts(
                        OptionalLong.of(audit.acknowledged()),
                        OptionalLong.of(audit.failed()),
                        OptionalLong.of(audit.aborted()),
                        OptionalLong.of(audit.delivered())),
                new Audit.Violations(
                        figure(audited, AuditResult::lost),
                        figure(audited, AuditResult::duplicated),
                        figure(audited, AuditResult::reordered),
                        figure(audited, AuditResult::deliveredThoughFailed),
                        figure(audited, AuditResult::abortedDelivered)),
                new Audit.Blocks(
                        figure(audited, AuditResult::unknown),
                        figure(audited, AuditResult::redelivered),
                        figure(audited, AuditResult::differingBlocks),
                        figure(audited, AuditResult::givenUpBlocks),
                        audited.map(AuditResult::ranges),
                        audited.map(AuditResult::examples)));
    }

    private static OptionalLong figure(Optional<AuditResult> audited, ToLongFunction<AuditResult> figure) {
        return audited.stream().mapToLong(figure).findFirst();
    }

    private static Clocks clock(RunResult result) {
        ClockResult clocks = result.clocks();
        Optional<HostPairs> pairs = result.clients().hostPairs();
        return new Clocks(
                clocks.mode().key(),
                clocks.why(),
                bound(clocks),
                clocks.workers(),
                clocks.steps().stream()
                        .map(step -> new Clocks.Step(
                                step.process(),
                                new Moment(step.step().atNanos()),
                                step.step().byNanos()))
                        .toList(),
                pairs.map(HostPairs::sameHost),
                pairs.map(HostPairs::acrossHosts));
    }

    private static Worker worker(WorkerResult worker) {
        return new Worker(
                worker.name(),
                worker.facts(),
                new Worker.Clients(worker.producers(), worker.consumers(), worker.pipelines()),
                Optional.of(worker.counts()),
                new Worker.Clock(worker.clockOffsetNanos(), worker.clockBoundNanos()),
                new Worker.Effort(OptionalDouble.of(worker.cpuSeconds()), OptionalLong.of(worker.gcMillis())),
                new Worker.Pacing(worker.pacingPrecisionNanos(), worker.pacingSpinNanos()),
                worker.lost());
    }

    private static Provenance provenance(RunResult result, Workload workload) {
        RunSetup setup = result.setup();
        return new Provenance(
                new Provenance.Command(
                        Optional.of(result.run().commandLine()),
                        Optional.of(result.run().version())),
                Optional.of(new Provenance.Setup(
                        setup.topology().key(),
                        setup.workers(),
                        setup.embeddedBrokers(),
                        setup.driverPath(),
                        setup.serviceVersion())),
                result.coordinatorFacts(),
                OptionalLong.of(workload.run().seed()),
                new Provenance.Files(
                        Optional.of(EffectiveFiles.of(workload)), Optional.of(EffectiveFiles.of(result.driver()))),
                new Provenance.Client(
                        Optional.of(result.clientSettings().client()),
                        Optional.of(Side.fields(result.clientSettings()))),
                new LinkedHashMap<>(result.systemFacts()),
                result.clusterConfig());
    }

    private static Number minutes(Duration duration) {
        return number(duration.toMillis() / 60_000.0);
    }

    /** OMB knows whole numbers only where it has rates and minutes; ours need not be whole. */
    static Number number(double value) {
        return value == Math.rint(value) ? (Number) (long) value : (Number) value;
    }
}
