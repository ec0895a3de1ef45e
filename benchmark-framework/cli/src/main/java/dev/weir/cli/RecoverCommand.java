package dev.weir.cli;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ReportPage;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cluster.RestoreJournal;
import dev.weir.cluster.RestoreJournal.RestoreFolder;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Journal.JournalLock;
import dev.weir.result.journal.Recovery;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "recover",
        sortOptions = false,
        description = {
            "Write a result, marked FAILED, for each run whose coordinator was killed or ran out of memory. The result "
                    + "is made from the journal of the run, which contains all complete intervals. The command names "
                    + "the topics that the run may have left; with -d it deletes them. It deletes a journal when "
                    + "nothing of its run is left. It keeps a journal that it cannot read.",
            "It also restores settings of clusters (clusterConfig of driver files) that a killed run on this host did "
                    + "not restore. The next run on such a cluster does this, too. The old settings are kept under "
                    + "${XDG_CACHE_HOME:-~/.cache}/weir/restore."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.FAILED + ":a journal or a setting could not be recovered, and its file is kept",
            ExitStatus.OK + ":all is recovered"
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark recover results",
            "      all journals in this folder and its campaigns, and settings of clusters",
            "  bin/benchmark recover -d driver-kafka/kafka.yaml results",
            "      also deletes the topics of these runs; of this cluster only",
            "  bin/benchmark recover",
            "      only the settings of all clusters"
        })
