package dev.weir.workload;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.Workload.RunSettings;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.fields.ConditionText;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.search.SearchSpec;
import dev.weir.workload.section.Section;
import dev.weir.workload.section.Sections;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ScalarType.Text;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A small workload for tests, which change what they are about: one topic of two partitions, two producers, two consumers
 * in one subscription.
 */
public final class Workloads {
    private String name = "small";
    private int topics = 1;
    private int partitions = 2;
    private List<Integer> partitionList = List.of();
    private int producers = 2;
    private List<Integer> producerList = List.of();
    private List<String> existing = List.of();
    private int subscriptions = 1;
    private int consumers = 2;
    private long processingNanos;
    private List<Subscription> kinds = List.of();
    private KeySpec keys = KeySpec.NONE;
    private PayloadSpec payload = PayloadSpec.pool(100, 1.0, 10);
    private List<MessageHeader> headers = List.of();
    private Rate rate = new Rate.Fixed(1000);
    private Rate.Constant warmupRate = new Rate.Fixed(1000);
    private LoadShape shape = LoadShape.UNIFORM;
    private Duration warmup = Duration.ofMillis(400);
    private Optional<Duration> test = Optional.of(Duration.ofSeconds(1));
    private Duration sampleInterval = Duration.ofMillis(200);
    private PhaseSpec phases = PhaseSpec.PLAIN;
    private boolean audited = true;
    private List<Threshold> thresholds = List.of();
    private List<MetricsEndpoint> brokerMetrics = List.of();
    private final Set<Sections.Given<?>> sections = new LinkedHashSet<>();
    private boolean continuesAfterLoss;
    private long seed = 1;

    private Workloads() {}

    /** Consumers whose group is of a type of its own, from the begin of the load. */
    public static Subscription jobs(
            int consumers, long processingNanos, SubscriptionType type, Map<String, String> properties) {
        return new Subscription(
                "jobs",
                consumers,
                StartPosition.LATEST,
                OptionalLong.empty(),
                processingNanos,
                properties,
                Optional.of(type));
    }

    /** The small workload. */
    public static Workloads small() {
        return new Workloads();
    }

    public Workloads name(String other) {
        name = other;
        return this;
    }

    public Workloads seed(long other) {
        seed = other;
        return this;
    }

    public Workloads topics(int count, int partitionsPerTopic) {
        topics = count;
        partitions = partitionsPerTopic;
        return this;
    }

    /** Topics of different kinds: so many partitions and producers of each. */
    public Workloads topicLists(List<Integer> ofPartitions, List<Integer> ofProducers) {
        partitionList = ofPartitions;
        producerList = ofProducers;
        return this;
    }

    public Workloads producersPerTopic(int count) {
        producers = count;
        return this;
    }

    public Workloads subscriptionsPerTopic(int count, int consumersPerSubscription) {
        subscriptions = count;
        consumers = consumersPerSubscription;
        return this;
    }

    /** Kinds of readers, in place of subscriptions that are all alike. */
    public Workloads subscriptions(Subscription... each) {
        kinds = List.of(each);
        return this;
    }

    public Workloads consumerProcessingNanos(long nanos) {
        processingNanos = nanos;
        return this;
    }

    public Workloads keys(KeySpec spec) {
        keys = spec;
        return this;
    }

    public Workloads messageSize(int bytes) {
        payload = PayloadSpec.pool(bytes, 1.0, 10);
        return this;
    }

    public Workloads rates(double ofWarmup, double ofTest) {
        warmupRate = Rate.Constant.of(ofWarmup);
        rate = Rate.Constant.of(ofTest);
        return this;
    }

    /** An open loop without a rate, or a closed one. */
    public Workloads unlimited(LoadShape unlimitedShape) {
        shape = unlimitedShape;
        return rates(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    public Workloads shape(LoadShape otherShape) {
        shape = otherShape;
        return this;
    }

    public Workloads durations(Duration ofWarmup, Duration ofTest) {
        warmup = ofWarmup;
        test = Optional.of(ofTest);
        return this;
    }

    public Workloads sampleInterval(Duration interval) {
        sampleInterval = interval;
        return this;
    }

    public Workloads withoutAudit() {
        audited = false;
        return this;
    }

    public Workloads phases(PhaseSpec spec) {
        phases = spec;
        return this;
    }

    public Workloads brokerMetrics(List<MetricsEndpoint> endpoints) {
        brokerMetrics = endpoints;
        return this;
    }

    /** Adds the value of a section. */
    public <T> Workloads section(Section<T> section, T value) {
        sections.add(new Sections.Given<>(section, value));
        return this;
    }

    /** Messages in requests of this many, as a feature would ask for them. */
    public Workloads requests(int messages) {
        return section(new RequestsOfTest(), messages);
    }

    private record RequestsOfTest() implements Section<Integer> {
        @Override
        public Field<?> field() {
            return Field.free("requestsOfTest", new Text(), "messages of a request");
        }

        @Override
        public void put(Integer messages, FieldWriter given) {}

        @Override
        public int requestMessages(Integer messages) {
            return messages;
        }
    }

    public Workloads continuingAfterLoss(boolean outlives) {
        continuesAfterLoss = outlives;
        return this;
    }

    /** With a rate that changes: its mean over the test is the producer rate. */
    public Workloads rates(Rate.Curve rates) {
        rate = rates;
        warmupRate = Rate.Constant.of(rate.atBegin() == 0 ? rate.overall(test) : rate.atBegin());
        return this;
    }

    /** Topics that exist. */
    public Workloads existing(List<String> names) {
        existing = names;
        return topics(names.size(), 0);
    }

    /** Nothing is sent, on topics that exist. */
    public Workloads consumeOnly() {
        warmup = Duration.ZERO;
        return producersPerTopic(0).withoutAudit();
    }

    public Workloads headers(MessageHeader... others) {
        headers = List.of(others);
        return this;
    }

    public Workloads payload(PayloadSpec spec) {
        payload = spec;
        return this;
    }

    /** Until stopped. */
    public Workloads endless(Duration ofWarmup) {
        warmup = ofWarmup;
        test = Optional.empty();
        return this;
    }

    /** To be kept to; each a condition of the short form. */
    public Workloads thresholds(String... conditions) {
        return goals(
                Stream.of(conditions).map(text -> Threshold.of(condition(text))).toList());
    }

    public Workloads goals(List<Threshold> others) {
        thresholds = others;
        return this;
    }

    public Workloads search(SearchSpec search) {
        rate = new Rate.Search(search);
        return this;
    }

    /** A condition as a file has it. */
    public static Condition condition(String text) {
        return ConditionText.read(text, wrong -> {
                    throw new IllegalArgumentException(wrong);
                })
                .orElseThrow();
    }

    private Load load() {
        if (producers == 0) {
            return new ConsumeOnly();
        }
        return shape.isClosedLoop() ? new ClosedLoop(shape) : new OpenLoop(rate, warmupRate, shape);
    }

    public Workload build() {
        return new Workload(
                name,
                new TopicLayout(topics, partitions, partitionList, producers, producerList, existing),
                new MessageSpec(keys, payload, PartitionWeights.NONE, headers),
                (kinds.isEmpty()
                        ? Subscriptions.alike(subscriptions, consumers, processingNanos)
                        : new Subscriptions(kinds)),
                load(),
                new Timing(warmup, test, sampleInterval),
                phases,
                new RunSettings(
                        thresholds,
                        audited,
                        Hooks.NONE,
                        brokerMetrics,
                        new Sections(sections),
                        continuesAfterLoss,
                        seed));
    }
}
