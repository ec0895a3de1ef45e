package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.cluster.ClusterChange;
import dev.weir.cluster.RestoreJournal.RestoreFolder;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.facts.HostFacts;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Provenance.ClusterSettingResult;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.Workload;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.ShortList;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The system that a run measures: what it is, what is done to it and to its topics, and whether it answers. Used by the
 * run's thread.
 */
final class TestedSystem {
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");
    private static final int MEBIBYTE = 1 << 20;
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration DELETE_LIMIT = Duration.ofMinutes(2);

    private static final int MAX_TOPICS_SHOWN = 5;

    private final RunRequest request;
    private final Workload workload;
    private final Clock clock;
    private final StopRequest stop;
    private final RunNotes notes;
    private final Map<String, String> facts = new TreeMap<>();
    private Durability durability = Durability.NONE;
    private Optional<ClusterChange> change = Optional.empty();
    private Optional<Reachability> reachability = Optional.empty();

    TestedSystem(RunRequest request, Clock clock, StopRequest stop, RunNotes notes) {
        this.request = request;
        this.workload = request.workload();
        this.clock = clock;
        this.stop = stop;
        this.notes = notes;
        this.facts.putAll(request.system().facts());
    }

    private DriverConfig driver() {
        return request.system().driver();
    }

    /** Returns the settings that the run changes, which {@link #begin} changes; closing it restores them. */
    ClusterChange clusterChange(Admin admin, ProgressListener progress) {
        Set<String> changed = driver().clusterConfig().keySet();
        if (!changed.isEmpty()) {
            progress.step("changing the cluster: " + String.join(", ", changed));
        }
        RestoreFolder folder = RestoreFolder.ofThisHost();
        String run = request.run().id();
        var all = new ClusterChange(admin.clusterSettings(), driver(), folder, run, clock, notes::add);
        change = Optional.of(all);
        return all;
    }

    /** Throws a {@code RunFailedException} if it is another system or lacks something that the workload needs. */
    void require(Driver driver, Admin admin) {
        admin.rightDriver(FACTS_LIMIT).ifPresent(right -> {
            throw new RunFailedException(driver().ofAnotherSystem(right));
        });
        requireCapabilities(driver);
        requireConsumers(admin);
    }

    /** Changes the settings of the system as the run asks, and finds out what the system is. */
    void begin(Driver driver, Admin admin, ClusterChange settings) throws InterruptedException {
        settings.apply();
        facts.putAll(admin.facts(FACTS_LIMIT));
        if (!driver.acknowledges()) {
            notes.add(Reason.of(
                    ReasonCode.NO_ACKNOWLEDGEMENTS,
                    "the client does not wait for acknowledgements (acks=0): there are no publish latencies, and"
                            + " 'acknowledged' means handed to the network"));
        }
    }

    private void requireCapabilities(Driver driver) {
        DriverConfig config = driver();
        for (Sections.Given<?> each : workload.run().sections().given()) {
            each.property((section, value) -> section.missing(value, driver)).ifPresent(lack -> {
                throw new RunFailedException("the driver " + config.driver() + " " + lack + " with the settings of "
                        + config.name() + ": remove " + each.section().field().name()
                        + ": from the workload, or choose another driver or client");
            });
        }
    }

    /** Fails the run if the system lacks something that one kind of consumers needs. */
    private void requireConsumers(Admin admin) {
        Optional<String> missing = workload.subscriptions().each().stream()
                .map(kind -> driver().withConsumerConfig(kind.consumerConfig()))
                .distinct()
                .flatMap(config -> admin.missingForConsumers(config, FACTS_LIMIT).stream())
                .findFirst();
        if (missing.isPresent()) {
            throw new RunFailedException(missing.get());
        }
    }

