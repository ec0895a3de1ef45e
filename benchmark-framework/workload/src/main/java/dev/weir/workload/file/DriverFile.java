package dev.weir.workload.file;

import dev.weir.driver.Capability;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.DriverSection;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.PropertiesType;
import dev.weir.workload.yaml.PropertiesType.PropertiesText;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.Scope;
import dev.weir.workload.yaml.YamlFile;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads driver files: OMB's as they are, and those of drivers with settings of their own. */
public final class DriverFile {
    /** Number of different characters in the long name of a class; a share of its length would confuse systems. */
    private static final int MAX_SLIPS = 3;

    /** Fields that Weir reads from a file of another tool. */
    private static final Set<String> OWN_OF_FOREIGN_FILES =
            Set.of(DriverFields.NAME.name(), DriverFields.DRIVER.name(), DriverFields.DRIVER_CLASS.name());

    private final YamlFile file;
    private final Drivers drivers;
    private final boolean isChecked;

    private DriverFile(YamlFile file, Drivers drivers, boolean isChecked) {
        this.file = file;
        this.drivers = drivers;
        this.isChecked = isChecked;
    }

    /** Reads a driver file, and lets its driver check the result. No class is loaded because a file names it. */
    public static Optional<DriverConfig> read(Path file, Drivers drivers, Problems problems) {
        return read(file, drivers, problems, true);
    }

    /** Reads a driver file without its driver's checks, which open files and load classes that the file names. */
    public static Optional<DriverConfig> readUnchecked(Path file, Drivers drivers, Problems problems) {
        return read(file, drivers, problems, false);
    }

    private static Optional<DriverConfig> read(Path file, Drivers drivers, Problems problems, boolean isChecked) {
        var yaml = new YamlFile(file, DriverFields.TABLE.kind(), problems);
        return yaml.root()
                .filter(root -> FileKind.DRIVER.isPossibly(yaml, root))
                .flatMap(root -> new DriverFile(yaml, drivers, isChecked).read(root));
    }

    /** Makes a configuration from options alone, at least one, each with the prefix {@code driver.}. */
    public static Optional<DriverConfig> of(List<FieldOption> fields, Drivers drivers, Problems problems) {
        YamlFile yaml = withoutFile(fields, problems);
        List<FieldChange> changes = FieldOption.changes(fields, yaml);
        return changes.size() < fields.size()
                ? Optional.empty()
                : read(yaml, ChangedMapping.ofDriver(changes), drivers);
    }

    public static String text(List<FieldOption> fields) {
        List<FieldChange> changes = FieldOption.changes(fields, withoutFile(fields, new Problems()));
        return FieldOption.text(ChangedMapping.ofDriver(changes));
    }

    private static YamlFile withoutFile(List<FieldOption> fields, Problems problems) {
        return new YamlFile(Path.of("brokers.yaml"), DriverFields.TABLE.kind(), problems)
                .withOptions(FieldOption.names(fields));
    }

    /** Returns a file's configuration as its driver receives it: without what belongs to the load. */
    public static DriverConfig forDriver(DriverConfig file) {
        Map<String, String> settings = new TreeMap<>(file.settings());
        DriverFields.SECTIONS.forEach(section -> settings.remove(section.field().name()));
        return file.withSettings(settings);
    }

    static Optional<DriverConfig> read(YamlFile yaml, MappingNode root, Drivers drivers) {
        return new DriverFile(yaml, drivers, true).read(root);
    }

    private Optional<DriverConfig> read(MappingNode root) {
        int before = file.problems().errorCount();
        Optional<String> name = named(root);
        Optional<DriverFactory> factory = name.flatMap(drivers::find);
        boolean isUnknown = name.isPresent() && factory.isEmpty();
        List<Field<String>> settings = settings(factory);
        FieldTable table = DriverFields.TABLE.with(settings);
        MappingNode fields = isUnknown ? withoutSettings(root) : root;
        FieldValues values = FieldReader.read(
                table,
                file,
                factory.flatMap(DriverFactory::wholeFile)
                        .map(setting -> asOneSetting(root, setting))
                        .orElse(fields));
        if (factory.isEmpty()) {
            reportUnknownDriver(values);
            return Optional.empty();
        }
        MetricsFields.check(values);
        DriverFields.check(values);
        String label = values.find(DriverFields.NAME).orElseGet(file::baseName);
        DriverConfig config = over(DriverConfig.of(factory.get().name()), label, values, settings);
        EffectiveFiles.hidden(EffectiveFiles.shown(config)).forEach(field -> report(hidden(field), values));
        DriverFields.SECTIONS.forEach(section -> section.check(values));
        if (isChecked && isWhole(values, table)) {
            judge(factory.get(), config).forEach(problem -> report(problem, values));
        }
        return file.problems().errorCount() == before ? Optional.of(config) : Optional.empty();
    }

