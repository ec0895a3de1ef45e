package dev.weir.coordinator;

import dev.weir.audit.AuditResult;
import dev.weir.driver.Durability;
import dev.weir.measure.Latency;
import dev.weir.measure.TransactionCounts;
import dev.weir.observe.ToolVersion;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.AvailabilityResult;
import dev.weir.result.BacklogResult;
import dev.weir.result.BrokerResult;
import dev.weir.result.ClientResults;
import dev.weir.result.ClockResult;
import dev.weir.result.ClusterSettingResult;
import dev.weir.result.HarnessResult;
import dev.weir.result.IntervalStore;
import dev.weir.result.Outcome;
import dev.weir.result.PhaseSpan;
import dev.weir.result.Reason;
import dev.weir.result.RunEvent;
import dev.weir.result.RunFigures;
import dev.weir.result.RunResult;
import dev.weir.result.Severity;
import dev.weir.result.ThresholdJudge;
import dev.weir.result.ThresholdResult;
import dev.weir.result.Throughput;
import dev.weir.result.TransactionLoopResult;
import dev.weir.result.WorkerResult;
import dev.weir.wire.WorkerFacts;
import dev.weir.workload.LoadShape;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Puts a run's result together: what the figures are worth (reasons), and what they say of the system (findings).
 */
final class ResultAssembly {
    private final RunRequest request;
    private final RunPlan plan;
    private final IntervalStore store;
    private final AuditResult audit;
    private final ThresholdJudge thresholds;
    private final ErrorCounts errors;
    private final List<WorkerLink> workers;
    private final ClockResult clocks;
    private final ClientResults clients;
    private final Watch watch;
    private final String failure;
    private final boolean interrupted;
    private final List<Reason> reasons;

    ResultAssembly(
            RunRequest request,
            RunPlan plan,
            IntervalStore store,
            AuditResult audit,
            ThresholdJudge thresholds,
            ErrorCounts errors,
            List<WorkerLink> workers,
            ClockResult clocks,
            ClientResults clients,
            Watch watch,
            List<Reason> reasons,
            String failure,
            boolean interrupted) {
        this.request = request;
        this.plan = plan;
        this.store = store;
        this.audit = audit;
        this.thresholds = thresholds;
        this.errors = errors;
        this.workers = workers;
        this.clocks = clocks;
        this.clients = clients;
        this.watch = watch;
        this.failure = failure;
        this.interrupted = interrupted;
        this.reasons = new ArrayList<>(reasons);
    }

    RunResult result(
            long endNanos,
            List<PhaseSpan> phases,
            List<RunEvent> events,
            Optional<BacklogResult> backlog,
            Optional<AvailabilityResult> availability,
            Optional<TransactionLoopResult> transactionLoop,
            Optional<BrokerResult> brokers,
            Map<String, String> systemFacts,
            Durability durability,
            List<ClusterSettingResult> clusterConfig) {
        List<HarnessResult> processes = watch.results(workers);
        judgeInstrument(processes);
        return new RunResult(
                request.run(),
                request.setup(),
                facts(WorkerFacts.ofThisProcess()),
                endNanos,
                request.workload(),
                request.driver(),
                failure,
                interrupted,
                reasons,
                new SystemFindings(request.workload(), failure, store, audit, thresholds, transactions(), errors)
                        .of(workers, backlog, availability),
                phases,
                events,
                store.parts(),
                backlog,
                availability,
                store.intervals(),
                store.ombSeries(),
                transactions(),
                transactionLoop,
                store.measured(),
                unsent(),
                skipped(),
                audit,
                judged(),
                clocks,
                workers.stream().map(this::workerResult).toList(),
                processes,
                clients,
                brokers,
                systemFacts,
                durability,
                clusterConfig);
    }

    private void judgeInstrument(List<HarnessResult> processes) {
        if (failure.isEmpty() && !hasMeasured()) {
            reason(
                    "NOTHING_MEASURED",
                    Severity.INVALID,
                    "no message that was due in the measurement was acknowledged or received before the end");
        }
        if (interrupted) {
            reason("INTERRUPTED", Severity.NOTE, "it was ended early by the person who ran it");
        }
        Workload workload = request.workload();
        if (!workload.isConsumeOnly()
                && workload.transactionLoop().isEmpty()
                && workload.payload().leastBytes() < Assignment.STAMP_BYTES) {
            reason(
                    "STAMP_IN_HEADER",
                    Severity.NOTE,
                    (workload.payload().sizes().isNone() ? "" : "some ")
                            + "messages are smaller than the stamp of %d bytes, so it travels as a"
                            + " header and adds to what is sent",
                    Assignment.STAMP_BYTES);
        }
        if (!audit.audited()) {
            reason(
                    "AUDIT_OFF",
                    Severity.NOTE,
                    workload.isConsumeOnly()
                            ? "nothing was produced: nobody knows what was to be delivered"
                            : workload.transactionLoop().isPresent()
                                    ? "a transaction benchmark measures, and follows no message to its delivery"
                                    : "the workload has audit: false: nobody looked for lost, duplicated or reordered messages");
        }
        judgeLoad(workload);
        judgeCeilings();
        reasons.addAll(ClockReasons.of(clocks, store.measured()));
        judgeVersions();
        reasons.addAll(new Validity(watch, processes, store.measured(), store.intervals()).reasons());
    }

