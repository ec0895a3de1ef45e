package dev.weir.cli;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cluster.Restoration;
import dev.weir.cluster.RestoreFolder;
import dev.weir.cluster.RestoreJournal;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Restores cluster settings that a killed run has left changed. */
@Command(
        name = "restore",
        description = "Restore settings of clusters (clusterConfig of driver files) that a killed run did not restore. "
                + "Every run does this for its own cluster before it begins; use this command if there is no next "
                + "run. The old settings are kept under ${XDG_CACHE_HOME:-~/.cache}/weir/restore.",
        footer = {"", "Exit status: 0 all settings are restored, 1 a setting could not be restored, 2 bad input."})
final class RestoreCommand extends ConsoleCommand {
    private static final Duration ID_LIMIT = Duration.ofSeconds(15);

    @Option(
            names = {"-d", "--driver"},
            paramLabel = "FILE",
            description = "Driver file of the cluster. It is needed if the connection to the cluster needs a secret "
                    + "(default: all clusters that were changed from this host)")
    private @Nullable Path file;

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    private final RestoreFolder folder = RestoreFolder.ofThisHost();

    @Override
    public Integer call() {
        Drivers drivers = driverOptions.load();
        if (file != null) {
            var problems = new Problems();
            Optional<DriverConfig> config = DriverFile.read(file, drivers, problems);
            problems.throwIfAny();
            out().println(restore(config.orElseThrow(), drivers, Optional.empty()));
            return ExitStatus.OK;
        }
        List<RestoreJournal> journals = folder.all();
        if (journals.isEmpty()) {
            out().println("nothing is left to put back");
        }
        int status = ExitStatus.OK;
        for (RestoreJournal journal : journals) {
            try {
                out().println(restore(config(journal, drivers), drivers, Optional.of(journal.file())));
            } catch (DriverException e) {
                err().println(journal.file() + ": " + e.getMessage()
                        + "; where that cluster is gone for good, delete this file");
                status = ExitStatus.FAILED;
            }
        }
        return status;
    }

    private static DriverConfig config(RestoreJournal journal, Drivers drivers) {
        var problems = new Problems();
        return DriverFile.read(journal.driverFile(), drivers, problems)
                .orElseThrow(() -> new DriverException("name the cluster's driver file with -d: "
                        + problems.errors().get(0)));
    }

    /**
     * Restores the settings of one cluster.
     *
     * @param expected journal that led to it; empty if a person did
     * @return what was done
     * @throws DriverException if the settings could not be restored
     */
    private String restore(DriverConfig config, Drivers drivers, Optional<Path> expected) {
        try (Driver driver = drivers.find(config.driver()).orElseThrow().open(config);
                Admin admin = driver.openAdmin()) {
            ClusterSettings settings = admin.clusterSettings()
                    .orElseThrow(() -> new DriverException(
                            "the driver " + config.driver() + " has no way to this cluster's settings"));
            String id = settings.clusterId(ID_LIMIT);
            try (RestoreJournal journal = folder.of(id)) {
                if (expected.isPresent() && !expected.get().equals(journal.file())) {
                    throw new DriverException("its addresses lead to another cluster now, " + id
                            + ": name the right driver file with -d");
                }
                return restore(journal, settings, id);
            }
        }
    }

    private static String restore(RestoreJournal journal, ClusterSettings settings, String id) {
        if (!journal.exists()) {
            return id + ": nothing is left to put back";
        }
        if (!journal.lock()) {
            throw new DriverException(
                    "the run that has changed " + id + " is still running; it restores the settings itself");
        }
        var text = new StringBuilder(id).append(':');
        Restoration.of(journal, settings)
                .forEach((name, setting) ->
                        text.append(' ').append(name).append('=').append(setting.shown()));
        return text.append(" (put back)").toString();
    }
}
