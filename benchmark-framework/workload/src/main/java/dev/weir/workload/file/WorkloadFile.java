package dev.weir.workload.file;

import dev.weir.driver.config.NearestName;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.CampaignFields;
import dev.weir.workload.fields.CampaignFields.CampaignStep;
import dev.weir.workload.fields.CampaignFields.Dimension;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import dev.weir.workload.load.Rate;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.OptionNames;
import dev.weir.workload.yaml.ByteRates;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads workload files: OMB's as they are, and Weir's additional fields. The YAML nodes of the file and of a run's
 * changes are combined and read like a file. So each check applies to each run, and each message has the line of its
 * value.
 */
public final class WorkloadFile {
    private final YamlFile file;
    private final Path workingDirectory;
    private final List<FieldChange> set;

    /** @param set fields that options of the command line give */
    WorkloadFile(YamlFile file, Path workingDirectory, List<FieldChange> set) {
        this.file = file;
        this.workingDirectory = workingDirectory;
        this.set = set;
    }

    /**
     * Reads a workload file. Its {@code payloadFile} is searched beside the file, then, as in OMB, in the working
     * directory, then in the folders above the file.
     *
     * @param problems receives all problems of the file, each mistake once, however many runs have it
     * @return empty if there was an error
     */
    public static Optional<WorkloadSeries> readAll(Path file, Problems problems) {
        return readAll(file, Path.of(""), List.of(), problems);
    }

    /** Reads a workload file with the values of fields that the command line gives. */
    public static Optional<WorkloadSeries> readAll(Path file, List<FieldOption> set, Problems problems) {
        return readAll(file, Path.of(""), set, problems);
    }

    /** Makes a workload from options alone, at least one. */
    public static Optional<WorkloadSeries> of(List<FieldOption> fields, Problems problems) {
        YamlFile yaml = withoutFile(fields, problems);
        List<FieldChange> changes = FieldOption.changes(fields, yaml);
        return changes.size() < fields.size()
                ? Optional.empty()
                : new WorkloadFile(yaml, Path.of(""), changes)
                        .read(Nodes.mapping(changes.get(0).key(), List.of()));
    }

    public static String text(List<FieldOption> fields) {
        List<FieldChange> changes = FieldOption.changes(fields, withoutFile(fields, new Problems()));
        return FieldOption.text(
                ChangedMapping.ofWorkload(Nodes.mapping(changes.get(0).key(), List.of()), changes));
    }

    private static YamlFile withoutFile(List<FieldOption> fields, Problems problems) {
        return new YamlFile(Path.of("load.yaml"), WorkloadFields.TABLE.kind(), problems)
                .withOptions(FieldOption.names(fields));
    }

    /** Reads a workload file with one run; if it has several, its first run. */
    public static Optional<Workload> read(Path file, Problems problems) {
        return read(file, Path.of(""), problems);
    }

    static Optional<Workload> read(Path file, Path workingDirectory, Problems problems) {
        return readAll(file, workingDirectory, List.of(), problems)
                .map(series -> series.points().get(0).workload());
    }

    private static Optional<WorkloadSeries> readAll(
            Path file, Path workingDirectory, List<FieldOption> set, Problems problems) {
        var yaml = new YamlFile(file, WorkloadFields.TABLE.kind(), problems).withOptions(FieldOption.names(set));
        return yaml.root()
                .filter(root -> FileKind.WORKLOAD.isPossibly(yaml, root))
                .flatMap(root -> new WorkloadFile(yaml, workingDirectory, FieldOption.changes(set, yaml)).read(root));
    }

