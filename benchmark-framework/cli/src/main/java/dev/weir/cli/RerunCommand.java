package dev.weir.cli;

import dev.weir.bundle.BundledRuns;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.OptionFiles;
import dev.weir.cli.option.ShowOptions;
import dev.weir.cli.option.SystemOptions;
import dev.weir.cli.option.TopologyOptions;
import dev.weir.cli.option.WorkerOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.ResultAccess;
import dev.weir.cli.run.ResultNames;
import dev.weir.cli.run.RunArguments;
import dev.weir.cli.run.RunExecution;
import dev.weir.cli.run.RunInputs;
import dev.weir.clock.SystemClock;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.loading.Drivers;
import dev.weir.report.board.Bundle;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Topology;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkersFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rerun",
        sortOptions = false,
        description =
                "Repeat the run of a result file, or the runs of a bundle. The command writes the workload and driver"
                        + " file of the result with all defaults, and runs them on the workers that the result names. If"
                        + " the run used an embedded cluster, it starts one. Then 'compare' compares the runs of a bundle"
                        + " with their repetitions.",
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.HELP_RUN_FAILED,
            ExitStatus.HELP_INVALID,
            ExitStatus.HELP_THRESHOLD_MISSED,
            ExitStatus.HELP_INTERRUPTED,
            ExitStatus.HELP_OK
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark rerun results/quickstart-embedded-2026-11-20-14-54-56.json",
            "  bin/benchmark rerun --write-only RESULT",
            "      writes only the files, so that you can read or edit them",
            "  bin/benchmark rerun --trust RESULT",
            "      a result of your own, or one that you have read: connects to the brokers that it names",
            "  bin/benchmark rerun -d driver-redpanda/redpanda.yaml RESULT",
            "      the same load on another system",
            "  bin/benchmark rerun --local bundle.zip",
            "      as many runs as the bundle has, on this host"
        })
final class RerunCommand extends ConsoleCommand {
    private static final String WORKLOAD = "workload.yaml";
    private static final String DRIVER = "driver.yaml";
    private static final String RESULT = "result.json";
    private static final String BUNDLE = "bundle";

