package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.verdict.WorkloadNotes;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.result.RunHeader;
import dev.weir.result.code.Reason;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.document.Worker;
import dev.weir.result.journal.Journal;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.text.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes to the journal what no interval contains, for the result of a run whose coordinator is killed. */
record RunJournal(
        RunRequest request, Clock clock, Workers workers, RunClocks clocks, TestedSystem system, Journal journal) {
    RunHeader header() {
        DriverFactory factory = request.system().factory();
        DriverConfig driver = request.system().driver();
        return new RunHeader(
                request.run(),
                request.setup(),
                WorkerFacts.ofThisProcess().asMap(),
                request.workload(),
                Secrets.shown(factory, driver),
                Secrets.shown(factory, factory.clientSettings(driver)));
    }

    /**
     * Replaces what is known of the run.
     *
     * @param topics what {@code recover} deletes if this process ends before it has deleted them
     */
    void known(RunNotes run, List<String> topics) {
        List<Reason> notes = new ArrayList<>(run.reasons());
        notes.addAll(WorkloadNotes.of(request));
        List<Worker> known =
                workers.all().stream().map(workers.losses()::document).toList();
        journal.known(
                header().begun(
                                clock.epochNanos(),
                                new RunVerdict(notes, List.of(), Optional.of(run.failure()), false),
                                run.phases(),
                                known,
                                clocks.clocks(),
                                system.facts(),
                                system.durability())
                        .document(),
                topics);
    }
}
