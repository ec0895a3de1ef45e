package dev.weir.driver.kafka.admin;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.Retention;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.Storage;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.admin.TopicState;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.client.FinalizedFeatures;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ClientProperties.GroupProtocol;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import dev.weir.driver.kafka.share.ShareGroups;
import dev.weir.driver.share.ShareGroupSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeLogDirsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Administers a cluster through Kafka's admin client, which retries within the deadline of each request. */
public class KafkaDriverAdmin implements Admin {
    /** Fact of {@link #ownFacts}: the version of Redpanda's brokers. */
    public static final String REDPANDA_VERSION = "redpanda.version";

    private static final Logger LOG = LoggerFactory.getLogger(KafkaDriverAdmin.class);
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost");
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration UNDO_LIMIT = Duration.ofMinutes(1);

    private final org.apache.kafka.clients.admin.Admin admin;
    private final DriverConfig config;
    private final String system;
    private final TopicPromises promises;

    /**
     * Creates the administration for a connected client, which it closes.
     *
     * @param system name of the system, for {@link #facts}
     */
    public KafkaDriverAdmin(
            org.apache.kafka.clients.admin.Admin admin, DriverConfig config, String system, TopicPromises promises) {
        this.admin = admin;
        this.config = config;
        this.system = system;
        this.promises = promises;
    }

