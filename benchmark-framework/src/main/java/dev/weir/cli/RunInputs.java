package dev.weir.cli;

import dev.weir.campaign.CampaignRun;
import dev.weir.driver.Drivers;
import dev.weir.driver.EmbeddedCluster;
import dev.weir.result.Reason;
import dev.weir.result.Severity;
import dev.weir.workload.InputException;
import dev.weir.workload.Problem;
import dev.weir.workload.Problems;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.Workload;
import dev.weir.workload.WorkloadFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that a person gave, read and checked: when this exists, nothing of it is wrong.
 *
 * @param arguments in which the files were named
 * @param drivers among which the systems' were found
 */
record RunInputs(RunArguments arguments, List<Input> workloads, List<DriverChoice> systems, Drivers drivers) {
    private static final int MOST_BROKERS = 9;

    /** A workload and the file that it was read from. */
    record Input(Path file, Workload workload) {}

    /**
     * Reads all of it.
     *
     * @throws InputException with everything that is wrong
     */
    static RunInputs read(RunArguments arguments, Drivers drivers, Problems problems) {
        List<Input> workloads = new ArrayList<>();
        for (Path file : arguments.workloads()) {
            WorkloadFile.read(file, problems).ifPresent(workload -> workloads.add(new Input(file, workload)));
        }
        List<DriverChoice> systems = new ArrayList<>();
        for (String name : arguments.systems()) {
            DriverChoice.of(name, drivers, problems).ifPresent(systems::add);
        }
        check(systems, arguments.workers(), problems);
        if (arguments.topology() != Topology.SWARM && arguments.workers().size() < 2) {
            problems.warning(new Problem(
                    "-t",
                    0,
                    "",
                    arguments.topology().key() + " has no effect with fewer than two workers: one does both"));
        }
        int runs = arguments.workloads().size() * arguments.systems().size();
        if (arguments.output().isPresent() && runs > 1) {
            problems.error(
                    new Problem("-o", 0, "", "names one result file, but there are " + runs + " runs: leave it out"));
        }
        arguments.output().ifPresent(file -> checkOutput(file, problems));
        int brokers = arguments.brokers();
        if (brokers < 1 || brokers > MOST_BROKERS) {
            problems.error(new Problem("--brokers", 0, "", "must be in [1, " + MOST_BROKERS + "], got " + brokers));
        }
        problems.throwIfAny();
        if (workloads.size() * systems.size() != runs) {
            throw new IllegalStateException("a file was neither read nor refused: " + arguments);
        }
        return new RunInputs(arguments, workloads, systems, drivers);
    }

    static void checkOutput(Path file, Problems problems) {
        if (!file.toString().endsWith(".json")) {
            problems.error(new Problem("-o", 0, "", "must end in .json, got " + file));
            return;
        }
        for (String ending : List.of(".json", ".hlog", ".journal.jsonl", ".search.json")) {
            Path taken = Path.of(file.toString().replaceFirst("\\.json$", ending));
            if (Files.exists(taken)) {
                problems.error(new Problem(
                        "-o",
                        0,
                        "",
                        taken + " exists: results are not overwritten, move it away or name another file"));
            }
        }
    }

    private static void check(List<DriverChoice> systems, List<WorkerAddress> workers, Problems problems) {
        for (DriverChoice system : systems) {
            if (!workers.isEmpty() && system.factory().withinOneProcess()) {
                problems.error(new Problem(
                        "-w",
                        0,
                        "",
                        "the driver " + system.factory().name()
                                + " keeps its topics in the memory of one process, which"
                                + " workers elsewhere cannot reach: leave -w out"));
            }
            if (system.isEmbedded() && workers.stream().anyMatch(worker -> !worker.isLoopback())) {
                problems.error(new Problem(
                        "-w",
                        0,
                        "",
                        "the embedded cluster listens on this host's loopback, which workers on other hosts cannot reach:"
                                + " name a driver file with -d"));
            }
        }
    }

    int runCount() {
        return workloads.size() * systems.size();
    }

    boolean needsEmbedded() {
        return systems.stream().anyMatch(DriverChoice::isEmbedded);
    }

    /**
     * The runs, workload by workload.
     *
     * @param embedded the embedded cluster, if one was needed
     */
    List<CampaignRun> runs(Optional<EmbeddedCluster> embedded, long nowNanos) {
        List<CampaignRun> runs = new ArrayList<>();
        var names = new ResultNames(nowNanos);
        for (Input input : workloads) {
            for (DriverChoice system : systems) {
                Path result = arguments.output().orElseGet(() -> names.next(input.file(), system.label()));
                runs.add(new CampaignRun(
                        input.workload(),
                        system.config()
                                .or(() -> embedded.map(EmbeddedCluster::driverConfig))
                                .orElseThrow(),
                        system.factory(),
                        result,
                        system.isEmbedded() ? arguments.brokers() : 0,
                        drivers.path(system.factory().name())
                                .map(Path::toString)
                                .orElse(""),
                        system.isEmbedded() ? deviations(embedded) : Map.of(),
                        system.isEmbedded() ? List.of(embeddedReason()) : List.of()));
            }
        }
        return runs;
    }

    private static Map<String, String> deviations(Optional<EmbeddedCluster> embedded) {
        Map<String, String> facts = new TreeMap<>();
        embedded.ifPresent(
                cluster -> cluster.deviations().forEach((setting, value) -> facts.put("embedded." + setting, value)));
        return facts;
    }

    private static Reason embeddedReason() {
        return new Reason(
                "EMBEDDED_CLUSTER",
                Severity.NOTE,
                "the brokers shared this host with their load: the figures are this host's, not Kafka's");
    }
}