    /** Finds out how safely the topics keep messages, and for how long. */
    void prepared(Admin admin, Preparation preparation, List<WorkerLink> workers) {
        List<TopicSpec> topics = preparation.plan().topics();
        if (preparation.hasRequestedTopics()) {
            // Topics that Weir created all have the same settings, so the first one stands for all.
            List<TopicSpec> ofEachKind = workload.topics().exist() ? topics : topics.subList(0, 1);
            List<String> names = ofEachKind.stream().map(TopicSpec::name).toList();
            Durability known = request.system().factory().durability(driver());
            durability = known.with(admin.durability(names, FACTS_LIMIT)).with(clientJvms(workers));
        }
        Retention retention = preparation.retention();
        OptionalLong perPartition = retention.bytesPerPartition();
        retention.millis().ifPresent(millis -> facts.put("topics.retentionMillis", String.valueOf(millis)));
        perPartition.ifPresent(bytes -> facts.put("topics.retentionBytesPerPartition", String.valueOf(bytes)));
        if (workload.topics().exist()) {
            topics.forEach(topic -> facts.put("partitions of " + topic.name(), String.valueOf(topic.partitions())));
        }
    }

    /** Begins to ask the system whether it answers, unless that has begun. */
    Reachability reachability(Admin admin) {
        if (reachability.isEmpty()) {
            reachability = Optional.of(new Reachability(admin, clock));
        }
        return reachability.get();
    }

    boolean isLost() {
        return reachability.filter(Reachability::isLost).isPresent();
    }

    /** Deletes the topics of a run. If that fails, a reason states it. */
    void deleteTopics(Admin admin, Workers workers, List<String> topics) throws InterruptedException {
        Deadline answered = Deadline.after(clock, Reachability.LIMIT.multipliedBy(2));
        workers.await(
                answered,
                () -> isLost() || reachability.map(Reachability::answers).orElse(true));
        if (isLost()) {
            if (workload.topics().exist()) {
                // The system itself deletes groups without members.
                return;
            }
            String text = "no broker answers, so these topics could not be deleted: "
                    + ShortList.of(topics, MAX_TOPICS_SHOWN) + ". Delete them when the system answers again";
            notes.add(Reason.of(ReasonCode.LEFT_ON_CLUSTER, Severity.NOTE, text));
            return;
        }
        try {
            // Of existing topics, only the subscriptions that are named after the run are deleted.
            Duration asked = driver().topics().creationLimit();
            Duration limit = asked.compareTo(DELETE_LIMIT) > 0 ? asked : DELETE_LIMIT;
            admin.deleteTopics(topics, stop.limit(limit));
        } catch (DriverException e) {
            notes.add(Reason.of(ReasonCode.LEFT_ON_CLUSTER, Severity.NOTE, String.valueOf(e.getMessage())));
        }
    }

    void close() {
        reachability.ifPresent(Reachability::close);
    }

    Map<String, String> facts() {
        return facts;
    }

    Durability durability() {
        return durability;
    }

    List<ClusterSettingResult> changes() {
        return change.map(ClusterChange::results).orElse(List.of());
    }

    /** Collects the JVM settings of the clients' processes, which a comparison of two systems also depends on. */
    private static Durability clientJvms(Collection<WorkerLink> workers) {
        List<WorkerFacts> facts =
                workers.stream().flatMap(worker -> worker.facts().stream()).toList();
        if (facts.isEmpty()) {
            return Durability.NONE;
        }
        Function<HostFacts, String> heap = host -> host.memory().maxHeapBytes() / MEBIBYTE + " MiB";
        List<HostFacts> hosts = facts.stream().map(WorkerFacts::host).toList();
        List<String> collectors =
                facts.stream().flatMap(each -> collector(each).stream()).toList();
        return new Durability(List.of(
                item(
                        DurabilityKey.CLIENT_JVM,
                        hosts.stream().map(HostFacts::java).toList()),
                item(DurabilityKey.CLIENT_HEAP, hosts.stream().map(heap).toList()),
                collectors.size() == facts.size()
                        ? item(DurabilityKey.CLIENT_GC, collectors)
                        : DurabilityItem.unknown(DurabilityKey.CLIENT_GC, "a JVM was left to choose it")));
    }

    private static DurabilityItem item(DurabilityKey key, List<String> values) {
        return DurabilityItem.of(key, Durability.joined(values), DurabilitySource.WORKER);
    }

    /** Returns the garbage collector; the last option in the arguments counts. */
    private static Optional<String> collector(WorkerFacts facts) {
        return facts.jvmArguments().stream()
                .map(COLLECTOR::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .reduce((one, next) -> next);
    }
}