final class RecoverCommand extends ConsoleCommand {
    private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);

    /** A folder of results, its campaigns, and their searches. */
    private static final int DEPTH = 3;

    @Parameters(
            paramLabel = "JOURNAL|FOLDER",
            arity = "0..*",
            description = "Files that end in " + Journal.ENDING + ", or folders with such files (default: none, only "
                    + "settings of clusters)")
    private List<Path> paths = List.of();

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "FILE",
            description = "Driver file of the system that the runs ran on. It is needed to delete their topics, and to "
                    + "restore settings if the connection needs a secret")
    private @Nullable Path driverFile;

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    private final RestoreFolder clusters = RestoreFolder.ofThisHost();
    private Drivers drivers = Drivers.onClassPath();
    private Optional<DriverConfig> system = Optional.empty();

    @Override
    public Integer call() {
        var problems = new Problems();
        drivers = driverOptions.load();
        system = Optional.ofNullable(driverFile)
                .flatMap(file -> DriverFile.read(file, drivers, problems))
                .map(DriverFile::forDriver);
        List<Path> journals = journals(problems);
        problems.throwIfAny();
        int status = ExitStatus.OK;
        for (Path journal : journals) {
            try {
                recover(journal);
            } catch (IOException | UncheckedIOException | DriverException e) {
                err().println(journal + ": " + (e instanceof IOException ? e : e.getMessage()));
                status = ExitStatus.FAILED;
            }
        }
        return restoreSettings() ? status : ExitStatus.FAILED;
    }

    private List<Path> journals(Problems problems) {
        List<Path> journals = new ArrayList<>();
        for (Path path : paths) {
            boolean named = path.toString().endsWith(Journal.ENDING);
            if (Files.isDirectory(path)) {
                List<Path> inside = inFolder(path, problems);
                if (inside.isEmpty()) {
                    out().println(path + ": nothing is left to recover");
                }
                journals.addAll(inside);
            } else if (named && Files.isRegularFile(path)) {
                journals.add(path);
            } else if (named && Files.exists(Recovery.resultFile(path))) {
                out().println(Recovery.resultFile(path) + " is there: nothing is left to recover");
            } else {
                problems.error(
                        path.toString(),
                        named ? "does not exist" : "must be a folder, or a file that ends in " + Journal.ENDING);
            }
        }
        return journals;
    }

    private static List<Path> inFolder(Path folder, Problems problems) {
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> file.toString().endsWith(Journal.ENDING))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            problems.error(folder.toString(), "cannot be read: " + FailureText.of(e));
            return List.of();
        }
    }

    private void recover(Path journal) throws IOException {
        JournalLock lock = JournalLock.take(journal)
                .orElseThrow(() -> new DriverException(
                        "its run goes on, or another process recovers it just now: wait for its end"));
        try (lock) {
            Optional<Recovery> left = Recovery.of(journal);
            if (left.isPresent()) {
                recover(left.get(), journal);
            } else if (Recovery.isUnused(journal)) {
                out().println(journal + ": its coordinator ended before anything began; deleted");
                Files.delete(journal);
            } else {
                throw new DriverException(
                        "the facts about the run cannot be read, so no result can be made. The journal and the histograms"
                                + " beside it are kept. If another version of Weir wrote them, run its recover command;"
                                + " after a power cut, restore the journal from a copy of the disk. Otherwise, delete the"
                                + " journal");
            }
        }
    }

    private void recover(Recovery left, Path journal) throws IOException {
        PrintWriter out = out();
        List<String> names = mayBeLeft(left);
        Path result = Recovery.resultFile(journal);
        if (Files.exists(result)) {
            out.println(result + ": is there already");
        } else {
            long leftOut = left.write(Recovery.Cause.KILLED, reason(names));
            out.println(result + ": FAILED, with "
                    + left.lastEnd()
                            .map(end -> left.intervals() + " intervals, the last of which ended at " + end)
                            .orElse("no interval")
                    + (leftOut > 0 ? "; " + leftOut + " bytes of torn lines were left out" : ""));
            ReportPage.written(result, err()).ifPresent(page -> out.println("report     " + page));
        }
        if (!names.isEmpty() && system.isEmpty()) {
            out.println("topics     " + shown(names) + " may be left on the system: name its driver file with -d, and"
                    + " they are deleted; a run with reset: true in the driver file deletes them too, unless clients"
                    + " use them");
            return;
        }
        if (!names.isEmpty()) {
            delete(names, left, system.orElseThrow());
            out.println("topics     " + shown(names) + ": none is left");
        }
        Files.delete(journal);
    }

    /** Returns what may be left: data in the memory of a process, or on embedded brokers, is gone. */
    private List<String> mayBeLeft(Recovery left) {
        boolean gone =
                left.wasEmbedded() || drivers.find(left.driver()).stream().anyMatch(DriverFactory::withinOneProcess);
        return gone ? List.of() : left.names();
    }

    private static List<Reason> reason(List<String> names) {
        return names.isEmpty()
                ? List.of()
                : List.of(Reason.of(
                        ReasonCode.LEFT_ON_CLUSTER, Severity.NOTE, shown(names) + " may have been left on the system"));
    }

    private static String shown(List<String> names) {
        return names.get(0) + (names.size() > 1 ? " to " + names.get(names.size() - 1) : "");
    }

    /** Deletes only names in Weir's own form, whatever a journal contains. */
    private void delete(List<String> names, Recovery left, DriverConfig config) {
        if (!config.driver().equals(left.driver())) {
            throw new DriverException("it ran with the driver " + left.driver() + ", and not with " + config.driver());
        }
        String prefix = config.topics().namePrefix() + left.runId() + "-";
        if (names.stream().noneMatch(name -> name.startsWith(prefix))) {
            throw new DriverException(
                    "its topics do not begin with " + prefix + ": use the namePrefix with which it ran");
        }
        try (Driver driver = drivers.find(config.driver()).orElseThrow().open(config);
                Admin admin = driver.openAdmin()) {
            admin.deleteTopics(
                    names.stream().filter(name -> name.startsWith(prefix)).toList(), DELETE_LIMIT);
        }
    }

    /** Restores the settings of one cluster with {@code -d}, and of all clusters without it. */
    private boolean restoreSettings() {
        List<RestoreJournal> changed = clusters.all();
        if (changed.isEmpty()) {
            if (paths.isEmpty()) {
                out().println("no cluster has settings that a killed run on this host left changed");
            }
            return true;
        }
        if (system.isPresent()) {
            try {
                restore(system.get(), Optional.empty());
            } catch (DriverException e) {
                err().println(driverFile + ": " + e.getMessage());
                return false;
            }
            clusters.all()
                    .forEach(left -> out().println(left.file() + " has settings of another cluster to restore: name its"
                            + " driver file with -d, or leave -d out"));
            return true;
        }
        boolean restored = true;
        for (RestoreJournal journal : changed) {
            try {
                restore(driverOf(journal), Optional.of(journal.file()));
            } catch (DriverException e) {
                err().println(journal.file() + ": " + e.getMessage()
                        + "; if that cluster no longer exists, delete this file");
                restored = false;
            }
        }
        return restored;
    }

    private DriverConfig driverOf(RestoreJournal journal) {
        var problems = new Problems();
        return DriverFile.read(journal.driverFile(), drivers, problems)
                .map(DriverFile::forDriver)
                .orElseThrow(() -> new DriverException("name the cluster's driver file with -d: "
                        + problems.errors().get(0)));
    }

    /**
     * Restores the settings of the cluster to which a driver file leads.
     *
     * @param expected journal that has the driver file; empty if a person named it
     * @throws DriverException if the settings could not be restored
     */
    private void restore(DriverConfig config, Optional<Path> expected) {
        try (Driver driver = drivers.find(config.driver()).orElseThrow().open(config);
                Admin admin = driver.openAdmin()) {
            Optional<ClusterSettings> settings = admin.clusterSettings();
            if (settings.isEmpty()) {
                out().println("the driver " + config.driver() + " changes no settings of a cluster");
                return;
            }
            String id = settings.get().clusterId(RestoreJournal.READ_LIMIT);
            try (RestoreJournal journal = clusters.of(id)) {
                if (expected.isPresent() && !expected.get().equals(journal.file())) {
                    throw new DriverException("its addresses lead to another cluster now, " + id
                            + ": name the right driver file with -d");
                }
                String outcome = restore(journal, settings.get());
                out().println("settings   cluster " + id + ": " + outcome);
            }
        }
    }

    /** Restores the settings, unless nothing is left or their run is still running. Returns what happened, for a person. */
    private static String restore(RestoreJournal journal, ClusterSettings settings) {
        if (!journal.exists()) {
            return "nothing is left to restore";
        }
        if (!journal.lock()) {
            return "the run that changed them is still running, and restores them itself";
        }
        return journal.restore(settings).entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue().shown())
                .collect(Collectors.joining(" ", "restored ", ""));
    }
}
