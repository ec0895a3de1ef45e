package dev.weir.coordinator.phase;

import static dev.weir.workload.text.NumberText.counted;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.figures.ErrorCounts;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.TopicRetention;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.facts.ConnectionLimit;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.workload.Subscription;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.text.ShortList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Prepares a load: topics, workers, clients, and the proof that each partition works and each consumer takes part. Used
 * by the coordinator's thread.
 */
public final class Preparation implements RunObserver {
    private static final int MAX_TOPICS_SHOWN = 3;
    private static final Duration TOPIC_LIMIT = Duration.ofMinutes(2);
    /** A process that has just started on a busy host can take seconds to answer. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);

    private static final Duration OPEN_LIMIT = Duration.ofMinutes(3);
    private static final Duration PROBE_LIMIT = Duration.ofMinutes(1);
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(2);
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    private final RunRequest request;
    private RunPlan plan;
    private final Workers workers;
    private final ErrorCounts errors = new ErrorCounts();
    private final Clock clock;
    private final StopRequest stopRequest;
    private final ProgressListener progress;
    private final Runnable beforeTopics;
    private Deadline nextProgress;
    private List<String> ownTopics = List.of();
    private boolean topicsRequested;
    private Retention retention = Retention.UNSAID;
    private RunMark mark = RunMark.NONE;
    private final List<Reason> reasons = new ArrayList<>();

    public Preparation(
            RunRequest request,
            RunPlan plan,
            Workers workers,
            Clock clock,
            StopRequest stopRequest,
            ProgressListener progress,
            Runnable beforeTopics) {
        this.request = request;
        this.plan = plan;
        this.workers = workers;
        this.clock = clock;
        this.stopRequest = stopRequest;
        this.progress = progress;
        this.beforeTopics = beforeTopics;
        this.nextProgress = after(PROGRESS_INTERVAL);
    }

    @Override
    public void message(WorkerLink worker, Message message) {
        if (message instanceof Message.ProbesReceived probes) {
            errors.add(probes.errors());
        }
    }

    /**
     * Prepares the load; returns early if a person interrupts the run. {@code beforeClients} is called when the topics
     * exist, before clients are opened. The run fails if something is not ready in time.
     */
    public void prepare(Admin admin, Consumer<List<Assignment>> beforeClients) throws InterruptedException {
        deleteOldTopics(admin);
        connect();
        if (stopRequest.isInterrupted()) {
            return;
        }
        checkOpenFiles();
        Workload workload = request.workload();
        if (workload.topics().exist()) {
            plan = planOnExisting(admin);
            topicsRequested = true;
        } else {
            createTopics(admin);
        }
        checkKeys(admin);
        beforeClients.accept(plan.assignments());

        String clients = workload.load().hasOwnClients()
                ? counted(workload.topics().producersPerTopic(), "client")
                : counted(workload.consumers(), "consumer") + " and " + counted(workload.producers(), "producer");
        progress.step("opening " + clients);
        Stream<String> hosts = workers.all().stream().map(WorkerLink::hostIdentity);
        List<ProducerLocations> places = ProducerLocations.ofWorkers(plan, hosts.toList());
        workers.send(worker -> new Message.Assign(assignment(worker), places.get(worker.number())));
        workers.awaitEach("ready", after(OPEN_LIMIT), worker -> worker.isReady() || stopRequest.isInterrupted());
        requireTheSameSettings();
        if (!workload.load().hasOwnClients()) {
            prove();
        }
    }

    /** Fails the run if a worker's host gives its clients other values than those by which the run is judged. */
    private void requireTheSameSettings() {
        DriverFactory factory = request.system().factory();
        Map<String, String> judged = factory.resolvedSettings(factory.forClients(driver()));
        for (WorkerLink worker : workers.all()) {
            worker.pacing().resolvedSettings().forEach((name, value) -> {
                if (!value.equals(judged.get(name))) {
                    throw new RunFailedException("the clients of worker " + worker.name() + " have " + name + "="
                            + value + ", and the coordinator judges by " + name + "=" + judged.get(name)
                            + ": a config provider of the driver file gives other values there; give both hosts the"
                            + " same values");
                }
            });
        }
    }