    @Parameters(
            paramLabel = "RESULT",
            description = "A result file of this tool, or a bundle that 'bin/benchmark bundle' has made")
    private Path result = Path.of("");

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "DRIVER",
            description = "The system to drive instead of the one in the result, as with 'run'")
    private @Nullable String driver;

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Mixin
    private TopologyOptions topology = new TopologyOptions();

    @Option(
            names = "--of",
            paramLabel = "NAME",
            defaultValue = "",
            description =
                    "If a bundle has several loads or systems: the name of a result file whose load and system are"
                            + " repeated")
    private String of = "";

    @Option(
            names = "--into",
            paramLabel = "FOLDER",
            description = "Folder for the workload and driver file (default: results/rerun-RESULT-TIME)")
    private @Nullable Path folder;

    @Option(
            names = "--hooks",
            description = "Also run the hooks of the workload: its shell commands for before and after a run."
                    + " This needs --trust")
    private boolean hooks;

    @Option(
            names = "--trust",
            description = "Obey the result: open the files, load the classes, run the hooks of --hooks, and connect to"
                    + " the addresses that it names. Without this option, the command lists them and runs nothing")
    private boolean trust;

    @Option(names = "--write-only", description = "Write the files, print the command that runs them, and run nothing")
    private boolean writeOnly;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Result file (default: result.json in the folder of the files), or for several runs a folder"
                    + " (default: runs)")
    private @Nullable Path output;

    @Mixin
    private ShowOptions show = new ShowOptions();

    private RunArguments.@Nullable RunWorkers runWorkers;
    private @Nullable Drivers drivers;
    private @Nullable Path created;

    @Override
    public Integer call() {
        var problems = new Problems();
        List<Path> originals = isBundle() ? extracted(problems) : List.of(result);
        Optional<StoredResult> read = StoredResult.read(originals.get(0), problems);
        problems.throwIfAny();
        StoredResult stored = read.orElseThrow();
        if (!isBundle()) {
            prepare(stored, result.toString(), 1, problems);
        }

        Path into = into();
        Map<Path, Map<String, Object>> files = files(stored, originals.size(), into);
        Path results = Optional.ofNullable(output).orElse(into.resolve(originals.size() == 1 ? RESULT : "runs"));
        RunArguments arguments = arguments(stored, into, results);
        files.forEach(this::write);
        List<Problem> secrets = secrets(files);
        if (writeOnly || !secrets.isEmpty() || !show.isQuiet()) {
            show.out(command()).println("files      " + into);
            show.out(command()).println("runs       " + commandLineOf(arguments, stored));
        }
        if (writeOnly) {
            printWarnings(problems);
            secrets.forEach(secret -> err().println("warning: " + secret));
            return ExitStatus.OK;
        }
        secrets.forEach(problems::error);
        problems.throwIfAny();
        int status = new RunExecution(Objects.requireNonNull(drivers), show, command()).run(arguments, problems);
        return isBundle() && status == ExitStatus.OK ? compare(originals, results) : status;
    }

    private boolean isBundle() {
        return result.toString().endsWith(Bundle.ENDING);
    }

    private List<Path> extracted(Problems problems) {
        if (folder != null) {
            checkIsFree(folder.resolve(BUNDLE), problems);
            problems.throwIfAny();
        }
        List<Path> originals = BundledRuns.extract(
                result,
                () -> into().resolve(BUNDLE),
                of,
                (stored, runs) -> prepare(stored, result + "/" + runs.get(0), runs.size(), problems),
                problems);
        problems.throwIfAny();
        return originals;
    }

    /**
     * Checks the result and the options; sets the workers and drivers of the rerun. Writes nothing: a rerun that is refused
     * here leaves no files.
     */
    private void prepare(StoredResult stored, String name, int runs, Problems problems) {
        if (lacksFiles(stored)) {
            problems.error(name, "does not contain what was run (weir.provenance): is it a result of OMB?");
        }
        problems.throwIfAny();
        checkTrust(stored, name, problems);
        problems.throwIfAny();
        RunSetup setup = stored.setup();
        runWorkers = new RunArguments.RunWorkers(
                workers.given(problems).orElseGet(() -> sameWorkers(setup, problems)),
                workers.security(problems),
                workers.isInsecure(),
                topology.isGiven() ? topology.read(problems) : setup.topology());
        if (needsDriverFile(stored)) {
            driverOptions.add(setup.driverPath());
        }
        drivers = writeOnly ? Drivers.onClassPath() : driverOptions.load();
        checkPlaces(stored, runs, problems);
        problems.throwIfAny();
    }

    /** Adds what the result would make this host do, unless the person trusts it. Writes and loads nothing. */
    private void checkTrust(StoredResult stored, String name, Problems problems) {
        if (trust) {
            return;
        }
        RunSetup setup = stored.setup();
        var access = new ResultAccess(name, driverOptions.load());
        Optional<String> driverName = Optional.empty();
        if (needsDriverFile(stored)) {
            Map<String, Object> file = stored.driverFile().orElseThrow();
            driverName = Optional.of(String.valueOf(file.get("driver")));
            if (driverOptions.add(setup.driverPath())) {
                access.addDriverPath(setup.driverPath());
            }
            access.addDriver(file);
        }
        access.addWorkload(stored.workloadFile().orElseThrow(), driverName, hooks);
        if (!workers.isGiven()) {
            access.addWorkers(setup.workers());
        }
        Consumer<Problem> add = writeOnly ? problems::warning : problems::error;
        access.found().forEach(add);
    }

    private int compare(List<Path> originals, Path results) {
        List<String> words = new ArrayList<>(List.of("compare"));
        originals.forEach(file -> words.add(file.toString()));
        words.addAll(List.of("--", results.toString()));
        out().println();
        return command().getParent().execute(words.toArray(String[]::new));
    }

    private static boolean lacksFiles(StoredResult stored) {
        return stored.workloadFile().isEmpty() || stored.driverFile().isEmpty();
    }

    /** Returns whether a driver file is needed: not if the cluster was embedded, unless its file configures it. */
    private boolean needsDriverFile(StoredResult stored) {
        boolean asks = stored.driverFile().orElseThrow().containsKey(EmbeddedClusters.FIELD);
        return driver == null && (asks || stored.setup().embeddedBrokers() == 0);
    }

    private Map<Path, Map<String, Object>> files(StoredResult stored, int repeat, Path into) {
        Map<Path, Map<String, Object>> files = new LinkedHashMap<>();
        Map<String, Object> workload = new LinkedHashMap<>(stored.workloadFile().orElseThrow());
        if (repeat > 1) {
            workload.put("repeat", repeat);
        }
        files.put(into.resolve(WORKLOAD), workload);
        if (needsDriverFile(stored)) {
            files.put(into.resolve(DRIVER), stored.driverFile().orElseThrow());
        }
        return files;
    }

    /** Checks that the files named by -o and --into do not exist yet. */
    private void checkPlaces(StoredResult stored, int runs, Problems problems) {
        if (runs == 1) {
            Optional.ofNullable(output)
                    .or(() -> Optional.ofNullable(folder).map(into -> into.resolve(RESULT)))
                    .ifPresent(file -> RunInputs.checkOutput(file, problems));
        }
        if (folder != null) {
            files(stored, runs, folder).keySet().forEach(file -> checkIsFree(file, problems));
        }
    }

    private static void checkIsFree(Path file, Problems problems) {
        if (Files.exists(file)) {
            problems.error("--into", file + " exists: name another folder, or move it away");
        }
    }

    private RunArguments arguments(StoredResult stored, Path into, Path results) {
        RunSetup setup = stored.setup();
        String system = needsDriverFile(stored)
                ? into.resolve(DRIVER).toString()
                : Optional.ofNullable(driver).orElse(SystemOptions.EMBEDDED);
        return new RunArguments(
                List.of(into.resolve(WORKLOAD)),
                OptionFiles.NONE,
                new RunArguments.Systems(
                        List.of(system),
                        Math.max(1, setup.embeddedBrokers()),
                        setup.serviceVersion(),
                        setup.tags(),
                        Set.of(),
                        false),
                Objects.requireNonNull(runWorkers),
                Optional.of(results),
                Optional.empty(),
                hooks);
    }

    private static List<Problem> secrets(Map<Path, Map<String, Object>> files) {
        List<Problem> secrets = new ArrayList<>();
        files.forEach((path, file) -> EffectiveFiles.hidden(file)
                .forEach(field -> secrets.add(new Problem(
                        path.toString(),
                        0,
                        field,
                        "was left out of the result, because it is a secret, or may be one:"
                                + " put it in, then use the command above"))));
        return secrets;
    }

    private List<WorkerAddress> sameWorkers(RunSetup setup, Problems problems) {
        return setup.workers().isEmpty()
                ? List.of()
                : WorkersFile.addresses(
                        String.join(",", setup.workers()), result.toString(), text -> Optional.empty(), problems);
    }

    /** Returns the folder that --into names. Without that option, the first call creates one. */
    private Path into() {
        if (folder != null) {
            return folder;
        }
        if (created == null) {
            String base = result.getFileName().toString().replaceFirst("\\.(json|zip)$", "");
            created = new ResultNames(SystemClock.INSTANCE.epochNanos()).folder("rerun-" + base);
        }
        return created;
    }

    private void write(Path path, Map<String, Object> file) {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, EffectiveFiles.yaml(file, "From " + result), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + path, e);
        }
    }

    /** Returns the command line that does the same, for a person who wants to change it. */
    private String commandLineOf(RunArguments arguments, StoredResult stored) {
        List<String> words = new ArrayList<>(
                List.of("bin/benchmark", "-d", arguments.systems().names().get(0)));
        words.addAll(driverOptions.words());
        if (arguments.systems().brokers() > 1) {
            words.addAll(
                    List.of("--broker-count", String.valueOf(arguments.systems().brokers())));
        }
        if (arguments.workers().addresses().isEmpty()) {
            words.add("--local");
        } else {
            words.add("-w");
            // Addresses that a DNS name has now are not the names in the certificates of these workers.
            words.add(workers.listed()
                    .orElseGet(() -> arguments.workers().addresses().stream()
                            .map(WorkerAddress::toString)
                            .collect(Collectors.joining(","))));
            words.addAll(workers.channelWords());
        }
        if (arguments.workers().topology() != Topology.SWARM) {
            words.addAll(List.of("-t", arguments.workers().topology().key()));
        }
        if (!arguments.systems().version().isEmpty()) {
            words.addAll(List.of("-v", arguments.systems().version()));
        }
        if (!arguments.hooks() && stored.workloadFile().orElseThrow().containsKey("hooks")) {
            words.add("--no-hooks");
        }
        arguments.output().ifPresent(file -> words.addAll(List.of("-o", file.toString())));
        arguments.workloads().forEach(file -> words.add(file.toString()));
        return String.join(" ", words);
    }
}