    /** Whether all was sent that was due, and what times there are. */
    private void judgeLoad(Workload workload) {
        long unsent = unsent();
        if (unsent > 0) {
            reason(
                    "MESSAGES_UNSENT",
                    Severity.DEGRADED,
                    "%,d messages were due, but the load ended before their turn came:"
                            + " the latencies, which are without them, show too little",
                    unsent);
        }
        long skipped = skipped();
        if (skipped > 0) {
            reason(
                    "MESSAGES_SKIPPED",
                    Severity.DEGRADED,
                    "%,d messages were late and left out, as catchUp: skip asks: the latencies, which are without them,"
                            + " show too little",
                    skipped);
        }
        LoadShape shape = workload.shape();
        if (shape.recordsPerRequest() > 0 && shape.readRatio() < 1) {
            reason(
                    "REQUESTS_APPROXIMATED",
                    Severity.NOTE,
                    "requests of %,d message(s) are send calls of a client, until the last acknowledgement: the client makes"
                            + " batches of its own (with Kafka: batch.size, linger.ms), so that what travels may be"
                            + " fewer or more requests",
                    shape.recordsPerRequest());
        }
        if (shape.reads()) {
            reason(
                    "READS_APPROXIMATED",
                    Severity.NOTE,
                    "a read is a seek and a poll of a client, one at a time in each: the client fetches ahead and hands out"
                            + " as much as it likes (with Kafka: max.poll.records, max.partition.fetch.bytes), so that"
                            + " what travels may be other requests");
        }
        if (workload.isConsumeOnly()) {
            reason(
                    "CONSUME_ONLY",
                    Severity.NOTE,
                    "nothing was produced: all messages of the topics count as received, whoever sent them, and there are"
                            + " no latencies");
        } else if (!workload.isScheduled()) {
            reason(
                    "SERVICE_TIMES_ONLY",
                    Severity.NOTE,
                    "%s: no message has an intended send time, so there are no response times, and what a stall keeps"
                            + " from being sent shows in no latency",
                    workload.shape().isClosedLoop() ? "a closed loop" : "a load without a rate");
        }
    }

    /** What the workload itself asks too much of: no system could deliver it. */
    private void judgeCeilings() {
        double target = throughput().targetMessagesPerSecond().orElse(0);
        clients.subscriptions().stream()
                .filter(each -> target > each.ceilingMessagesPerSecond().orElse(Double.POSITIVE_INFINITY))
                .findFirst()
                .ifPresent(each -> reason(
                        "TARGET_ABOVE_CEILING",
                        Severity.NOTE,
                        "the target of %,.0f messages per second is more than the %,.0f that the consumers of a"
                                + " subscription can handle, each busy with a message for %s: the backlog grows, and"
                                + " end-to-end times with it",
                        target,
                        each.ceilingMessagesPerSecond().orElse(0),
                        ReasonList.millis(request.workload().particulars().consumerProcessingNanos())));
    }

    private Throughput throughput() {
        return Throughput.of(store.intervals());
    }

    /** The protocol is the same, or they would not have talked; what they measure need not be. */
    private void judgeVersions() {
        String ours = ToolVersion.text();
        List<String> others = workers.stream()
                .filter(worker -> worker.facts()
                        .map(facts -> !facts.version().equals(ours))
                        .orElse(false))
                .map(WorkerLink::name)
                .toList();
        if (!others.isEmpty()) {
            reason(
                    "VERSIONS_DIFFER",
                    Severity.DEGRADED,
                    "workers run another version than the coordinator's %s: %s",
                    ours,
                    String.join(", ", others));
        }
    }

    private boolean hasMeasured() {
        return store.measured().of(Latency.PUBLISH_SERVICE).count() > 0
                || store.measured().of(Latency.TRANSACTION).count() > 0
                || store.measured().of(Latency.END_TO_END_SERVICE).count() > 0
                || store.measured().of(Latency.READ_SERVICE).count() > 0
                || (request.workload().isConsumeOnly() && throughput().deliveredMessagesPerSecond() > 0);
    }

    private long skipped() {
        return workers.stream().mapToLong(WorkerLink::skipped).sum();
    }

    private Optional<TransactionCounts> transactions() {
        return Optional.of(workers.stream()
                        .map(WorkerLink::transactions)
                        .reduce(TransactionCounts.NONE, TransactionCounts::plus))
                .filter(counts -> request.workload().usesTransactions());
    }

    private long unsent() {
        return workers.stream().mapToLong(WorkerLink::unsent).sum();
    }

    private List<ThresholdResult> judged() {
        Outcome outcome = failure.isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
        return thresholds.results(new RunFigures(audit, unsent(), skipped(), outcome));
    }

    private void reason(String code, Severity severity, String format, Object... values) {
        reasons.add(new Reason(code, severity, String.format(Locale.ROOT, format, values)));
    }

    private WorkerResult workerResult(WorkerLink worker) {
        return new WorkerResult(
                worker.name(),
                worker.facts().map(ResultAssembly::facts).orElse(Map.of()),
                plan.assignments().get(worker.number()).producers().size(),
                plan.assignments().get(worker.number()).consumers().size(),
                plan.assignments().get(worker.number()).pipelines().size(),
                store.totalOf(worker.number()),
                worker.track().first().offsetNanos(),
                worker.track().boundNanos(),
                worker.cpuSeconds(),
                worker.gcMillis(),
                worker.pacing().pacingPrecisionNanos(),
                worker.pacing().pacingSpinNanos());
    }

    private static Map<String, Object> facts(WorkerFacts facts) {
        Map<String, Object> map = new LinkedHashMap<>(facts.host().asMap());
        map.put("processId", facts.processId());
        map.put("version", facts.version());
        map.put("jvmArguments", facts.jvmArguments());
        return map;
    }
}
