package dev.weir.coordinator;

import dev.weir.coordinator.phase.LoadSequence;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.verdict.CensoringReason;
import dev.weir.coordinator.verdict.ClockReasons;
import dev.weir.coordinator.verdict.LoadRecord;
import dev.weir.coordinator.verdict.SenderLimit;
import dev.weir.coordinator.verdict.SystemFindings;
import dev.weir.coordinator.verdict.Validity;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.durability.Durability;
import dev.weir.host.facts.ToolVersion;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.TransactionCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunHeader;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReasonList;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Harness;
import dev.weir.result.document.RunChecks;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunCourse;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunInstrument;
import dev.weir.result.document.RunLoad;
import dev.weir.result.document.RunMeasurements;
import dev.weir.result.document.RunOrigin;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.document.Worker;
import dev.weir.result.interval.Throughput;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.run.AvailabilityResult;
import dev.weir.result.run.BacklogResult;
import dev.weir.result.run.HarnessResult;
import dev.weir.result.run.MemberEventResult;
import dev.weir.result.run.TransactionLoopResult;
import dev.weir.result.run.WorkerLoss;
import dev.weir.result.stage.StageDivision;
import dev.weir.result.threshold.RunFigures;
import dev.weir.result.threshold.ThresholdJudge;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Assembles the result of a run: reasons state how far its figures can be trusted, findings what they show about the
 * system.
 */
final class ResultAssembly {
    private final RunRequest request;
    private final RunPlan plan;
    private final LoadRecord load;
    private final IntervalStore store;
    private final ThresholdJudge thresholds;
    private final InstrumentObservations watch;
    private final Clocks clocks;
    private final RunClients clients;
    private final RunVerdict known;
    private final String failure;
    private final List<Reason> reasons;

    /**
     * Starts the result of a run that has ended.
     *
     * @param known why the run failed, whether it was interrupted, and the reasons found during the run
     */
    ResultAssembly(
            RunRequest request,
            RunPlan plan,
            LoadRecord load,
            ThresholdJudge thresholds,
            InstrumentObservations watch,
            Clocks clocks,
            RunClients clients,
            RunVerdict known) {
        this.request = request;
        this.plan = plan;
        this.load = load;
        this.store = load.store();
        this.thresholds = thresholds;
        this.watch = watch;
        this.clocks = clocks;
        this.clients = clients;
        this.known = known;
        this.failure = known.failure().orElse("");
        this.reasons = new ArrayList<>(known.reasons());
    }

    RunResult result(
            RunHeader header,
            long endNanos,
            RunCourse course,
            RunOrigin origin,
            Durability durability,
            Optional<LoadSequence> loadSequence,
            Optional<AvailabilityResult> availability,
            Optional<TransactionLoopResult> transactionLoop) {
        List<HarnessResult> processes = watch.results(load.workers());
        Optional<BacklogResult> backlog = loadSequence.flatMap(LoadSequence::backlog);
        List<Finding> findings = new SystemFindings(
                        request.workload(), failure, load, thresholds, transactions(), senderLimit())
                .of(backlog, availability, clients);
        boolean met = !senderLimit().isBelowTarget()
                && findings.stream().noneMatch(each -> each.code() == FindingCode.LOAD_NOT_MET);
        // After the loss of a worker, the load is a different one.
        if (load.losses().isEmpty()) {
            loadSequence.ifPresent(each -> reasons.addAll(each.steadiness(met)));
        }
        judgeInstrument(processes);
        List<Worker> workers = load.workers().stream()
                .map(worker -> worker(
                        worker,
                        plan.assignments().get(worker.number()),
                        store.totalOf(worker.number()),
                        load.losses().of(worker.number())))
                .toList();
        var sent = new RunLoad(
                backlog,
                availability,
                header.payload(),
                Optional.of(throughput()),
                transactionLoop,
                leftOutIsKnown() ? OptionalLong.of(unsent() + load.losses().unsent()) : OptionalLong.empty(),
                leftOutIsKnown() ? OptionalLong.of(skipped()) : OptionalLong.empty(),
                transactions());
        var measurements = new RunMeasurements(
                RunMeasurements.latencies(store.measured(), clocks.endToEndBoundNanos(), workers),
                header.requests(clients),
                store.intervals(),
                StageDivision.of(store.measured(), clients, origin.brokerMetrics(), course.phases()));
        var checks = new RunChecks(
                Optional.of(Audit.of(load.audit())),
                judged(course.members()),
                RunChecks.DurabilityFact.of(durability),
                Optional.of(clocks));
        var details = new RunDetails(
                new RunVerdict(reasons, findings, known.failure(), known.interrupted()),
                course,
                sent,
                measurements,
                checks,
                new RunInstrument(workers, Optional.of(Harness.of(processes)), load.profiles()),
                clients,
                origin);
        return header.result(endNanos, store.ombSeries(), store.measured(), load.audit(), details);
    }