    private void checkOpenFiles() {
        long perProducer = request.workload().run().sections().connections().perProducer();
        for (WorkerLink worker : workers.all()) {
            long connections =
                    perProducer * assignment(worker).clients().producers().size();
            OptionalLong limit =
                    worker.facts().map(facts -> facts.host().openFilesLimit()).orElse(OptionalLong.empty());
            Optional<String> problem = ConnectionLimit.problem("worker " + worker.name(), connections, limit);
            if (connections > 0 && problem.isPresent()) {
                throw new RunFailedException(problem.get());
            }
        }
    }

    private Assignment assignment(WorkerLink worker) {
        return plan.assignments().get(worker.number());
    }

    private DriverConfig driver() {
        return request.system().driver();
    }

    private void createTopics(Admin admin) {
        TopicLayout layout = request.workload().topics();
        int all = plan.topics().stream().mapToInt(TopicSpec::partitions).sum();
        String partitions = layout.partitionList().isEmpty()
                ? counted(layout.partitionsPerTopic(), "partition")
                : counted(all, "partition") + " in all";
        progress.step("creating " + counted(plan.topics().size(), "topic") + " with " + partitions);
        DriverConfig resolved = request.system().factory().resolved(driver());
        retention = TopicRetention.of(request.workload(), resolved, admin);
        List<TopicSpec> topics = plan.topics().stream()
                .map(topic -> new TopicSpec(topic.name(), topic.partitions(), retention))
                .toList();
        ownTopics = plan.names();
        beforeTopics.run();
        nextProgress = after(PROGRESS_INTERVAL);
        admin.createTopics(topics, driver().topics().creationLimit(), created -> showCreated(created, topics.size()));
        topicsRequested = true;
        if (request.setup().embeddedBrokers() == 0) {
            String name =
                    RunPlan.mark(driver().topics().namePrefix(), request.run().id());
            mark = admin.mark(name, plan.names().get(0));
        }
    }

    /** Refuses messages without keys on topics that do not accept them, before a client sends one. */
    private void checkKeys(Admin admin) {
        if (!request.workload().sendsWithoutKeys()) {
            return;
        }
        TopicLayout layout = request.workload().topics();
        List<TopicSpec> topics = plan.topics();
        List<String> written = IntStream.range(0, topics.size())
                .filter(t -> t >= layout.count() || layout.producersOf(t) > 0)
                .mapToObj(t -> topics.get(t).name())
                .toList();
        List<String> refusing = admin.topicsThatNeedKeys(written, TOPIC_LIMIT);
        if (!refusing.isEmpty()) {
            throw new RunFailedException("messages of this workload have no keys, and topics that are compacted refuse"
                    + " those: " + ShortList.of(refusing, 1)
                    + "; give the workload keys: {distributor: RANDOM_NANO},"
                    + " or use topics without compact in their cleanup.policy");
        }
    }

    private void showCreated(int created, int wanted) {
        if (created < wanted && nextProgress.isOver()) {
            progress.step("created " + created + " of " + counted(wanted, "topic"));
            nextProgress = after(PROGRESS_INTERVAL);
        }
    }

    private RunPlan planOnExisting(Admin admin) {
        List<String> names = request.workload().topics().existing();
        progress.step("looking at " + counted(names.size(), "topic"));
        Map<String, Integer> partitions = admin.partitions(names, TOPIC_LIMIT);
        List<String> missing = new ArrayList<>(names);
        missing.removeAll(partitions.keySet());
        if (!missing.isEmpty()) {
            throw new RunFailedException("topics that are to be used as they are do not exist: "
                    + String.join(", ", missing) + "; create them, or have topics created with topics:");
        }
        requireOneSubscriptionPerGroup();
        DriverConfig driver = request.system().factory().forClients(driver());
        Topology topology = request.setup().topology();
        String id = request.run().id();
        return RunPlan.of(
                request.workload(), partitions, driver, id, request.workers().size(), topology);
    }

