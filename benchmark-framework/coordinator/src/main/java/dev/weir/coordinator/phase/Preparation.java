package dev.weir.coordinator.phase;

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
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.TopicConfig;
import dev.weir.host.facts.ConnectionLimit;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.text.ShortList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Prepares a load: topics, workers, clients, and the proof that each partition works and each consumer takes part. Used
 * by the coordinator's thread.
 */
public final class Preparation implements RunObserver {
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
     * Prepares the load; returns early if a person interrupts the run.
     *
     * @param beforeClients called when the topics exist, before clients are opened
     * @throws RunFailedException if something is not ready in time
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

        progress.step(
                workload.load().hasOwnClients()
                        ? "opening " + NumberText.counted(workload.topics().producersPerTopic(), "client")
                        : "opening " + NumberText.counted(workload.consumers(), "consumer") + " and "
                                + NumberText.counted(workload.producers(), "producer"));
        List<ProducerLocations> places = ProducerLocations.ofWorkers(
                plan, workers.all().stream().map(WorkerLink::hostIdentity).toList());
        workers.send(
                worker -> new Message.Assign(plan.assignments().get(worker.number()), places.get(worker.number())));
        workers.awaitEach("ready", after(OPEN_LIMIT), worker -> worker.isReady() || stopRequest.isInterrupted());
        requireTheSameSettings();
        if (!workload.load().hasOwnClients()) {
            prove();
        }
    }

    /** Fails the run if a worker's host gives its clients other values than those by which the run is judged. */
    private void requireTheSameSettings() {
        Map<String, String> judged = request.system()
                .factory()
                .resolvedSettings(
                        request.system().factory().forClients(request.system().driver()));
        for (WorkerLink worker : workers.all()) {
            worker.pacing().resolvedSettings().forEach((name, value) -> {
                if (!value.equals(judged.get(name))) {
                    throw new RunFailedException(
                            "the clients of worker " + worker.name() + " have " + name + "=" + value
                                    + ", and the coordinator judges by " + name + "=" + judged.get(name)
                                    + ": a config provider of the driver file gives other values there; give both"
                                    + " hosts the same values");
                }
            });
        }
    }

    private void checkOpenFiles() {
        long perProducer = request.workload().run().sections().connections().perProducer();
        for (WorkerLink worker : workers.all()) {
            Assignment assignment = plan.assignments().get(worker.number());
            long connections = perProducer * assignment.clients().producers().size();
            OptionalLong limit =
                    worker.facts().map(facts -> facts.host().openFilesLimit()).orElse(OptionalLong.empty());
            if (connections > 0) {
                ConnectionLimit.problem("worker " + worker.name(), connections, limit)
                        .ifPresent(why -> {
                            throw new RunFailedException(why);
                        });
            }
        }
    }

    private TopicConfig topicConfig() {
        return request.system().driver().topics();
    }

    private void createTopics(Admin admin) {
        boolean alike = request.workload().topics().partitionList().isEmpty();
        int all = plan.topics().stream().mapToInt(TopicSpec::partitions).sum();
        progress.step("creating " + NumberText.counted(plan.topics().size(), "topic") + " with "
                + (alike
                        ? NumberText.counted(request.workload().topics().partitionsPerTopic(), "partition")
                        : NumberText.counted(all, "partition") + " in all"));
        retention = TopicRetention.of(
                request.workload(),
                request.system().factory().resolved(request.system().driver()),
                admin);
        List<TopicSpec> topics = plan.topics().stream()
                .map(topic -> new TopicSpec(topic.name(), topic.partitions(), retention))
                .toList();
        ownTopics = plan.names();
        beforeTopics.run();
        nextProgress = after(PROGRESS_INTERVAL);
        admin.createTopics(topics, topicConfig().creationLimit(), created -> showCreated(created, topics.size()));
        topicsRequested = true;
        if (request.setup().embeddedBrokers() == 0) {
            mark = admin.mark(
                    RunPlan.mark(topicConfig().namePrefix(), request.run().id()),
                    plan.names().get(0));
        }
    }

    /** Refuses messages without keys on topics that do not accept them, before a client sends one. */
    private void checkKeys(Admin admin) {
        if (!request.workload().sendsWithoutKeys()) {
            return;
        }
        List<TopicSpec> topics = plan.topics();
        List<String> written = IntStream.range(0, topics.size())
                .filter(t -> t >= request.workload().topics().count()
                        || request.workload().topics().producersOf(t) > 0)
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

    /** Shows how many topics exist, at most once a second. */
    private void showCreated(int created, int wanted) {
        if (created < wanted && nextProgress.isOver()) {
            progress.step("created " + created + " of " + NumberText.counted(wanted, "topic"));
            nextProgress = after(PROGRESS_INTERVAL);
        }
    }

    private RunPlan planOnExisting(Admin admin) {
        List<String> names = request.workload().topics().existing();
        progress.step("looking at " + NumberText.counted(names.size(), "topic"));
        Map<String, Integer> partitions = admin.partitions(names, TOPIC_LIMIT);
        List<String> missing =
                names.stream().filter(name -> !partitions.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            throw new RunFailedException("topics that are to be used as they are do not exist: "
                    + String.join(", ", missing) + "; create them, or have topics created with topics:");
        }
        requireOneSubscriptionPerGroup();
        return RunPlan.of(
                request.workload(),
                partitions,
                request.system().factory().forClients(request.system().driver()),
                request.run().id(),
                request.workers().size(),
                request.setup().topology());
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
        if (topicConfig().reset()) {
            progress.step("looking for topics of earlier runs that have ended");
            LeftoverTopics leftovers = LeftoverTopics.delete(
                    admin,
                    topicConfig().namePrefix(),
                    request.workload().topics().existing(),
                    TOPIC_LIMIT);
            progress.step("deleted " + NumberText.counted(leftovers.deleted(), "topic") + " of earlier runs");
            leftovers.left().forEach(each -> {
                progress.step("reset left " + each);
                reasons.add(Reason.of(ReasonCode.LEFT_ON_CLUSTER, Severity.NOTE, "reset left " + each));
            });
        }
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
        progress.step("connecting to " + NumberText.counted(request.workers().size(), "worker"));
        request.workers().forEach(workers::connect);
        Predicate<WorkerLink> welcome = worker -> worker.isWelcome() || stopRequest.isInterrupted();
        Deadline limit = after(CONNECT_LIMIT);
        while (!workers.await(limit, () -> workers.left().stream().allMatch(welcome)) && workers.isAnyPending()) {
            // Connecting again has its own deadline.
            limit = after(CONNECT_LIMIT);
        }
        workers.awaitEach(
                "answering as workers (check that bin/benchmark-worker listens there, and no other program)",
                limit,
                welcome);
    }

    /**
     * Sends probes until one has arrived from each partition at each subscription, because consumers may join late. It
     * also waits until each consumer that can own partitions owns some, so that no rebalance falls into the load.
     */
    private void prove() throws InterruptedException {
        var proof = new PartitionProof(
                plan, request.workload(), !request.system().factory().payloadOnly(), workers.all());
        progress.step(
                "checking " + NumberText.counted(proof.wanted(), "partition") + " with a message to each subscription");
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
}
