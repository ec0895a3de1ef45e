package dev.weir.cluster;

import dev.weir.clock.Clock;
import dev.weir.cluster.RestoreJournal.OldSettings;
import dev.weir.cluster.RestoreJournal.RestoreFolder;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Provenance.ClusterSettingResult;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.text.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changed settings of a cluster during a run: closing it restores them, however the run ended. Settings that a killed
 * process has left changed are restored first. Used by one thread.
 */
public final class ClusterChange implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterChange.class);

    private final Optional<ClusterSettings> settings;
    private final DriverConfig driver;
    private final RestoreFolder folder;
    private final String run;
    private final Clock clock;
    private final Consumer<Reason> reasons;
    private @Nullable RestoreJournal held;
    /** Content of the journal, because a person may clean its folder. */
    private List<ClusterSetting> kept = List.of();
    /** Changed settings; not all of them if the cluster refused. */
    private Set<String> changed = Set.of();

    private Map<String, ClusterSetting> before = Map.of();
    private Map<String, ClusterSetting> applied = Map.of();
    private Map<String, ClusterSetting> after = Map.of();

    /**
     * Creates the change, without an effect yet.
     *
     * @param settings settings of the cluster, if they can be changed
     * @param driver names the changes: {@link DriverConfig#clusterConfig}
     * @param reasons receives what a reader of the result has to know
     */
    public ClusterChange(
            Optional<ClusterSettings> settings,
            DriverConfig driver,
            RestoreFolder folder,
            String run,
            Clock clock,
            Consumer<Reason> reasons) {
        this.settings = settings;
        this.driver = driver;
        this.folder = folder;
        this.run = run;
        this.clock = clock;
        this.reasons = reasons;
    }

    /**
     * Restores settings that an earlier process has left changed, and then changes those of the driver file. Takes some
     * minutes at most. Fails if another process of this host is changing the same cluster, or if the cluster refuses a
     * change.
     */
    public void apply() {
        boolean asked = !driver.clusterConfig().isEmpty();
        if (settings.isEmpty()) {
            if (asked) {
                throw new DriverException("the driver " + driver.driver() + " has no way to this cluster's settings:"
                        + " remove clusterConfig from the driver file");
            }
            return;
        }
        // A run without changes sends no requests, unless an earlier run has left changes.
        if (asked || !folder.all().isEmpty()) {
            apply(settings.get(), asked);
        }
    }

    private void apply(ClusterSettings cluster, boolean asked) {
        String id;
        try {
            id = cluster.clusterId(RestoreJournal.READ_LIMIT);
        } catch (DriverException e) {
            if (asked) {
                throw e;
            }
            report(
                    Severity.NOTE,
                    "whether an earlier run has left settings of this cluster changed could not be found out: "
                            + e.getMessage());
            return;
        }
        RestoreJournal journal = folder.of(id);
        if (!asked && !journal.exists()) {
            return;
        }
        if (!journal.lock()) {
            String author = journal.read().map(OldSettings::author).orElse("a process that has just begun");
            if (asked) {
                throw new DriverException("the settings of this cluster are already changed from this host, by "
                        + author + ": wait for its end");
            }
            report(
                    Severity.DEGRADED,
                    "another campaign of this host has changed settings of the cluster meanwhile: " + author);
            return;
        }
        try {
            restoreLeftOver(journal, cluster);
        } catch (RuntimeException e) {
            // Otherwise the restoration would be repeated at the end.
            journal.close();
            throw e;
        }
        held = journal;
        if (asked) {
            change(journal, cluster, id);
        }
    }

    private void restoreLeftOver(RestoreJournal journal, ClusterSettings cluster) {
        Optional<OldSettings> left = journal.read();
        if (left.isEmpty()) {
            return;
        }
        String author = left.get().author();
        try {
            String now = journal.restore(cluster).values().stream()
                    .map(setting -> setting.name() + "=" + shown(setting))
                    .collect(Collectors.joining(", "));
            LOG.warn("settings of the cluster that {} had left behind are back: {}", author, now);
            String intro = "before this run, settings of the cluster were put back that had been left changed by ";
            report(Severity.NOTE, intro + author + ": " + now);
        } catch (DriverException e) {
            throw new DriverException(
                    "settings of the cluster that were changed by " + author + " cannot be put back: " + e.getMessage()
                            + "; the old ones are in " + journal.file(),
                    e);
        }
    }

    private void change(RestoreJournal journal, ClusterSettings cluster, String id) {
        Set<String> names = driver.clusterConfig().keySet();
        before = cluster.read(names, RestoreJournal.READ_LIMIT);
        Map<String, String> values = new TreeMap<>();
        Set<String> seen = new TreeSet<>();
        driver.clusterConfig().forEach((name, value) -> {
            ClusterSetting old = Objects.requireNonNull(before.get(name), name);
            if (!seen.add(old.name())) {
                throw new DriverException(
                        "clusterConfig gives " + old.name() + " twice, by two of its names: keep one");
            }
            if (!old.value().equals(value)) {
                values.put(name, value);
            }
        });
        if (!values.isEmpty()) {
            List<ClusterSetting> old = values.keySet().stream()
                    .map(name -> Objects.requireNonNull(before.get(name)))
                    .toList();
            String now = IsoTime.of(clock.epochNanos());
            journal.write(new OldSettings(id, run, ProcessHandle.current().pid(), now, old), driver);
            kept = old;
            changed = values.keySet();
            cluster.change(values, Set.of(), RestoreJournal.CHANGE_LIMIT);
        }
        applied = cluster.read(names, RestoreJournal.READ_LIMIT);
    }

    /** Returns the result of each requested setting, after this is closed. */
    public List<ClusterSettingResult> results() {
        List<ClusterSettingResult> results = new ArrayList<>();
        before.forEach((name, old) -> {
            ClusterSetting now = changed.contains(name) ? after.get(old.name()) : old;
            String asked = String.valueOf(driver.clusterConfig().get(name));
            results.add(new ClusterSettingResult(
                    name,
                    old.name(),
                    Secrets.withoutSecret(name, asked),
                    shown(old),
                    shown(applied.get(name)),
                    shown(now),
                    now != null));
        });
        return results;
    }

    /** Restores all settings. If that fails, the log and a reason state it, and the journal stays. */
    @Override
    public void close() {
        if (held == null) {
            return;
        }
        RestoreJournal journal = held;
        held = null;
        // An interruption ends this thread, but must not leave the cluster changed.
        boolean interrupted = Thread.interrupted();
        try (journal) {
            after = journal.exists() || kept.isEmpty()
                    ? journal.restore(settings.orElseThrow())
                    : RestoreJournal.restore(kept, settings.orElseThrow());
        } catch (RuntimeException e) {
            String text = "settings of the cluster were not restored: " + e.getMessage() + "; the old ones are in "
                    + journal.file() + ", and 'bin/benchmark recover' or the next run on this cluster restores them";
            LOG.error(text, e);
            report(Severity.DEGRADED, text);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void report(Severity severity, String text) {
        reasons.accept(Reason.of(ReasonCode.LEFT_ON_CLUSTER, severity, text));
    }

    private static String shown(@Nullable ClusterSetting setting) {
        return setting == null ? "" : Secrets.withoutSecret(setting.name(), setting.shown());
    }
}
