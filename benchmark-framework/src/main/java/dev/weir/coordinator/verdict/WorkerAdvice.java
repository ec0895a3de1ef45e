package dev.weir.coordinator.verdict;

import dev.weir.coordinator.verdict.WorkerEstimate.Role;
import dev.weir.coordinator.verdict.WorkerEstimate.RunClientCounts;
import dev.weir.coordinator.verdict.WorkerEstimate.WorkerUse;
import dev.weir.coordinator.workers.InstrumentObservations;
import dev.weir.coordinator.workers.WorkerEffort;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.host.facts.CpuFacts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.result.code.Code;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Throughput;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Adds to the text of a reason how many workers the target rate needs, if the workers limited a run or its figures.
 *
 * @param load what the load produced
 * @param watch observations of its workers
 * @param assignments what each worker did
 */
public record WorkerAdvice(LoadRecord load, InstrumentObservations watch, List<Assignment> assignments) {
    /** Reasons that more workers may remove. */
    private static final Set<Code> OF_CLIENT_CPU = Set.of(
            ReasonCode.SENDERS_SATURATED,
            ReasonCode.CPU_SATURATED,
            ReasonCode.CPU_THROTTLED,
            ReasonCode.BEYOND_CALIBRATION,
            ReasonCode.SENDS_LATE,
            ReasonCode.CORE_SATURATED);

    /**
     * Returns these reasons, the worst one about the workers' CPU time with the advice. A NOTE has it only if the load
     * was not met: the workers carry the load otherwise.
     *
     * @param loadMet whether the target rate was achieved
     * @param answeredMessagesPerSecond rate that counts for the target
     */
    public List<Reason> addTo(
            List<Reason> reasons, Throughput throughput, double answeredMessagesPerSecond, boolean loadMet) {
        Optional<Reason> worst = reasons.stream()
                .filter(reason -> OF_CLIENT_CPU.contains(reason.code()))
                .filter(reason -> !loadMet || reason.severity() != Severity.NOTE)
                // Of equal ones, the first.
                .min(Comparator.comparing(Reason::severity).reversed());
        // The remaining workers carry another load than the lost ones did.
        if (worst.isEmpty() || !load.losses().isEmpty()) {
            return reasons;
        }
        Reason advised = worst.get();
        List<Reason> all = new ArrayList<>(reasons);
        estimate(throughput, answeredMessagesPerSecond)
                .advice(reasons.stream()
                        .anyMatch(reason ->
                                reason.code() == ReasonCode.CPU_SATURATED && reason.severity() != Severity.NOTE))
                .ifPresent(advice -> all.set(all.indexOf(advised), advised.with(advice.text(), advice.figures())));
        return all;
    }

    private WorkerEstimate estimate(Throughput throughput, double answeredMessagesPerSecond) {
        List<WorkerUse> uses = new ArrayList<>();
        for (WorkerLink worker : load.workers()) {
            ClientRoles clients = assignments.get(worker.number()).clients();
            boolean produces =
                    !clients.producers().isEmpty() || !clients.pipelines().isEmpty();
            boolean consumes =
                    !clients.consumers().isEmpty() || !clients.pipelines().isEmpty();
            if (produces || consumes) {
                uses.add(use(worker, produces ? consumes ? Role.BOTH : Role.PRODUCING : Role.CONSUMING));
            }
        }
        return new WorkerEstimate(
                throughput.targetMessagesPerSecond().orElse(0),
                Math.max(throughput.offeredMessagesPerSecond(), answeredMessagesPerSecond),
                new RunClientCounts(assignments.get(0).totalProducers(), activeConsumers(), ofOneProducer()),
                uses);
    }

    private WorkerUse use(WorkerLink worker, Role role) {
        WorkerEffort effort = watch.effort(worker.number());
        boolean known = effort.seconds() > 0;
        return new WorkerUse(
                role,
                known ? OptionalDouble.of(effort.cpuSeconds() / effort.seconds()) : OptionalDouble.empty(),
                cpus(worker),
                known ? effort.messages() / effort.seconds() : 0,
                worker.facts()
                        .flatMap(WorkerFacts::calibration)
                        .map(each -> OptionalDouble.of(each.messages().ceilingMessagesPerSecond()))
                        .filter(each -> known)
                        .orElse(OptionalDouble.empty()));
    }

    /** Returns what a worker has of the CPUs of its host, which it shares with the other workers there. */
    private OptionalDouble cpus(WorkerLink worker) {
        if (worker.facts().isEmpty()) {
            return OptionalDouble.empty();
        }
        CpuFacts cpu = worker.facts().get().host().cpu();
        long sharing = load.workers().stream()
                .filter(each -> each.hostIdentity().equals(worker.hostIdentity()))
                .count();
        return OptionalDouble.of(Math.min(cpu.cores(), cpu.quotaCores().orElse(cpu.cores())) / sharing);
    }

    private int activeConsumers() {
        Map<String, Integer> byGroup = new LinkedHashMap<>();
        assignments.stream()
                .flatMap(each -> each.clients().consumers().stream())
                .forEach(role -> byGroup.put(role.group(), role.kind().activeConsumers(role.partitions())));
        return byGroup.values().stream().mapToInt(Integer::intValue).sum();
    }

    private OptionalDouble ofOneProducer() {
        return load.workers().stream()
                .flatMap(worker -> worker.senders().stream())
                .filter(sender -> sender.busyNanos() > 0)
                .mapToDouble(sender -> sender.limitMessagesPerSecond() / sender.producers())
                .average();
    }
}
