package dev.weir.cli;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ReportPages;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cluster.RestoreFolder;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.JournalLock;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes results from the journals of killed runs, and deletes what these runs left in the system. */
@Command(
        name = "recover",
        sortOptions = false,
        description = "Write a result, marked FAILED, for each run whose coordinator was killed. The result is made "
                + "from the journal of the run, which contains all complete intervals. The command names the topics "
                + "that the run may have left; with -d it deletes them. It deletes a journal when nothing of its run "
                + "is left. It keeps a journal that it cannot read.",
        footer = {
            "",
            "Examples:",
            "  bin/benchmark recover results",
            "      all journals in this folder and in its campaigns",
            "  bin/benchmark recover -d driver-kafka/kafka.yaml results",
            "      also deletes the topics of these runs on this cluster",
            "",
            "Exit status: 0 all journals are recovered, 1 a journal could not be recovered and is kept, 2 bad "
                    + "input."
        })
final class RecoverCommand extends ConsoleCommand {
    private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);

    /** A folder of results, its campaigns, and their searches. */
    private static final int DEPTH = 3;

    @Parameters(
            paramLabel = "JOURNAL|FOLDER",
            arity = "1..*",
            description = "Files that end in " + Journal.ENDING + ", or folders with such files")
    private List<Path> paths = List.of();

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "FILE",
            description = "Driver file of the system that the runs ran on: what they have left there is deleted")
    private @Nullable Path driverFile;

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    private Drivers drivers = Drivers.onClassPath();
    private Optional<DriverConfig> system = Optional.empty();

    @Override
    public Integer call() {
        var problems = new Problems();
        drivers = driverOptions.load();
        system = Optional.ofNullable(driverFile).flatMap(file -> DriverFile.read(file, drivers, problems));
        List<Path> journals = journals(out(), problems);
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
        if (!RestoreFolder.ofThisHost().all().isEmpty()) {
            out().println("settings of a cluster are still changed: bin/benchmark restore puts them back, as the next"
                    + " run on it does");
        }
        return status;
    }

    private List<Path> journals(PrintWriter out, Problems problems) {
        List<Path> journals = new ArrayList<>();
        for (Path path : paths) {
            boolean named = path.toString().endsWith(Journal.ENDING);
            if (Files.isDirectory(path)) {
                List<Path> inside = inFolder(path, problems);
                if (inside.isEmpty()) {
                    out.println(path + ": nothing is left to recover");
                }
                journals.addAll(inside);
            } else if (named && Files.isRegularFile(path)) {
                journals.add(path);
            } else if (named && Files.exists(Recovery.resultFile(path))) {
                out.println(Recovery.resultFile(path) + " is there: nothing is left to recover");
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
                throw new DriverException("the facts about the run cannot be read, as after a power cut, so no result"
                        + " can be made. The journal and the histograms beside it are kept: restore the journal from a"
                        + " copy of the disk and run recover again, or delete it yourself");
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
            long leftOut =
                    left.write(Recovery.Cause.KILLED, reason(names).stream().toList());
            out.println(result + ": FAILED, with "
                    + left.lastEnd()
                            .map(end -> left.intervals() + " intervals, the last of which ended at " + end)
                            .orElse("no interval")
                    + (leftOut > 0 ? "; " + leftOut + " bytes of torn lines were left out" : ""));
            new ReportPages(err()).ofResult(result).ifPresent(page -> out.println("report     " + page));
        }
        if (names.isEmpty()) {
            Files.delete(journal);
        } else if (system.isPresent()) {
            delete(names, left, system.get());
            out.println("topics     " + shown(names) + ": none is left");
            Files.delete(journal);
        } else {
            out.println(
                    "topics     " + shown(names) + " may be left on the system: name its driver file with -d, and they"
                            + " are deleted; a run with reset: true in the driver file deletes"
                            + " them too, unless clients use them");
        }
    }

    /** Returns what may be left: data in the memory of a process, or on embedded brokers, is gone. */
    private List<String> mayBeLeft(Recovery left) {
        boolean gone = left.wasEmbedded()
                || drivers.find(left.driver())
                        .filter(DriverFactory::withinOneProcess)
                        .isPresent();
        return gone ? List.of() : left.names();
    }

    private static Optional<Reason> reason(List<String> names) {
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(Reason.of(ReasonCode.TOPICS_LEFT, shown(names) + " may have been left on the system"));
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
}