    /** Fails the run if subscriptions of a topic would share a group, and so the messages, because the files give it. */
    private void requireOneSubscriptionPerGroup() {
        Map<String, Integer> subscriptions = new TreeMap<>();
        for (Assignment assignment : plan.assignments()) {
            for (ConsumerRole role : assignment.clients().consumers()) {
                Integer other = subscriptions.putIfAbsent(role.group(), role.subscription());
                if (other != null && other != role.subscription()) {
                    throw new RunFailedException("several subscriptions have group.id " + role.group()
                            + ", so each would receive a part of the messages: give each a group.id of its own in its"
                            + " consumerConfig, or use one subscription");
                }
            }
        }
    }

    /** Returns the plan, completed with facts about existing topics. */
    public RunPlan plan() {
        return plan;
    }

    /** Returns the retention that the workload sets for the topics, in addition to the driver file. */
    public Retention retention() {
        return retention;
    }

    /** Returns topics that the run has created or is about to create. */
    public List<String> ownTopics() {
        return ownTopics;
    }

    /** Returns whether there may be topics, or subscriptions named after them, to delete. */
    public boolean hasRequestedTopics() {
        return topicsRequested;
    }

    private void deleteOldTopics(Admin admin) {
        if (driver().topics().reset()) {
            progress.step("looking for topics of earlier runs that have ended");
            List<String> left = new ArrayList<>();
            int deleted = deleteOldTopics(admin, left);
            progress.step("deleted " + counted(deleted, "topic") + " of earlier runs");
            left.forEach(each -> {
                progress.step("reset left " + each);
                reasons.add(Reason.of(ReasonCode.LEFT_ON_CLUSTER, Severity.NOTE, "reset left " + each));
            });
        }
    }

    /**
     * Deletes topics of earlier runs. A name is no proof of ownership, and another run may be under way on the same
     * cluster. So topics that this run uses stay, and others stay unless their run is known to have ended. {@code left}
     * receives the latter and those whose deletion failed, with the reason, for a person. Returns the number of deleted
     * topics.
     */
    private int deleteOldTopics(Admin admin, List<String> left) {
        String prefix = driver().topics().namePrefix();
        List<String> used = request.workload().topics().existing();
        Map<String, List<String>> runs = new TreeMap<>();
        List<String> foreign = new ArrayList<>();
        for (String topic : admin.topicsWithPrefix(prefix, TOPIC_LIMIT)) {
            if (!used.contains(topic)) {
                RunPlan.runOf(prefix, topic)
                        .map(run -> runs.computeIfAbsent(RunPlan.mark(prefix, run), mark -> new ArrayList<>()))
                        .orElse(foreign)
                        .add(topic);
            }
        }
        if (!foreign.isEmpty()) {
            left.add(ShortList.of(foreign, MAX_TOPICS_SHOWN) + ": the name is not that of a run's topic");
        }
        Map<String, String> underWay = runs.isEmpty() ? Map.of() : admin.mayBeUnderWay(runs, TOPIC_LIMIT);
        int deleted = 0;
        for (Map.Entry<String, List<String>> run : runs.entrySet()) {
            List<String> topics = run.getValue();
            String reason = underWay.get(run.getKey());
            if (reason == null) {
                try {
                    admin.deleteTopics(topics, TOPIC_LIMIT);
                    deleted += topics.size();
                    continue;
                } catch (DriverException e) {
                    reason = e.getMessage();
                }
            }
            left.add(ShortList.of(topics, MAX_TOPICS_SHOWN) + ": " + reason);
        }
        return deleted;
    }

    public void endMark() {
        mark.close();
        mark = RunMark.NONE;
    }

    @Override
    public List<Reason> reasons() {
        return List.copyOf(reasons);
    }

    private void connect() throws InterruptedException {
        progress.step("connecting to " + counted(request.workers().size(), "worker"));
        request.workers().forEach(workers::connect);
        Predicate<WorkerLink> welcome = worker -> worker.isWelcome() || stopRequest.isInterrupted();
        Deadline limit = after(CONNECT_LIMIT);
        while (!workers.await(limit, () -> workers.left().stream().allMatch(welcome)) && workers.isAnyPending()) {
            // Connecting again has its own deadline.
            limit = after(CONNECT_LIMIT);
        }
        String state = "answering as workers (check that bin/benchmark-worker listens there, and no other program)";
        workers.awaitEach(state, limit, welcome);
    }

