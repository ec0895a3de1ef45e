package dev.weir.workload;

import dev.weir.workload.fields.goal.ConditionText;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Goals;
import dev.weir.workload.goal.SearchSpec;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.load.Transform;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A small workload for tests, which change what they are about: one topic of two partitions, two producers, two consumers
 * in one subscription.
 */
public final class Workloads {
    private int topics = 1;
    private int partitions = 2;
    private int producers = 2;
    private int subscriptions = 1;
    private int consumers = 2;
    private KeySpec keys = KeySpec.NONE;
    private PayloadSpec payload = PayloadSpec.pool(100, 1.0, 10);
    private double rate = 1000;
    private double warmupRate = 1000;
    private LoadShape shape = LoadShape.UNIFORM;
    private Duration warmup = Duration.ofMillis(400);
    private Duration sampleInterval = Duration.ofMillis(200);
    private boolean audited = true;
    private PhaseSpec phases = PhaseSpec.PLAIN;
    private Goals goals = Goals.NONE;
    private Particulars particulars = Particulars.NONE;
    private TransactionSpec transactions = TransactionSpec.NONE;
    private PipelineSpec pipeline = PipelineSpec.NONE;
    private Optional<Duration> test = Optional.of(Duration.ofSeconds(1));

    private Workloads() {}

    /** The small workload. */
    public static Workloads small() {
        return new Workloads();
    }

    public Workloads topics(int count, int partitionsPerTopic) {
        topics = count;
        partitions = partitionsPerTopic;
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

    public Workloads keys(KeySpec spec) {
        keys = spec;
        return this;
    }

    public Workloads messageSize(int bytes) {
        payload = PayloadSpec.pool(bytes, 1.0, 10);
        return this;
    }

    public Workloads rates(double ofWarmup, double ofTest) {
        warmupRate = ofWarmup;
        rate = ofTest;
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

    public Workloads particulars(Particulars others) {
        particulars = others;
        return this;
    }

    public Workloads transactions(int messages, double abortRatio) {
        transactions = new TransactionSpec(messages, abortRatio);
        return this;
    }

    public Workloads pipeline(int instancesPerTopic, int messages) {
        pipeline = new PipelineSpec(instancesPerTopic, messages, Transform.UPPER_CASE);
        return this;
    }

    public Workloads outlivingWorkers(boolean outlives) {
        return particulars(particulars.withOutlivingWorkers(outlives));
    }

    /** With a rate that changes: its mean over the test is the producer rate. */
    public Workloads rates(RateList rates) {
        double mean = rates.mean(0, test.orElseThrow().toNanos());
        return rates(rates.first() == 0 ? mean : rates.first(), mean).particulars(particulars.withRates(rates));
    }

    /** Topics that exist. */
    public Workloads existing(List<String> names) {
        topics(names.size(), 0);
        return particulars(particulars.withExistingTopics(names));
    }

    /** Nothing is sent, on topics that exist. */
    public Workloads consumeOnly() {
        warmup = Duration.ZERO;
        return producersPerTopic(0).withoutAudit().rates(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
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

    public Workloads goals(List<Threshold> thresholds) {
        goals = new Goals(thresholds, Optional.empty());
        return this;
    }

    public Workloads search(SearchSpec search) {
        goals = new Goals(List.of(), Optional.of(search));
        return this;
    }

    /** A condition as a file has it. */
    public static Condition condition(String text) {
        return ConditionText.read(text, wrong -> {
                    throw new IllegalArgumentException(wrong);
                })
                .orElseThrow();
    }

    public Workload build() {
        return new Workload(
                "small",
                topics,
                partitions,
                keys,
                payload,
                subscriptions,
                consumers,
                producers,
                rate,
                warmupRate,
                shape,
                warmup,
                test,
                sampleInterval,
                audited,
                phases,
                goals,
                Hooks.NONE,
                particulars,
                transactions,
                pipeline,
                1);
    }
}
