package dev.weir.coordinator;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.phase.LoadStory;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.verdict.CensoringReason;
import dev.weir.coordinator.verdict.ClockReasons;
import dev.weir.coordinator.verdict.SenderLimit;
import dev.weir.coordinator.verdict.SystemFindings;
import dev.weir.coordinator.verdict.Validity;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.Watch;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.driver.Durability;
import dev.weir.host.facts.ToolVersion;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.TransactionCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.AvailabilityResult;
import dev.weir.result.BacklogResult;
import dev.weir.result.BrokerResult;
import dev.weir.result.ClientResults;
import dev.weir.result.ClockResult;
import dev.weir.result.ClusterSettingResult;
import dev.weir.result.Finding;
import dev.weir.result.FindingCode;
import dev.weir.result.HarnessResult;
import dev.weir.result.IntervalStore;
import dev.weir.result.Outcome;
import dev.weir.result.PhaseSpan;
import dev.weir.result.Reason;
import dev.weir.result.ReasonCode;
import dev.weir.result.ReasonList;
import dev.weir.result.RunEvent;
import dev.weir.result.RunFigures;
import dev.weir.result.RunResult;
import dev.weir.result.ThresholdJudge;
import dev.weir.result.ThresholdResult;
import dev.weir.result.Throughput;
import dev.weir.result.TransactionLoopResult;
import dev.weir.result.WorkerLoss;
import dev.weir.result.WorkerResult;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final WorkerLosses losses;
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
            WorkerLosses losses,
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
        this.losses = losses;
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
            Optional<LoadStory> story,
            Optional<AvailabilityResult> availability,
            Optional<TransactionLoopResult> transactionLoop,
            Optional<BrokerResult> brokers,
            Map<String, String> systemFacts,
            Durability durability,
            List<ClusterSettingResult> clusterConfig) {
        List<HarnessResult> processes = watch.results(workers);
        Optional<BacklogResult> backlog = story.flatMap(LoadStory::backlog);
        List<Finding> findings = new SystemFindings(
                        request.workload(),
                        failure,
                        store,
                        audit,
                        thresholds,
                        transactions(),
                        errors,
                        losses,
                        senderLimit())
                .of(backlog, availability, clients.subscriptions());
        // Without a worker the load is another.
        if (losses.findings().isEmpty()) {
            boolean met = !senderLimit().isBelowTarget()
                    && findings.stream().noneMatch(each -> each.code() == FindingCode.LOAD_NOT_MET);
            story.ifPresent(load -> reasons.addAll(load.steadiness(met)));
        }
        judgeInstrument(processes);
        return new RunResult(
                request.run(),
                request.setup(),
                facts(WorkerFacts.ofThisProcess()),
                endNanos,
                request.workload(),
                request.driver(),
                request.factory().clientSettings(request.driver()),
                failure,
                interrupted,
                reasons,
                findings,
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
                unsent() + losses.unsent(),
                skipped(),
                audit,
                judged(),
                clocks,
                workers.stream()
                        .map(worker -> workerResult(
                                worker,
                                plan.assignments().get(worker.number()),
                                store.totalOf(worker.number()),
                                losses.of(worker.number())))
                        .toList(),
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
                    ReasonCode.NOTHING_MEASURED,
                    "no message that was due in the measurement was acknowledged or received before the end");
        }
        if (interrupted) {
            reason(ReasonCode.INTERRUPTED, "a person ended the run early");
        }
        reasons.addAll(
                WorkloadNotes.of(request.workload(), request.factory().compressedTogetherBytes(request.driver())));
        judgeLoad();
        senderLimit().reason().ifPresent(reasons::add);
        reasons.addAll(losses.reasons());
        judgeCeilings();
        reasons.addAll(ClockReasons.of(clocks, store.measured()));
        judgeVersions();
        reasons.addAll(new Validity(watch, processes, store.measured(), store.intervals()).reasons());
    }

    /** Whether all was sent that was due. */
    private void judgeLoad() {
        long unsent = unsent();
        if (unsent > 0) {
            reason(
                    ReasonCode.MESSAGES_UNSENT,
                    "%,d messages were due, but the load ended before they were sent: only lower bounds of their "
                            + "latencies are known",
                    unsent);
        }
        long skipped = skipped();
        if (skipped > 0) {
            reason(
                    ReasonCode.MESSAGES_SKIPPED,
                    "%,d messages were late and not sent, as catchUp: skip asks: only lower bounds of their "
                            + "latencies are known",
                    skipped);
        }
        CensoringReason.of(store.measured()).ifPresent(reasons::add);
    }

    /** What the workload itself asks too much of: no system could deliver it. */
    private void judgeCeilings() {
        double target = throughput().targetMessagesPerSecond().orElse(0);
        clients.subscriptions().stream()
                .filter(each -> target > each.ceilingMessagesPerSecond().orElse(Double.POSITIVE_INFINITY))
                .findFirst()
                .ifPresent(each -> reason(
                        ReasonCode.TARGET_ABOVE_CEILING,
                        "the target of %,.0f messages per second is more than the %,.0f that the consumers of a"
                                + " subscription can handle, each busy with a message for %s: the backlog grows, and"
                                + " end-to-end times with it",
                        target,
                        each.ceilingMessagesPerSecond().orElse(0),
                        ReasonList.millis(request.workload().subscriptions().processingNanos())));
    }

    private SenderLimit senderLimit() {
        return SenderLimit.of(
                workers.stream().flatMap(worker -> worker.senders().stream()).toList(),
                plan.assignments().get(0).totalProducers(),
                throughput());
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
                    ReasonCode.VERSIONS_DIFFER,
                    "workers run another version than the coordinator's %s: %s. Install the same version on all "
                            + "hosts",
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
                .filter(counts -> !request.workload().load().transactionsField().isEmpty());
    }

    private long unsent() {
        return workers.stream().mapToLong(WorkerLink::unsent).sum();
    }

    private List<ThresholdResult> judged() {
        Outcome outcome = failure.isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
        return thresholds.results(new RunFigures(audit, unsent() + losses.unsent(), skipped(), outcome));
    }

    private void reason(ReasonCode code, String format, Object... values) {
        reasons.add(Reason.of(code, format, values));
    }

    static WorkerResult workerResult(
            WorkerLink worker, Assignment assignment, Counts counts, Optional<WorkerLoss> loss) {
        return new WorkerResult(
                worker.name(),
                worker.facts().map(ResultAssembly::facts).orElse(Map.of()),
                assignment.producers().size(),
                assignment.consumers().size(),
                assignment.pipelines().size(),
                counts,
                worker.track().first().offsetNanos(),
                worker.track().boundNanos(),
                worker.cpuSeconds(),
                worker.gcMillis(),
                worker.pacing().pacingPrecisionNanos(),
                worker.pacing().pacingSpinNanos(),
                loss);
    }

    static Map<String, Object> facts(WorkerFacts facts) {
        Map<String, Object> map = new LinkedHashMap<>(facts.host().asMap());
        map.put("processId", facts.processId());
        map.put("version", facts.version());
        map.put("jvmArguments", facts.jvmArguments());
        return map;
    }
}