    /**
     * Checks that a broker answers, and returns the brokers of its cluster.
     *
     * @throws DriverException naming the addresses if none does
     */
    public final Collection<Node> reach(Duration within) {
        var deadline = new AnswerDeadline(within);
        String what = "reach a broker at " + config.clients().common().get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG);
        try {
            return deadline.await(what, deadline.cluster(admin).nodes());
        } catch (ExecutionException e) {
            // The client may give up just before this does.
            String why = e.getCause() instanceof TimeoutException
                    ? "no answer within " + within.toMillis() + " ms"
                    : FailureRemedy.text(e);
            throw new DriverException("cannot " + what + ": " + why, e);
        }
    }

    @Override
    public boolean isReachable(Duration within) {
        try {
            reach(within);
            return true;
        } catch (DriverException e) {
            return false;
        }
    }

    @Override
    public List<BrokerNode> brokers(Duration within) {
        return reach(within).stream()
                .map(node -> new BrokerNode(node.id(), node.host(), node.port()))
                .toList();
    }

    @Override
    public void createTopics(List<TopicSpec> topics, Duration within, IntConsumer progress) {
        var deadline = new AnswerDeadline(within);
        var creation = new TopicCreation(admin, deadline, progress);
        try {
            creation.create(topics.stream()
                    .map(topic -> new NewTopic(topic.name(), topic.partitions(), (short)
                                    config.topics().replicationFactor())
                            .configs(properties(topic)))
                    .toList());
            awaitLeaders(topics, deadline);
            awaitLogs(topics, deadline);
            if (!topics.isEmpty()) {
                // All topics of a run have the same properties.
                TopicSpec first = topics.get(0);
                new TopicReadBack(admin, promises, deadline)
                        .check(first.name(), properties(first), () -> systemAndVersion(deadline));
            }
        } catch (DriverException e) {
            throw new DriverException(e.getMessage() + undone(creation), e);
        }
    }

    /** Deletes what a creation has created. Returns what to add to the message: empty if nothing is left. */
    private String undone(TopicCreation creation) {
        try {
            Set<String> left = creation.left(new AnswerDeadline(UNDO_LIMIT));
            if (!left.isEmpty()) {
                deleteTopics(left, UNDO_LIMIT);
            }
            return "";
        } catch (ExecutionException e) {
            return ". Whether topics were created and are left is unknown: " + FailureRemedy.text(e);
        } catch (DriverException e) {
            return ". Topics that were created could not be deleted: " + e.getMessage();
        }
    }

    private String systemAndVersion(AnswerDeadline deadline) {
        DurabilityItem version = new ClusterFacts(admin, deadline).version(ownFacts(deadline));
        return system + (version.isKnown() ? " " + version.value() : ", whose version is unknown,");
    }

    private Map<String, String> properties(TopicSpec topic) {
        Map<String, String> properties = new HashMap<>(config.topics().properties());
        Retention kept = topic.retention();
        kept.millis().ifPresent(millis -> properties.put(TopicConfig.RETENTION_MS_CONFIG, String.valueOf(millis)));
        kept.bytesPerPartition()
                .ifPresent(bytes -> properties.put(TopicConfig.RETENTION_BYTES_CONFIG, String.valueOf(bytes)));
        return properties;
    }

    private void awaitLeaders(List<TopicSpec> topics, AnswerDeadline deadline) {
        Set<String> names = new TreeSet<>();
        topics.forEach(topic -> names.add(topic.name()));
        while (true) {
            deadline.topics(admin, names).topicNameValues().forEach((name, description) -> {
                if (hasLeaders(name, description, deadline)) {
                    names.remove(name);
                }
            });
            if (names.isEmpty()) {
                return;
            }
            deadline.pause("partitions without a leader in " + String.join(", ", names));
        }
    }

    private static boolean hasLeaders(String name, KafkaFuture<TopicDescription> description, AnswerDeadline deadline) {
        try {
            return deadline.await("describe topic " + name, description).partitions().stream()
                    .allMatch(KafkaDriverAdmin::hasLeader);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RetriableException) {
                // Also a topic that this broker does not know yet.
                return false;
            }
            throw AnswerDeadline.failure("describe topic " + name, e);
        }
    }

    private static boolean hasLeader(TopicPartitionInfo partition) {
        return partition.leader() != null && !partition.leader().isEmpty();
    }

    /**
     * Waits until each leader has opened its logs, by requests for their ends, which the client repeats until then. The
     * client gives up only if a broker does not know a topic that another one knows. A broker reports the leader
     * slightly before the leader itself knows. An idempotent producer that sends at that moment can lose messages. Its
     * first request is refused. Its second one arrives late enough to be accepted, although its sequence numbers do not
     * begin at zero. From then on, the first one is out of order until it times out.
     */
    private void awaitLogs(List<TopicSpec> topics, AnswerDeadline deadline) {
        while (true) {
            try {
                offsets(topics, OffsetSpec.latest(), deadline);
                return;
            } catch (DriverException e) {
                if (!AnswerDeadline.isAnswer(e, UnknownTopicOrPartitionException.class)) {
                    throw e;
                }
                deadline.pause(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public Map<String, List<LogRange>> logRanges(List<TopicSpec> topics, Duration within) {
        var deadline = new AnswerDeadline(within);
        // The ends last, so that a log that is written to never begins after its end.
        Map<TopicPartition, Long> starts = offsets(topics, OffsetSpec.earliest(), deadline);
        Map<TopicPartition, Long> local = hasRemoteStorage() ? localStarts(topics, starts, deadline) : starts;
        Map<TopicPartition, ListOffsetsResultInfo> ends = bounds(topics, OffsetSpec.latest(), deadline);
        Map<String, List<LogRange>> ranges = new TreeMap<>();
        for (TopicSpec topic : topics) {
            var ofTopic = partitions(topic).map(partition -> {
                ListOffsetsResultInfo end = Objects.requireNonNull(ends.get(partition));
                long start = Objects.requireNonNull(starts.get(partition));
                return range(start, end.offset(), Objects.requireNonNull(local.get(partition)), end.leaderEpoch());
            });
            ranges.put(topic.name(), ofTopic.toList());
        }
        return ranges;
    }

    /** Returns the begins of the local parts of logs; those of the whole logs if the system does not support the request. */
    private Map<TopicPartition, Long> localStarts(
            List<TopicSpec> topics, Map<TopicPartition, Long> starts, AnswerDeadline deadline) {
        try {
            return offsets(topics, OffsetSpec.earliestLocal(), deadline);
        } catch (DriverException e) {
            if (AnswerDeadline.isAnswer(e, UnsupportedVersionException.class)) {
                return starts;
            }
            throw e;
        }
    }

    /**
     * Creates the range of a log, which is empty if its end was lost between the two answers, by an unclean election or
     * with its topic.
     */
    static LogRange range(long start, long end, long local, Optional<Integer> leaderEpoch) {
        long begin = Math.min(start, end);
        var epoch = leaderEpoch.map(OptionalInt::of).orElse(OptionalInt.empty());
        return new LogRange(begin, end, Math.max(begin, Math.min(local, end)), epoch);
    }

    @Override
    public Map<String, TopicState> topicStates(Collection<String> topics, Duration within) {
        var deadline = new AnswerDeadline(within);
        Map<String, TopicDescription> described = described(topics, deadline);
        Set<String> compacted = new HashSet<>();
        try {
            compacted.addAll(compactedAmong(described.keySet(), deadline));
        } catch (DriverException e) {
            LOG.debug("it is unknown which topics are compacted", e);
        }
        Map<String, TopicState> states = new TreeMap<>();
        described.forEach((topic, description) -> {
            Uuid id = description.topicId();
            // Redpanda had no ids before version 25.
            Optional<String> known = Optional.of(id.toString()).filter(any -> !id.equals(Uuid.ZERO_UUID));
            states.put(topic, new TopicState(known, compacted.contains(topic)));
        });
        return states;
    }

    private boolean hasRemoteStorage() {
        String enabled = config.topics().properties().getOrDefault(TopicConfig.REMOTE_LOG_STORAGE_ENABLE_CONFIG, "");
        return enabled.strip().equals("true");
    }

    Map<TopicPartition, Long> offsets(List<TopicSpec> topics, OffsetSpec which, AnswerDeadline deadline) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        bounds(topics, which, deadline).forEach((partition, bound) -> offsets.put(partition, bound.offset()));
        return offsets;
    }

    private Map<TopicPartition, ListOffsetsResultInfo> bounds(
            List<TopicSpec> topics, OffsetSpec which, AnswerDeadline deadline) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        topics.forEach(topic -> partitions(topic).forEach(partition -> wanted.put(partition, which)));
        var answer = admin.listOffsets(wanted, deadline.limit(new ListOffsetsOptions()));
        return deadline.get("read the offsets of partitions", answer.all());
    }

    private static Stream<TopicPartition> partitions(TopicSpec topic) {
        return IntStream.range(0, topic.partitions()).mapToObj(number -> new TopicPartition(topic.name(), number));
    }

    /**
     * Returns the drives. If all brokers are on this host, equal drives count once: they belong to an embedded cluster
     * on one drive. Otherwise, a drive with two directories counts once for each, because Kafka does not report which
     * drives are shared.
     */
    @Override
    public Optional<Storage> storage(Duration within) {
        var deadline = new AnswerDeadline(within);
        Collection<Node> nodes =
                deadline.get("list brokers", deadline.cluster(admin).nodes());
        boolean local = nodes.stream().allMatch(node -> LOOPBACK.contains(node.host()));
        List<Integer> brokers = nodes.stream().map(Node::id).toList();
        Set<Long> counted = new HashSet<>();
        long total = 0;
        long usable = 0;
        var answer = admin.describeLogDirs(brokers, deadline.limit(new DescribeLogDirsOptions()));
        var described = deadline.get("describe log directories", answer.allDescriptions());
        for (var ofBroker : described.values()) {
            for (LogDirDescription directory : ofBroker.values()) {
                long size = directory.totalBytes().orElse(-1);
                long free = directory.usableBytes().orElse(-1);
                // A system that only supports the protocol may report something else, such as the stored bytes.
                if (free < 0 || size < free) {
                    return Optional.empty();
                }
                if (counted.add(size) || !local) {
                    total += size;
                    usable += free;
                }
            }
        }
        return Optional.of(new Storage(total, usable));
    }

    @Override
    public void deleteTopics(Collection<String> topics, Duration within) {
        var deadline = new AnswerDeadline(within);
        admin.deleteTopics(topics, deadline.limit(new DeleteTopicsOptions()))
                .topicNameValues()
                .forEach((topic, deleted) -> {
                    try {
                        deadline.await("delete topic " + topic, deleted);
                    } catch (ExecutionException e) {
                        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                            throw AnswerDeadline.failure("delete topic " + topic, e);
                        }
                    }
                });
        Set<String> left = new TreeSet<>(topics);
        for (left.retainAll(names(deadline)); !left.isEmpty(); left.retainAll(names(deadline))) {
            deadline.pause("topics that are still there: " + String.join(", ", left));
        }
        deleteGroupsOf(topics, deadline);
    }

    @Override
    public void configureShareGroups(List<ShareGroupSpec> groups, Duration within) {
        new ShareGroups(admin, new AnswerDeadline(within)).configure(groups);
    }

    /** Deletes groups as far as possible: groups with members stay, and disturb no later run. */
    private void deleteGroupsOf(Collection<String> topics, AnswerDeadline deadline) {
        try {
            var groups = groupsOf(topics, ListGroupsOptions.forConsumerGroups(), deadline);
            if (!groups.isEmpty()) {
                deadline.await(
                        "delete groups", admin.deleteConsumerGroups(groups).all());
            }
        } catch (ExecutionException | DriverException e) {
            LOG.debug("consumer groups of deleted topics stay", e);
        }
        try {
            groupsOf(topics, ListGroupsOptions.forShareGroups(), deadline)
                    .forEach(new ShareGroups(admin, deadline)::delete);
        } catch (ExecutionException | DriverException e) {
            LOG.debug("share groups of deleted topics stay", e);
        }
    }

    private List<String> groupsOf(Collection<String> topics, ListGroupsOptions kind, AnswerDeadline deadline)
            throws ExecutionException {
        var groups = deadline.await(
                "list groups", admin.listGroups(deadline.limit(kind)).all());
        return groups.stream()
                .map(GroupListing::groupId)
                .filter(group -> topics.stream().anyMatch(topic -> belongs(group, topic)))
                .toList();
    }

    /**
     * Returns whether a group is a subscription of a topic: their names begin with it, but {@code run-10} is no
     * subscription of the topic {@code run-1}.
     */
    static boolean belongs(String group, String topic) {
        return group.startsWith(topic)
                && (group.length() == topic.length() || !Character.isLetterOrDigit(group.charAt(topic.length())));
    }

    @Override
    public List<String> topicsWithPrefix(String prefix, Duration within) {
        return names(new AnswerDeadline(within)).stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .toList();
    }

    @Override
    public RunMark mark(String name, String topic) {
        return RunsUnderWay.GroupMark.begin(ClientProperties.forAdmin(config), name, topic);
    }

    @Override
    public Map<String, String> mayBeUnderWay(Map<String, List<String>> runs, Duration within) {
        return new RunsUnderWay(this, admin, new AnswerDeadline(within)).among(runs);
    }

    @Override
    public Map<String, Integer> partitions(Collection<String> topics, Duration within) {
        Map<String, Integer> partitions = new TreeMap<>();
        described(topics, new AnswerDeadline(within))
                .forEach((topic, description) ->
                        partitions.put(topic, description.partitions().size()));
        return partitions;
    }

    @Override
    public Map<String, List<Integer>> leaders(Collection<String> topics, Duration within) {
        Map<String, List<Integer>> leaders = new TreeMap<>();
        described(topics, new AnswerDeadline(within)).forEach((topic, description) -> {
            var partitions = description.partitions().stream();
            leaders.put(
                    topic,
                    partitions
                            .map(each -> hasLeader(each) ? each.leader().id() : -1)
                            .toList());
        });
        return leaders;
    }

    /** Describes the topics that exist. */
    private Map<String, TopicDescription> described(Collection<String> topics, AnswerDeadline deadline) {
        Map<String, TopicDescription> found = new TreeMap<>();
        deadline.topics(admin, topics).topicNameValues().forEach((topic, description) -> {
            try {
                found.put(topic, deadline.await("describe topic " + topic, description));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
                        && !(e.getCause() instanceof InvalidTopicException)) {
                    throw AnswerDeadline.failure("describe topic " + topic, e);
                }
            }
        });
        return found;
    }

    @Override
    public List<String> topicsThatNeedKeys(Collection<String> topics, Duration within) {
        return List.copyOf(compactedAmong(topics, new AnswerDeadline(within)));
    }

    /** Returns the topics that are known to be compacted: not each user may read the properties of topics. */
    private Set<String> compactedAmong(Collection<String> topics, AnswerDeadline deadline) {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Set<String> compacted = new TreeSet<>();
        deadline.configs(admin, resources).values().forEach((topic, answer) -> {
            try {
                ConfigEntry policy = deadline.await("read properties of " + topic.name(), answer)
                        .get(TopicConfig.CLEANUP_POLICY_CONFIG);
                if (policy != null && policy.value() != null && TopicProperties.isCompacted(policy.value())) {
                    compacted.add(topic.name());
                }
            } catch (ExecutionException e) {
                LOG.debug("it is unknown whether {} is compacted", topic.name(), e);
            }
        });
        return compacted;
    }

    private Set<String> names(AnswerDeadline deadline) {
        var answer = admin.listTopics(deadline.limit(new ListTopicsOptions()));
        return deadline.get("list topics", answer.names());
    }

    @Override
    public Optional<String> missingForConsumers(DriverConfig consumers, Duration within) {
        if (!GroupProtocol.isConsumer(consumers)) {
            return Optional.empty();
        }
        try {
            Map<String, Integer> versions = new FinalizedFeatures(admin, new AnswerDeadline(within)).finalized();
            int version = versions.getOrDefault(GroupProtocol.FEATURE, 0);
            return version > 0 ? Optional.empty() : Optional.of(GroupProtocol.missing("these brokers do"));
        } catch (ExecutionException e) {
            throw AnswerDeadline.failure("read the cluster's features", e);
        }
    }

    @Override
    public Optional<ClusterSettings> clusterSettings() {
        return Optional.of(new KafkaClusterSettings(admin));
    }

    /**
     * Asks the cluster to check the creation of a topic without creating it, and to describe a topic and a group that do not
     * exist, because the cluster refuses users before it looks for either.
     */
    @Override
    public Optional<List<String>> missingRights(String prefix, Duration within) {
        var deadline = new AnswerDeadline(within);
        String name = prefix + "doctor-0";
        List<String> missing = new ArrayList<>();
        // One replica, so that only rights decide.
        List<NewTopic> topics = List.of(new NewTopic(name, 1, (short) 1));
        var created = admin.createTopics(topics, deadline.limit(new CreateTopicsOptions().validateOnly(true)));
        require("create topics that begin with " + prefix, created.all(), deadline, missing);
        var described = deadline.topics(admin, List.of(name)).allTopicNames();
        require("describe topics that begin with " + prefix, described, deadline, missing);
        var groups = admin.describeConsumerGroups(List.of(name), deadline.limit(new DescribeConsumerGroupsOptions()));
        require("read with groups that begin with " + prefix, groups.all(), deadline, missing);
        return Optional.of(missing);
    }

    private static void require(String right, Future<?> answer, AnswerDeadline deadline, List<String> missing) {
        try {
            deadline.await("find out about rights", answer);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                missing.add("may not " + right + " (" + FailureRemedy.text(e) + ")");
            }
        } catch (DriverException e) {
            missing.add("it is unknown whether the user may " + right + ": " + e.getMessage());
        }
    }

    @Override
    public Optional<String> rightDriver(Duration within) {
        return new ClusterFacts(admin, new AnswerDeadline(within)).driverInsteadOf(system);
    }

    @Override
    public Map<String, String> facts(Duration within) {
        var deadline = new AnswerDeadline(within);
        Map<String, String> facts = new ClusterFacts(admin, deadline).of(system, ClientKind.of(config));
        facts.putAll(ownFacts(deadline));
        return facts;
    }

    /** Returns facts that the system reports in other ways than by Kafka's protocol. Does not throw if there are none. */
    protected Map<String, String> ownFacts(AnswerDeadline deadline) {
        return Map.of();
    }

    @Override
    public Durability durability(Collection<String> topics, Duration within) {
        var deadline = new AnswerDeadline(within);
        return new ClusterFacts(admin, deadline).durability(topics, ownFacts(deadline), config, promises);
    }

    @Override
    public void close() {
        admin.close(CLOSE_DEADLINE);
    }
}