    private void judgeInstrument(List<HarnessResult> processes) {
        if (failure.isEmpty() && !hasMeasured()) {
            reason(
                    ReasonCode.NOTHING_MEASURED,
                    "no message that was due in the measurement was acknowledged or received before the end");
        }
        if (known.interrupted()) {
            reason(ReasonCode.INTERRUPTED, "a person ended the run early");
        }
        reasons.addAll(WorkloadNotes.of(
                request.workload(),
                request.system()
                        .factory()
                        .compressedTogetherBytes(request.system().driver()),
                request.system().factory().payloadOnly()));
        judgeLoad();
        senderLimit().reason().ifPresent(reasons::add);
        reasons.addAll(load.losses().reasons());
        judgeCeilings();
        reasons.addAll(ClockReasons.of(clocks, store.measured()));
        judgeVersions();
        reasons.addAll(new Validity(watch, processes, store.measured(), store.intervals()).reasons());
    }

    /** Adds a reason if messages that were due were not sent. */
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
                    ReasonCode.MESSAGES_UNSENT,
                    "%,d messages were late and not sent, as catchUp: skip asks: only lower bounds of their "
                            + "latencies are known",
                    skipped);
        }
        CensoringReason.of(store.measured()).ifPresent(reasons::add);
    }

    /** Adds findings about loads that no system could deliver, because the workload itself limits them. */
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
                        ReasonList.millis(request.workload()
                                .subscriptions()
                                .each()
                                .get(each.subscription())
                                .processingNanos())));
    }

    private SenderLimit senderLimit() {
        return SenderLimit.of(
                load.workers().stream()
                        .flatMap(worker -> worker.senders().stream())
                        .toList(),
                plan.assignments().get(0).totalProducers(),
                throughput());
    }

    private Throughput throughput() {
        return Throughput.of(store.intervals());
    }

    /** Adds a reason if the versions of Weir differ: they share a protocol, but may measure differently. */
    private void judgeVersions() {
        String ours = ToolVersion.text();
        List<String> others = load.workers().stream()
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
        return load.workers().stream().mapToLong(WorkerLink::skipped).sum();
    }

    private Optional<TransactionCounts> transactions() {
        return Optional.of(load.workers().stream()
                        .map(WorkerLink::transactions)
                        .reduce(TransactionCounts.NONE, TransactionCounts::plus))
                .filter(counts -> !request.workload().load().transactionsField().isEmpty());
    }

    private long unsent() {
        return load.workers().stream().mapToLong(WorkerLink::unsent).sum();
    }

    /** Returns whether no worker of a failed run ended before it counted the messages that it left out. */
    private boolean leftOutIsKnown() {
        return failure.isEmpty() || load.workers().stream().allMatch(WorkerLink::hasLoadEnded);
    }

    private List<ThresholdCheck> judged(List<MemberEventResult> members) {
        Outcome outcome = failure.isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
        return thresholds.results(new RunFigures(
                load.audit(),
                new RunFigures.UnsentMessages(
                        unsent() + load.losses().unsent(),
                        skipped(),
                        leftOutIsKnown() && load.losses().isEmpty()),
                outcome,
                MemberEventResult.longestSilenceNanos(members),
                MemberEventResult.longestAssignmentNanos(members)));
    }

    private void reason(ReasonCode code, String format, Object... values) {
        reasons.add(Reason.of(code, format, values));
    }

    static Worker worker(WorkerLink worker, Assignment assignment, Counts counts, Optional<WorkerLoss> loss) {
        return new Worker(
                worker.name(),
                new TreeMap<>(worker.facts().map(ResultAssembly::facts).orElse(Map.of())),
                new Worker.ClientCounts(
                        assignment.clients().producers().size(),
                        assignment.clients().consumers().size(),
                        assignment.clients().pipelines().size()),
                Optional.of(counts),
                new Worker.HostClock(
                        worker.track().first().offsetNanos(), worker.track().boundNanos()),
                new Worker.Effort(OptionalDouble.of(worker.cpuSeconds()), OptionalLong.of(worker.gcMillis())),
                new Worker.Pacing(
                        worker.pacing().pacingPrecisionNanos(), worker.pacing().pacingSpinNanos()),
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