    /** Returns all runs; empty, with problems, if one of them cannot be made. */
    Optional<WorkloadSeries> read(MappingNode written) {
        int before = file.problems().errorCount();
        set.stream().filter(change -> !change.isOfDriver()).forEach(this::checkPrefix);
        if (file.problems().errorCount() > before) {
            return Optional.empty();
        }
        MappingNode root = ChangedMapping.ofWorkload(
                written, set.stream().filter(change -> !change.isOfDriver()).toList());
        List<NodeTuple> ofCampaign = new ArrayList<>();
        List<NodeTuple> ofRuns = new ArrayList<>();
        List<NodeTuple> ofTemplate = new ArrayList<>();
        for (NodeTuple entry : root.getValue()) {
            boolean campaign = CampaignFields.TABLE.fields().containsKey(Nodes.name(entry));
            (campaign ? ofCampaign : isList(entry) ? ofTemplate : ofRuns).add(entry);
        }
        FieldValues campaign = FieldReader.read(CampaignFields.TABLE, file, Nodes.mapping(root, ofCampaign));
        List<Dimension> dimensions = new ArrayList<>();
        dimensions(ofTemplate).forEach(dimension -> {
            if (dimension.changes().size() > 1) {
                dimensions.add(dimension);
            } else {
                ofRuns.add(dimension.changes().get(0).asEntry());
            }
        });
        campaign.find(CampaignFields.SWEEP).ifPresent(dimensions::addAll);
        List<CampaignStep> steps = campaign.find(CampaignFields.STEPS)
                .filter(list -> !list.isEmpty())
                .orElse(List.of(CampaignStep.NONE));
        check(campaign, steps, dimensions);
        Stream.concat(set.stream(), varied(steps, dimensions))
                .filter(change -> !change.isOfDriver())
                .forEach(change -> checkItem(written, change));
        var names = new PointNames(
                file, campaign.find(CampaignFields.NAME_FORMAT), !ofTemplate.isEmpty(), steps, dimensions);
        if (file.problems().errorCount() > before) {
            return Optional.empty();
        }
        return series(Nodes.mapping(root, ofRuns), campaign, steps, dimensions, names);
    }

    /** Returns whether a field with a single value has a list of them, as in OMB's templates. */
    private static boolean isList(NodeTuple entry) {
        Field<?> field = WorkloadFields.TABLE.fields().get(Nodes.name(entry));
        return field != null
                && !field.equals(RunFields.NAME)
                && field.type() instanceof ScalarType
                && entry.getValueNode() instanceof SequenceNode;
    }

    private List<Dimension> dimensions(List<NodeTuple> template) {
        var place = new Place(file, "", "");
        return template.stream()
                .flatMap(entry ->
                        CampaignFields.dimension(Nodes.name(entry), entry.getKeyNode(), entry.getValueNode(), place)
                                .stream())
                .toList();
    }

    private Optional<WorkloadSeries> series(
            MappingNode base,
            FieldValues campaign,
            List<CampaignStep> steps,
            List<Dimension> dimensions,
            PointNames names) {
        List<List<FieldChange>> combinations = combinations(dimensions);
        List<WorkloadPoint> points = new ArrayList<>();
        Map<String, Integer> lines = new HashMap<>();
        for (int step = 0; step < steps.size(); step++) {
            for (List<FieldChange> combination : combinations) {
                List<FieldChange> changes = new ArrayList<>(steps.get(step).changes());
                changes.addAll(combination);
                List<FieldChange> ofWorkload =
                        changes.stream().filter(change -> !change.isOfDriver()).toList();
                MappingNode run = ChangedMapping.ofWorkload(base, ofWorkload);
                run = names.named(run, steps.get(step), step + 1, combination);
                if (lines.isEmpty()) {
                    lines.putAll(ChangedMapping.lines(run));
                }
                point(run, changes).ifPresent(points::add);
            }
        }
        if (points.size() < steps.size() * combinations.size()) {
            return Optional.empty();
        }
        return Optional.of(new WorkloadSeries(
                file,
                names.base(base),
                points,
                campaign.number(CampaignFields.REPEAT),
                CampaignFields.order(campaign),
                campaign.get(CampaignFields.DISCARD_FIRST)
                        && campaign.number(CampaignFields.REPEAT) > 1
                        && !(points.get(0).workload().load().rate() instanceof Rate.Search),
                points.get(0).workload().run().seed(),
                lines));
    }

    private Optional<WorkloadPoint> point(MappingNode run, List<FieldChange> changes) {
        var problems = new Problems();
        var rates = new ByteRates(() -> WorkloadReader.meanBytes(file, run, workingDirectory));
        Optional<Workload> workload = WorkloadReader.read(file.with(problems, rates), run, workingDirectory);
        file.problems().addNew(problems);
        Map<String, String> shown = new LinkedHashMap<>();
        changes.forEach(change -> shown.put(change.path(), change.shown()));
        var ofDriver = new DriverChanges(
                file,
                Stream.concat(set.stream(), changes.stream())
                        .filter(FieldChange::isOfDriver)
                        .toList());
        Map<String, String> given = new LinkedHashMap<>();
        set.forEach(change -> given.put(change.path(), change.shown()));
        return workload.map(read -> new WorkloadPoint(read, shown, ofDriver, new GivenFields(rates.written(), given)));
    }

    /** Returns combinations with one value of each dimension, the last dimension changing fastest. */
    private static List<List<FieldChange>> combinations(List<Dimension> dimensions) {
        List<List<FieldChange>> all = List.of(List.of());
        for (Dimension dimension : dimensions) {
            all = all.stream()
                    .flatMap(one -> dimension.changes().stream()
                            .map(value -> Stream.concat(one.stream(), Stream.of(value))
                                    .toList()))
                    .toList();
        }
        return all;
    }