    /** Lets the driver check a configuration. If it fails in any way, a message is better than a stack trace. */
    static List<ConfigProblem> judge(DriverFactory factory, DriverConfig config) {
        try {
            DriverConfig own = forDriver(config);
            List<ConfigProblem> problems = new ArrayList<>(factory.problems(own));
            if (!config.clusterConfig().isEmpty()
                    && problems.stream().noneMatch(ConfigProblem::refuses)
                    && !factory.capabilities(own).contains(Capability.CLUSTER_SETTINGS)) {
                problems.add(new ConfigProblem(
                        DriverFields.CLUSTER.name(),
                        "",
                        "the driver " + factory.name() + " cannot change the settings of its system; remove it"));
            }
            UnresolvedReferences.problems(factory.resolved(own)).stream()
                    .filter(problem -> problems.stream()
                            .noneMatch(known -> known.refuses()
                                    && known.field().equals(problem.field())
                                    && known.property().equals(problem.property())))
                    .forEach(problems::add);
            return problems;
        } catch (RuntimeException | LinkageError e) {
            return List.of(new ConfigProblem(
                    DriverFields.DRIVER.name(),
                    "",
                    "the driver " + factory.name() + " fails on this file: "
                            // The text may contain the value of a reference.
                            + (UnresolvedReferences.problems(config).isEmpty()
                                    ? e
                                    : e.getClass().getName())));
        }
    }

    /** Returns the problem of a hidden value: a file that a rerun has written has placeholders for secrets. */
    private static ConfigProblem hidden(String field) {
        int dot = field.indexOf('.');
        return new ConfigProblem(
                dot < 0 ? field : field.substring(0, dot),
                dot < 0 ? "" : field.substring(dot + 1),
                "must be the secret itself, got " + Secrets.HIDDEN + ", which stands for one in results");
    }

    /** Returns whether the driver can check the file: a misspelt or unreadable field would look absent. */
    private static boolean isWhole(FieldValues values, FieldTable table) {
        return values.lines().keySet().stream()
                .allMatch(name -> Optional.ofNullable(table.fields().get(name))
                        .map(field -> !(field.type() instanceof PropertiesType) || values.sound(field))
                        .orElse(false));
    }

