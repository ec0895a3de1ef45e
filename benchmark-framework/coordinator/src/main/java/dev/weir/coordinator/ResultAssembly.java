package dev.weir.coordinator;

import dev.weir.coordinator.phase.LoadSequence;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.verdict.ClockReasons;
import dev.weir.coordinator.verdict.LoadRecord;
import dev.weir.coordinator.verdict.LoadRecord.SenderLimit;
import dev.weir.coordinator.verdict.SystemFindings;
import dev.weir.coordinator.verdict.Validity;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerLosses;
import dev.weir.coordinator.workers.Workers;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunHeader;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.Harness;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.FeatureParts;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.document.RunDetails.RunInstrument;
import dev.weir.result.document.RunDetails.RunLoad;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunOrigin;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.result.threshold.RunFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Assembles the result of a run: reasons state how far its figures can be trusted, findings what they show about the
 * system.
 */
record ResultAssembly(
        RunRequest request,
        RunPlan plan,
        RunNotes notes,
        TestedSystem system,
        Workers workers,
        RunClocks clocks,
        RunIntervals intervals,
        RunWatches watches,
        List<RunObserver> observers) {
    /**
     * @param events of the run, in the order of their times
     * @param loadSequence the phases of the load; empty if the load did not begin
     */
    RunResult result(
            RunHeader header,
            long endNanos,
            List<RunEvent> events,
            Optional<LoadSequence> loadSequence,
            boolean interrupted) {
        IntervalStore store = intervals.store();
        Deliveries deliveries = intervals.deliveries();
        WorkerLosses losses = workers.losses();
        var load = new LoadRecord(
                store,
                deliveries.audit(),
                watches.errors(),
                workers.all(),
                losses,
                deliveries.lostOrUnknown(),
                deliveries.expired().explain(),
                deliveries.subscriptions().explainRepeats());
        RunClients clients = watches.clients().clients(deliveries.results(watches.clients()));
        var origin = new RunOrigin(header.provenance(system.facts(), system.changes()), List.of());
        var course = new RunCourse(header.course(endNanos), notes.phases(), events, store.parts());
        Clocks measuredClocks = clocks.clocks().with(watches.clients().hostPairs(store.measured()));
        var processes = watches.instrument().results(load.workers());
        SenderLimit senders = load.senderLimit(plan.assignments().get(0).totalProducers());
        List<Finding> findings = new ArrayList<>(
                SystemFindings.of(request.workload(), notes.failure(), load, intervals.thresholds(), senders, clients));
        observers.forEach(each -> findings.addAll(each.findings()));
        boolean met = !senders.isBelowTarget()
                && findings.stream().noneMatch(each -> each.code() == FindingCode.LOAD_NOT_MET);
        List<Reason> reasons = new ArrayList<>(notes.reasons());
        // After the loss of a worker, the load is a different one.
        if (losses.isEmpty()) {
            loadSequence.ifPresent(each -> reasons.addAll(each.steadiness(met)));
        }
        if (notes.failure().isEmpty()) {
            load.nothingMeasured(request.workload()).ifPresent(reasons::add);
        }
        // A run without a duration always ends by an interruption.
        String measurement = Phase.MEASUREMENT.key();
        boolean isMeasured = store.intervals().stream().anyMatch(each -> measurement.equals(each.phase()));
        boolean endedEarly = interrupted && !(request.workload().isEndless() && isMeasured);
        if (endedEarly) {
            reasons.add(Reason.of(ReasonCode.INTERRUPTED, "a person ended the run early"));
        }
        reasons.addAll(WorkloadNotes.of(request));
        reasons.addAll(load.leftOut());
        senders.reason().ifPresent(reasons::add);
        reasons.addAll(losses.reasons());
        load.ceiling(request.workload(), clients).ifPresent(reasons::add);
        reasons.addAll(ClockReasons.of(measuredClocks, store.measured()));
        load.versions().ifPresent(reasons::add);
        reasons.addAll(Validity.of(watches.instrument(), processes, store.measured(), store.intervals()));

        var documents = load.workers().stream().map(losses::document).toList();
        long unsent = load.unsent() + losses.unsent();
        boolean leftOutIsKnown = workers.left().stream().allMatch(WorkerLink::hasLoadEnded);
        var sent = new RunLoad(
                header.payload(),
                Optional.of(load.throughput()),
                leftOutIsKnown ? OptionalLong.of(unsent) : OptionalLong.empty(),
                leftOutIsKnown ? OptionalLong.of(load.skipped()) : OptionalLong.empty());
        var latencies = RunMeasurements.latencies(store.measured(), measuredClocks.endToEndBoundNanos(), documents);
        var measurements = new RunMeasurements(latencies, header.requests(clients), store.intervals());
        var verdict = new RunVerdict(reasons, findings, Optional.of(notes.failure()), endedEarly);
        var audit = Optional.of(Audit.of(load.audit()));
        var durability = RunChecks.DurabilityFact.of(system.durability());
        var checks = new RunChecks(audit, List.of(), durability, Optional.of(measuredClocks));
        var instrument = new RunInstrument(documents, Optional.of(Harness.of(processes)));
        var details = new RunDetails(
                verdict, course, sent, measurements, checks, instrument, clients, origin, FeatureParts.NONE);
        boolean mayHaveDelivered = load.mayHaveDeliveredFailed();
        var ended = new EndedRun(details, mayHaveDelivered, watches.brokers().troubles(), deliveries.audited());
        RunDetails complete = withParts(ended).withDerived(store.measured());
        var notSent = new RunFigures.UnsentMessages(unsent, load.skipped(), leftOutIsKnown && losses.isEmpty());
        Outcome outcome = notes.failure().isEmpty() ? Outcome.of(reasons) : Outcome.FAILED;
        var judged = intervals.thresholds().results(new RunFigures(load.audit(), notSent, outcome, complete));
        RunDetails all = complete.withThresholds(judged);
        return header.result(endNanos, store.ombSeries(), store.measured(), load.audit(), all);
    }

    /** Returns the result of a run with the parts that observers add; each sees those of the observers before it. */
    private RunDetails withParts(EndedRun run) {
        RunDetails details = run.details();
        for (RunObserver each : observers) {
            details = details.with(each.parts(run.with(details)));
        }
        return details;
    }
}