    private void check(FieldValues campaign, List<CampaignStep> steps, List<Dimension> dimensions) {
        double runs =
                steps.size() * (double) campaign.find(CampaignFields.REPEAT).orElse(1L);
        for (Dimension dimension : dimensions) {
            runs *= dimension.changes().size();
        }
        if (runs > CampaignFields.MAX_RUNS) {
            file.error(
                    0, "", "asks for " + NumberText.plain(runs) + " runs, must be at most " + CampaignFields.MAX_RUNS);
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            CampaignStep step = steps.get(i);
            steps.subList(0, i).forEach(earlier -> checkDifferent(earlier, step));
            step.changes().forEach(change -> dimensions.forEach(dimension -> checkOnce(change, dimension)));
        }
        for (int i = 0; i < dimensions.size(); i++) {
            FieldChange swept = dimensions.get(i).changes().get(0);
            dimensions.subList(0, i).forEach(earlier -> checkOnce(swept, earlier));
        }
        varied(steps, dimensions).forEach(this::checkNotSet);
    }

    /** Returns a change of each field in which the runs differ. */
    private static Stream<FieldChange> varied(List<CampaignStep> steps, List<Dimension> dimensions) {
        return Stream.concat(
                steps.stream().flatMap(step -> step.changes().stream()),
                dimensions.stream().map(dimension -> dimension.changes().get(0)));
    }

    /** Adds a problem if an option names a property of clients, or a field of drivers, without its prefix. */
    private void checkPrefix(FieldChange change) {
        String path = change.path();
        Set<String> fields = new HashSet<>(WorkloadFields.TABLE.fields().keySet());
        fields.addAll(CampaignFields.TABLE.fields().keySet());
        String top = path.replaceFirst("\\..*", "");
        Map<String, String> ofDriver = OptionNames.driverFields();
        boolean isOther = fields.contains(top)
                || (!ofDriver.containsKey(path) && NearestName.of(top, fields).isPresent());
        Optional<String> meant = NearestName.of(path, ofDriver.keySet()).map(ofDriver::get);
        if (!isOther && (meant.isPresent() || path.contains("."))) {
            file.error(
                    change.line(),
                    path,
                    "is not a field of a workload file; "
                            + meant.map(field -> "did you mean " + field + " (" + OptionNames.of(field) + ")?")
                                    .orElse("the names of properties of clients begin with driver.producerConfig. or"
                                            + " driver.consumerConfig."));
        }
    }

    private void checkItem(MappingNode base, FieldChange change) {
        ChangedMapping.itemsWithout(base, change).ifPresent(items -> {
            String list = change.path().substring(0, change.path().indexOf('.'));
            file.error(
                    change.line(),
                    change.path(),
                    items.isEmpty()
                            ? "cannot be changed: " + list + " is a list whose items have no names; give the whole list"
                            : "must have the name of an item and its field behind " + list + ", such as " + list + "."
                                    + items.get(0) + ".FIELD; the items are " + String.join(", ", items));
        });
    }

    /** Adds a problem if the file's runs change a field that an option sets, because the option would be lost. */
    private void checkNotSet(FieldChange change) {
        var varied = new Dimension(List.of(change));
        set.stream()
                .filter(option -> option.line() != change.line() && varied.meets(option, WorkloadFields.TABLE))
                .findFirst()
                .ifPresent(option -> file.error(
                        option.line(),
                        option.path(),
                        "cannot be changed by an option, because the steps or the sweep of " + file.path() + " set it ("
                                + file.where(change.line()) + "); change it there, or remove them with --set steps= or"
                                + " --set sweep="));
    }

    private void checkDifferent(CampaignStep earlier, CampaignStep step) {
        if (!step.name().isEmpty() && step.name().equals(earlier.name())) {
            file.error(
                    step.line(),
                    "steps",
                    "the name " + step.name() + " is already used " + file.where(earlier.line()) + "; rename one");
        } else if (step.isSameAs(earlier)) {
            file.error(
                    step.line(),
                    "steps",
                    "this step is the same as the one " + file.where(earlier.line())
                            + "; remove one, or use repeat to run it several times");
        }
    }

    private void checkOnce(FieldChange change, Dimension dimension) {
        if (dimension.meets(change, WorkloadFields.TABLE)) {
            file.error(
                    change.line(),
                    change.path(),
                    "is already set " + file.where(dimension.line()) + " by " + dimension.path() + "; remove one");
        }
    }
}
