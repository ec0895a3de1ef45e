package dev.weir.cli.run;

import static java.util.Map.entry;

import dev.weir.bundle.TemporaryFolder;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.loading.Drivers;
import dev.weir.worker.ClientLimits;
import dev.weir.workload.Hooks;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.CampaignFields;
import dev.weir.workload.fields.PayloadFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds what a result from elsewhere would make this host read, run or connect to if its run is repeated: by the rules
 * of {@link DriverFactory#hostAccess}, which workers apply, and without carrying any of it out. Used by one thread.
 */
public final class ResultAccess {
    private static final String DRIVER = "weir.provenance.driver";
    private static final String WORKLOAD = "weir.provenance.workload";
    private static final String SETUP = "weir.provenance.setup";
    private static final String REMEDY = ": if you trust the file, add --trust";

    /** No effective file has them: results are of single runs. */
    private static final Set<String> OF_SEVERAL_RUNS = Set.of(CampaignFields.STEPS.name(), CampaignFields.SWEEP.name());

    private final String result;
    private final Drivers drivers;
    private final Set<Problem> found = new LinkedHashSet<>();

    public ResultAccess(String result, Drivers drivers) {
        this.result = result;
        this.drivers = drivers;
    }

    /** Returns a problem for each access, with its field in the result. */
    public List<Problem> found() {
        return List.copyOf(found);
    }

    public void addDriverPath(String path) {
        add(SETUP + ".driverPath", HostAccess.Kind.CODE, path);
    }

    public void addWorkers(Collection<String> addresses) {
        if (!addresses.isEmpty()) {
            add(SETUP + ".workers", HostAccess.Kind.ADDRESS, String.join(",", addresses));
        }
    }

    public void addDriver(Map<String, Object> file) {
        Map<String, Object> known = withoutHidden(file);
        var problems = new Problems();
        Optional<DriverConfig> read = read(known, path -> DriverFile.readUnchecked(path, drivers, problems));
        if (read.isEmpty()) {
            if (!found.isEmpty()) {
                // Its driver is in the place that is refused.
                return;
            }
            // Reading it for the run would call the driver's checks in spite of these errors.
            problems.errors()
                    .forEach(problem ->
                            found.add(new Problem(result, 0, DRIVER + "." + problem.field(), problem.message())));
            return;
        }
        DriverConfig config = read.get();
        DriverFactory factory = drivers.find(config.driver()).orElseThrow();
        boolean embedded = factory.embedded().isPresent() && EmbeddedClusters.isAskedFor(config);
        factory.hostAccess(config).forEach(each -> add(each, config, factory));
        HostAccess.outside(config).stream()
                // A cluster that is started for the run replaces the addresses of brokers.
                .filter(each -> !(embedded && each.property().equals("bootstrap.servers")))
                .forEach(each -> add(each, config, factory));
        addEndpoints(DRIVER, config.brokerMetrics());
    }

    private void add(HostAccess access, DriverConfig config, DriverFactory factory) {
        add(DRIVER + "." + section(access.property(), config), access, factory.documentedProperties());
    }

    private void addEndpoints(String file, List<MetricsEndpoint> endpoints) {
        endpoints.forEach(each ->
                add(file + ".brokerMetrics", HostAccess.Kind.ADDRESS, each.url().toString()));
    }

    /** Returns the path of a property in a driver file. A property of a login module is a part of another one. */
    private static String section(String property, DriverConfig config) {
        return Stream.of(
                        entry("commonConfig.", config.clients().common()),
                        entry("producerConfig.", config.clients().producer()),
                        entry("consumerConfig.", config.clients().consumer()),
                        entry("topicConfig.", config.topics().properties()),
                        entry("clusterConfig.", config.clusterConfig()))
                .filter(section -> section.getValue().containsKey(property))
                .map(section -> section.getKey() + property)
                .findFirst()
                .orElse(property);
    }

    /** Adds the access of a workload file with these fields. The driver is empty if it is not known yet. */
    public void addWorkload(Map<String, Object> file, Optional<String> driver, boolean hooks) {
        Map<String, Object> others = new LinkedHashMap<>(file);
        file.forEach((name, value) -> {
            if (WorkloadFields.TABLE.spellings(PayloadFields.PAYLOAD_FILE).contains(name)) {
                add(WORKLOAD + "." + name, HostAccess.Kind.FILE, String.valueOf(value));
            } else if (OF_SEVERAL_RUNS.contains(name)) {
                found.add(
                        new Problem(result, 0, WORKLOAD + "." + name, "changes fields, and no result has it" + REMEDY));
            } else {
                return;
            }
            others.remove(name);
        });
        // A workload that cannot be read is not run either.
        read(others, path -> WorkloadFile.read(path, new Problems()))
                .ifPresent(workload -> addRead(workload, driver, hooks));
    }

    private void addRead(Workload workload, Optional<String> driver, boolean hooks) {
        addEndpoints(WORKLOAD, workload.run().brokerMetrics());
        if (hooks) {
            Hooks of = workload.run().hooks();
            of.beforeRun().forEach(each -> add(WORKLOAD + ".hooks.beforeRun", HostAccess.Kind.CODE, each));
            of.afterRun().forEach(each -> add(WORKLOAD + ".hooks.afterRun", HostAccess.Kind.CODE, each));
        }
        workload.subscriptions().each().forEach(subscription -> {
            String field = WORKLOAD + ".subscriptions." + subscription.name() + ".consumerConfig.";
            for (DriverFactory factory :
                    driver.flatMap(drivers::find).map(List::of).orElseGet(() -> List.copyOf(drivers.all()))) {
                DriverConfig config = DriverConfig.of(factory.name()).withConsumerConfig(subscription.consumerConfig());
                Stream.concat(factory.hostAccess(config).stream(), HostAccess.outside(config).stream())
                        .forEach(each -> add(field + each.property(), each, factory.documentedProperties()));
            }
        });
    }

    private void add(String field, HostAccess.Kind kind, String value) {
        add(field, new HostAccess(field, kind, value), Set.of());
    }

    private void add(String field, HostAccess access, Set<String> documented) {
        String shown = access.kind() == HostAccess.Kind.REFERENCE
                ? Secrets.text(access.value())
                : ClientLimits.shown(access, documented);
        String use = switch (access.kind()) {
            case FILE -> "names a file of this host, ";
            case CODE -> "names code to run on this host, ";
            case ADDRESS -> "names an address to connect to, ";
            case REFERENCE -> "takes a value from this host, ";
        };
        found.add(new Problem(result, 0, field, use + shown + REMEDY));
    }

    /** Reads fields by the rules of files, so that no other reading of the same text has another meaning. */
    private static <T> Optional<T> read(Map<String, Object> fields, Function<Path, Optional<T>> reader) {
        try (var folder = TemporaryFolder.create()) {
            Path file = folder.path().resolve("file.yaml");
            return reader.apply(Files.writeString(file, EffectiveFiles.yaml(fields, "Of a result")));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a temporary file", e);
        }
    }

    /** Returns a driver file without hidden secrets, which are reported elsewhere. */
    private static Map<String, Object> withoutHidden(Map<String, Object> file) {
        Map<String, Object> known = new LinkedHashMap<>();
        file.forEach((name, value) -> {
            if (value instanceof Map<?, ?> properties) {
                Map<Object, Object> shown = new LinkedHashMap<>(properties);
                shown.values().removeIf(ResultAccess::isHidden);
                known.put(name, shown);
            } else if (!isHidden(value)) {
                known.put(name, value);
            }
        });
        return known;
    }

    private static boolean isHidden(Object value) {
        return String.valueOf(value).contains(Secrets.HIDDEN);
    }
}
