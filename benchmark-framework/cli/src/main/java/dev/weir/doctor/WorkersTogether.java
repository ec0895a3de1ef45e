package dev.weir.doctor;

import dev.weir.clock.ClockSpread;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges several workers that were checked one by one: the load of each host once, what several workers share, and the
 * clock offset between them. Any thread.
 */
public final class WorkersTogether {
    private WorkersTogether() {}

    /**
     * Returns the diagnosis of each worker, and last that of all together. Reports a warning or failure once, also if it
     * is that of several workers, or of a worker on this host and of this host.
     *
     * @param alone what each worker's own check found, in the same order
     */
    public static List<Diagnosis> diagnoses(
            List<WorkerCheck> workers, List<Diagnosis> alone, HostFacts thisHost, Diagnosis ofThisHost) {
        List<List<Check>> found = new ArrayList<>();
        alone.forEach(diagnosis -> found.add(new ArrayList<>(diagnosis.checks())));
        Set<String> judged = new HashSet<>(Set.of(thisHost.identity()));
        Map<Check, List<String>> subjects = new LinkedHashMap<>();
        for (int i = 0; i < workers.size(); i++) {
            WorkerCheck worker = workers.get(i);
            List<Check> checks = found.get(i);
            worker.host().ifPresent(host -> {
                if (judged.add(host.identity())) {
                    checks.addAll(HostChecks.ofLoad(
                            OtherLoadFigures.UNKNOWN, host.cpu().loadPerCore()));
                }
                if (host.identity().equals(thisHost.identity())) {
                    checks.removeIf(check -> check.verdict() != CheckOutcome.OK
                            && ofThisHost.checks().contains(check));
                }
            });
            checks.stream()
                    .filter(check -> check.verdict() != CheckOutcome.OK)
                    .forEach(check -> subjects.computeIfAbsent(check, any -> new ArrayList<>())
                            .add(worker.address().toString()));
        }
        subjects.values().removeIf(names -> names.size() < 2);
        List<Diagnosis> diagnoses = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            found.get(i).removeAll(subjects.keySet());
            diagnoses.add(new Diagnosis(workers.get(i).subject(), found.get(i)));
        }
        List<Check> together = new ArrayList<>();
        subjects.forEach((check, names) -> together.add(new Check(
                check.name(), check.verdict(), check.found() + " (" + String.join(", ", names) + ")", check.remedy())));
        together.addAll(clocks(workers));
        if (!together.isEmpty()) {
            diagnoses.add(new Diagnosis("workers together", together));
        }
        return diagnoses;
    }

    /** Judges the clock offset by the same rule as in a run; empty if the clocks of fewer than two workers are known. */
    private static List<Check> clocks(List<WorkerCheck> workers) {
        Map<String, WorkerCheck> ofHosts = new HashMap<>();
        for (WorkerCheck worker : workers) {
            worker.host().ifPresent(host -> ofHosts.merge(host.identity(), worker, WorkersTogether::better));
        }
        boolean isOneHost = ofHosts.size() == 1;
        return ClockSpread.of(
                        isOneHost ? workers : List.copyOf(ofHosts.values()),
                        worker -> worker.address().toString(),
                        WorkerCheck::offset)
                .map(spread -> judge(spread, isOneHost))
                .stream()
                .toList();
    }

    private static WorkerCheck better(WorkerCheck one, WorkerCheck other) {
        return one.offset().boundNanos() <= other.offset().boundNanos() ? one : other;
    }

    /** Judges an offset. The only clock of one host has no error against itself. */
    static Check judge(ClockSpread spread, boolean isOneHost) {
        String found = Check.format(
                "at most %.3f ms apart (%s and %s), bound %.3f ms",
                spread.apartNanos() / 1e6, spread.slowest(), spread.fastest(), spread.boundNanos() / 1e6);
        if (isOneHost) {
            return Check.ok("clocks", found + ": the workers are on one host, which has one clock");
        }
        if (spread.isTooUncertain()) {
            return Check.warn(
                    "clocks",
                    found + ": end-to-end times can be wrong by that bound, and runs will be marked DEGRADED",
                    "check again while nothing else runs; or use workers that are closer to each other");
        }
        return Check.ok("clocks", spread.isWithinBound() ? found : found + ": runs correct for it");
    }
}