    /**
     * Sends probes until one has arrived from each partition at each subscription, because consumers may join late. It
     * also waits until each consumer that can own partitions owns some, so that no rebalance falls into the load.
     */
    private void prove() throws InterruptedException {
        boolean knowsPartitions = !request.system().factory().payloadOnly();
        var proof = new PartitionProof(plan, request.workload(), knowsPartitions, workers.all());
        progress.step("checking " + counted(proof.wanted(), "partition") + " with a message to each subscription");
        Deadline deadline = after(PROBE_LIMIT);
        do {
            workers.send(worker -> new Message.Probe());
        } while (!workers.await(after(PROBE_INTERVAL), () -> proof.isComplete() || stopRequest.isInterrupted())
                && !deadline.isOver());
        if (!proof.isComplete() && !stopRequest.isInterrupted()) {
            throw new RunFailedException(proof.missing() + errors.suffix());
        }
    }

    private Deadline after(Duration duration) {
        return Deadline.after(clock, duration);
    }

    /** Tracks whether each partition has carried a message to each subscription, and each consumer takes part. */
    private static final class PartitionProof {
        private static final int MAX_NAMED = 5;
        private static final int UNKNOWN_PARTITION = -1;

        private final Set<ProvenPartition> wanted = new HashSet<>();
        private final int wantedConsumers;
        private final List<WorkerLink> workers;

        /** @param knowsPartitions whether consumers report the partition of a message; if not, one probe proves a topic */
        PartitionProof(RunPlan plan, Workload workload, boolean knowsPartitions, List<WorkerLink> workers) {
            this.workers = workers;
            int active = 0;
            List<TopicSpec> topics = plan.consumedTopics(workload);
            for (int t = 0; t < topics.size(); t++) {
                TopicSpec topic = topics.get(t);
                for (int s = 0; s < workload.subscriptions().count(); s++) {
                    Subscription kind = workload.subscriptions().each().get(s);
                    if (kind.startsWithLoad()) {
                        // Consumers beyond the number of partitions stay idle.
                        active += knowsPartitions ? kind.activeConsumers(topic.partitions()) : kind.consumers();
                        // Without a producer, no probe can be sent.
                        if (workload.topics().producersOf(t) > 0) {
                            int subscription = s;
                            IntStream partitions = knowsPartitions
                                    ? IntStream.range(0, topic.partitions())
                                    : IntStream.of(UNKNOWN_PARTITION);
                            partitions.forEach(p -> wanted.add(new ProvenPartition(topic.name(), subscription, p)));
                        }
                    }
                }
            }
            wantedConsumers = active;
        }

        int wanted() {
            return wanted.size();
        }

        boolean isComplete() {
            // Called for each message of a worker: the sets are compared only if they can be equal.
            int proven =
                    workers.stream().mapToInt(worker -> worker.proven().size()).sum();
            return assignedConsumers() >= wantedConsumers
                    && proven >= wanted.size()
                    && unproven().isEmpty();
        }

        String missing() {
            List<String> names = unproven().stream()
                    .map(p -> p.topic() + " partition " + p.partition() + " subscription " + p.subscription())
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                return "only " + assignedConsumers() + " of " + wantedConsumers
                        + " consumers were given partitions in time";
            }
            return "no probe arrived in time from " + names.size() + " of the partitions: "
                    + String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())))
                    + (names.size() > MAX_NAMED ? ", ..." : "");
        }

        private int assignedConsumers() {
            return workers.stream().mapToInt(WorkerLink::assignedConsumers).sum();
        }

        /** Returns partitions without a proof. If a consumer joins late, a partition moves and two workers prove it. */
        private Set<ProvenPartition> unproven() {
            Set<ProvenPartition> unproven = new HashSet<>(wanted);
            workers.forEach(worker -> unproven.removeAll(worker.proven()));
            return unproven;
        }
    }
}
