package dev.weir.workload.file;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.yaml.ByteRates;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.Scope;
import dev.weir.workload.yaml.YamlFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Changes of a run to any driver. Whether a driver supports them is checked when they are applied. Immutable. */
public final class DriverChanges {
    private static final FieldTable TABLE = FieldTable.of("driver file that a run can change")
            .with(DriverFields.CHANGEABLE)
            .with(List.of(MetricsFields.BROKER_METRICS))
            .listedIn("workloads/driver.schema.json");

    private final YamlFile file;
    private final List<FieldChange> changes;

    /** Creates changes from a file, each with {@link FieldChange#isOfDriver()}. */
    DriverChanges(YamlFile file, List<FieldChange> changes) {
        this.file = file;
        this.changes = List.copyOf(changes);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Returns the line that changes a field of the driver file, counted from 1; 0 if there is none. */
    public int lineOf(String field) {
        return changes.stream()
                .filter(change -> change.path().equals(FieldChange.OF_DRIVER + field))
                .mapToInt(FieldChange::line)
                .findFirst()
                .orElse(0);
    }

    /** Applies the changes to a configuration, which its driver checks again; empty if there was an error. */
    public Optional<DriverConfig> on(DriverConfig config, DriverFactory factory, Problems problems) {
        if (isEmpty()) {
            return Optional.of(config);
        }
        var found = new Problems();
        List<Field<String>> settings = DriverFile.fields(factory.settings());
        FieldValues values = read(settings, found);
        Optional<DriverConfig> changed = Optional.empty();
        if (found.errors().isEmpty()) {
            DriverConfig all = DriverFile.over(config, config.name(), values, settings);
            Set<ConfigProblem> before = new HashSet<>(DriverFile.judge(factory, config));
            DriverFile.judge(factory, all).stream()
                    .filter(problem -> !before.contains(problem))
                    .forEach(problem -> DriverFile.report(problem, values));
            changed = Optional.of(all).filter(ignored -> found.errors().isEmpty());
        }
        problems.addNew(found);
        return changed;
    }

    /** Checks whether any of the drivers has such fields, which is possible without a driver file. */
    void check(Drivers drivers, Problems problems) {
        if (!isEmpty()) {
            Map<String, String> settings = new TreeMap<>();
            drivers.all().forEach(each -> settings.putAll(each.settings()));
            var found = new Problems();
            read(DriverFile.fields(settings), found);
            problems.addNew(found);
        }
    }

    private FieldValues read(List<Field<String>> settings, Problems found) {
        FieldChange first = changes.get(0);
        var scope = new Scope(file.with(found, ByteRates.none()), "driver", first.line());
        MappingNode mapping = ChangedMapping.ofDriver(changes);
        FieldValues values = FieldReader.read(TABLE.with(settings), scope, mapping);
        MetricsFields.check(values);
        DriverFields.check(values);
        return values;
    }
}