    /** Returns the driver's name, which is read before the fields, because the driver defines them. */
    static Optional<String> named(MappingNode root) {
        for (NodeTuple each : root.getValue()) {
            boolean names = Nodes.name(each).equals(DriverFields.DRIVER.name())
                    || Nodes.name(each).equals(DriverFields.DRIVER_CLASS.name());
            if (names && each.getValueNode() instanceof ScalarNode value) {
                return Optional.of(value.getValue().strip());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the driver's settings; those of all drivers if none is named, so that one mistake is not reported as two.
     */
    private List<Field<String>> settings(Optional<DriverFactory> factory) {
        Map<String, String> meanings = new TreeMap<>();
        factory.map(List::of)
                .orElseGet(() -> List.copyOf(drivers.all()))
                .forEach(each -> meanings.putAll(each.settings()));
        return fields(meanings);
    }

    static List<Field<String>> fields(Map<String, String> meanings) {
        List<Field<String>> fields = new ArrayList<>();
        meanings.forEach((name, meaning) -> fields.add(Field.free(name, new ScalarType.Text(), meaning)));
        return fields;
    }

    /** Returns the fields that all drivers have: without a known driver, the others cannot be checked. */
    private static MappingNode withoutSettings(MappingNode root) {
        List<NodeTuple> common = root.getValue().stream()
                .filter(each -> DriverFields.TABLE.fields().containsKey(Nodes.name(each)))
                .toList();
        return Nodes.mapping(root, common);
    }

    /** Puts another tool's file into a setting of the driver, beside the name; unchanged if it has that setting. */
    private static MappingNode asOneSetting(MappingNode root, String setting) {
        List<NodeTuple> fields = new ArrayList<>();
        for (NodeTuple each : root.getValue()) {
            if (Nodes.name(each).equals(setting)) {
                return root;
            }
            if (OWN_OF_FOREIGN_FILES.contains(Nodes.name(each))) {
                fields.add(each);
            }
        }
        var text = new StringWriter();
        new Yaml().serialize(root, text);
        fields.add(new NodeTuple(Nodes.scalar(setting, root), Nodes.scalar(text.toString(), root)));
        return Nodes.mapping(root, fields);
    }

    private void reportUnknownDriver(FieldValues values) {
        for (Field<String> field : List.of(DriverFields.DRIVER, DriverFields.DRIVER_CLASS)) {
            values.find(field).ifPresent(name -> {
                List<String> names =
                        drivers.all().stream().map(DriverFactory::name).toList();
                values.error(
                        field, "must be one of " + String.join(", ", names) + ", got " + name + remedy(name, names));
            });
        }
    }

    /** Returns advice for an unknown name. Of classes, only those with a typing error are similar. */
    private String remedy(String name, List<String> names) {
        if (!name.contains(".")) {
            return NearestName.of(name, names)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("; --driver-path adds drivers");
        }
        List<String> classes = drivers.all().stream()
                .flatMap(each -> each.aliases().stream())
                .sorted()
                .toList();
        return NearestName.within(MAX_SLIPS, name, classes)
                .map(near -> "; did you mean " + near + "?")
                .orElse(": Weir has no driver of that class; --driver-path adds drivers, OMB's driver jars, too");
    }

    /** Returns a configuration of this name: the values of a file over those of another configuration. */
    static DriverConfig over(DriverConfig base, String name, FieldValues values, List<Field<String>> settings) {
        Map<String, String> own = new TreeMap<>(base.settings());
        settings.forEach(field -> values.find(field).ifPresent(value -> own.put(field.name(), value)));
        for (DriverSection section : DriverFields.SECTIONS) {
            Field<?> field = section.field();
            values.find(field)
                    .filter(value -> !field.otherwise().equals(Optional.of(value)))
                    .ifPresent(value -> own.put(field.name(), String.valueOf(value)));
        }
        TopicConfig topics = base.topics();
        return new DriverConfig(
                name,
                base.driver(),
                new TopicConfig(
                        values.find(DriverFields.REPLICATION)
                                .map(Math::toIntExact)
                                .orElse(topics.replicationFactor()),
                        values.find(DriverFields.RESET).orElse(topics.reset()),
                        values.find(DriverFields.PREFIX).orElse(topics.namePrefix()),
                        values.find(DriverFields.CREATION)
                                .map(Duration::toMillis)
                                .orElse(topics.creationLimitMillis()),
                        over(topics.properties(), values, DriverFields.TOPIC)),
                over(base.clusterConfig(), values, DriverFields.CLUSTER),
                new ClientConfig(
                        over(base.clients().common(), values, DriverFields.COMMON),
                        over(base.clients().producer(), values, DriverFields.PRODUCER),
                        over(base.clients().consumer(), values, DriverFields.CONSUMER)),
                own,
                values.find(MetricsFields.BROKER_METRICS).orElse(base.brokerMetrics()));
    }

    private static Map<String, String> over(Map<String, String> base, FieldValues values, Field<PropertiesText> field) {
        Map<String, String> all = new TreeMap<>(base);
        all.putAll(values.get(field).values());
        return all;
    }

    /** Reports a problem with the line of the client's property, which may be in its own text or in the common one. */
    static void report(ConfigProblem problem, FieldValues values) {
        String field = problem.property().isEmpty() ? problem.field() : problem.field() + "." + problem.property();
        for (String text : List.of(problem.field(), DriverFields.COMMON.name())) {
            Integer line = lines(text, values).get(problem.property());
            if (line != null) {
                tell(problem, values.scope(), line, text + "." + problem.property());
                return;
            }
        }
        Scope scope = values.scope();
        tell(problem, scope, values.lines().getOrDefault(problem.field(), scope.line()), field);
    }

    private static void tell(ConfigProblem problem, Scope scope, int line, String field) {
        if (problem.refuses()) {
            scope.error(line, field, problem.message());
        } else {
            scope.warning(line, field, problem.message());
        }
    }

    private static Map<String, Integer> lines(String text, FieldValues values) {
        return DriverFields.PROPERTIES.stream()
                .filter(field -> field.name().equals(text))
                .findFirst()
                .map(field -> values.get(field).lines())
                .orElse(Map.of());
    }
}
