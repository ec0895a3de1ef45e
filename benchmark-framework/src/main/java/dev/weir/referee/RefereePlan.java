package dev.weir.referee;

import dev.weir.driver.referee.RefereeKind;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.RunSettings;
import dev.weir.workload.ShareGroup;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Timing;
import dev.weir.workload.TopicLayout;
import dev.weir.workload.WarmupEnd;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.ClosedLoop;
import dev.weir.workload.load.ConsumeOnly;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.OpenLoop;
import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A workload that both sides can run. What a tool does not support is left out on both sides and named. If the rest
 * would be another load, the workload is refused.
 *
 * @param kind the tool
 * @param load load of Weir's side; for a consumer, the workload as it was read
 * @param leftOut what both sides leave out, one line each
 */
public record RefereePlan(RefereeKind kind, Workload load, List<String> leftOut) {
    /** Shortest time limit for reading or filling a topic. */
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(60);

    /** Rate of the slowest system that is worth a comparison. */
    private static final int SLOWEST_BYTES_PER_SECOND = 1 << 20;

    public RefereePlan {
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Finds a plan.
     *
     * @param tool requested tool; empty: the one that is closest to the workload
     * @param problems receives what cannot be compared
     */
    public static Optional<RefereePlan> of(WorkloadSeries series, Optional<RefereeKind> tool, Problems problems) {
        return new Reading(series, problems).plan(tool);
    }

    /** Returns the tool that is closest to the workload. */
    static RefereeKind closest(Workload workload) {
        if (workload.isConsumeOnly() || workload.phases().backlog().isWanted()) {
            return RefereeKind.CONSUMER;
        }
        return workload.load().shape().inFlight() == 1 && workload.consumers() > 0
                ? RefereeKind.END_TO_END
                : RefereeKind.PRODUCER;
    }

    /**
     * Returns differences between the sides by repetition: only one of them is a new process each time.
     *
     * @param times how often each is run
     */
    List<String> differences(int times) {
        boolean bothWarmUp =
                kind == RefereeKind.PRODUCER && !load.timing().warmup().isZero();
        return times == 1
                ? List.of()
                : List.of("JVM: the tool starts a new one each time, whose code is not compiled yet"
                        + (bothWarmUp ? " until its warm-up is over" : "")
                        + "; Weir's is the same all the time, and warm from its first run on: the first pair alone is"
                        + " of equals");
    }

    /** Returns how many messages are sent to a topic that is then read; 0: an existing one is read as it is. */
    long messagesToFill() {
        return load.isConsumeOnly()
                ? 0
                : Math.max(
                        1,
                        load.phases().backlog().bytes()
                                / load.messages().payload().messageSize());
    }

    /** Returns the number of consumers of a tool that consumes. */
    int consumers() {
        return kind == RefereeKind.SHARE_CONSUMER
                ? Math.max(1, load.subscriptions().mostConsumers())
                : 1;
    }

    /** Returns the time limit for sending or reading this many messages. */
    Duration limit(long messages) {
        long bytes = messages * Math.max(1, load.messages().payload().messageSize());
        return SHORTEST_LIMIT.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND + messages / 1000);
    }

    /** Returns the load of Weir's side for reading an existing topic. */
    Workload reading(String topic, Duration limit) {
        return new Workload(
                load.name(),
                TopicLayout.toRead(topic),
                with(load.messages()),
                kind == RefereeKind.CONSUMER
                        ? Subscriptions.alike(1, 1, 0)
                        : new Subscriptions(List.of(new Subscription(
                                "0",
                                consumers(),
                                StartPosition.LATEST,
                                OptionalLong.empty(),
                                0,
                                Map.of(),
                                Optional.of(new ShareGroup(false, 0, 0, 0, 1, false, Map.of()))))),
                new ConsumeOnly(),
                // Its rate is exact to this time at either end. Snapshots take CPU time, which a fast share group
                // needs.
                new Timing(
                        Duration.ZERO,
                        Optional.of(limit),
                        Duration.ofMillis(kind == RefereeKind.SHARE_CONSUMER ? 500 : 100)),
                PhaseSpec.PLAIN,
                RunSettings.plain(false, load.run().seed()));
    }

    /** Returns the messages in partitions that the client chooses. */
    private static MessageSpec with(MessageSpec messages) {
        return new MessageSpec(messages.keys(), messages.payload(), PartitionWeights.NONE);
    }

    /** Goes through a workload field by field. */
    private static final class Reading {
        private final WorkloadSeries series;
        private final Workload load;
        private final Problems problems;
        private final List<String> leftOut = new ArrayList<>();
        private boolean refused;

        Reading(WorkloadSeries series, Problems problems) {
            this.series = series;
            this.load = series.points().get(0).workload();
            this.problems = problems;
        }

        Optional<RefereePlan> plan(Optional<RefereeKind> tool) {
            RefereeKind kind = tool.orElse(closest(load));
            refuse(
                    series.points().size() > 1,
                    "",
                    "leads to " + series.points().size() + " runs: a referee takes a file that is one load");
            refuse(
                    !load.load().transactionsField().isEmpty(),
                    load.load().transactionsField(),
                    "cannot be: no tool of Kafka's measures transactions");
            refuse(
                    load.load().shape().isInRequests() || load.load().shape().reads(),
                    load.load().shape().reads() ? "readRatio" : "recordsPerRequest",
                    "cannot be: a tool sends messages one by one, and reads nothing in between");
            refuse(
                    load.topics().count() != 1,
                    "topics",
                    "must be 1: a tool has one topic, got " + load.topics().count());
            refuse(
                    load.phases().retention().isSaid(),
                    "retention",
                    "is set for a run's own topics, which the tool's is not: remove it, or set it in the driver's"
                            + " topicConfig");
            leave(!load.run().thresholds().isEmpty(), "thresholds: only the default ones are judged");
            leave(!load.run().hooks().isEmpty(), "hooks: their commands are not run");
            leave(!load.run().brokerMetrics().isEmpty(), "brokerMetrics: no endpoint is sampled");
            leave(!load.run().faults().isEmpty(), "faults: no broker fails");
            leave(!load.subscriptions().members().isEmpty(), "members: no consumer joins or leaves");
            leave(
                    load.topics().connections().areWanted(),
                    "connectionsPerProducer: a client has the connections that it needs");
            leave(load.run().profile().isPresent(), "profile: no process is profiled");
            leave(series.repeat() > 1, "repeat: --repeat sets how often both are run");
            Workload ours = switch (kind) {
                case PRODUCER -> producing();
                case CONSUMER, SHARE_CONSUMER -> consuming(kind == RefereeKind.SHARE_CONSUMER);
                case END_TO_END -> endToEnd();
            };
            return refused ? Optional.empty() : Optional.of(new RefereePlan(kind, ours, leftOut));
        }

        private Workload producing() {
            checkSending("the tool's messages have none");
            refuse(
                    load.load().shape().isClosedLoop(),
                    "mode",
                    "must be open: the tool sends by its rate and not by messages in flight");
            leave(
                    load.consumers() > 0,
                    "consumers: neither side has consumers; the tool has a producer and nothing else");
            leave(load.phases().backlog().isWanted(), "consumerBacklogSizeGB: no backlog is built");
            return sending(0);
        }

        private Workload endToEnd() {
            checkSending("a closed loop has none");
            boolean closed = load.load().shape().isClosedLoop();
            refuse(
                    closed && load.load().shape().inFlight() != 1,
                    "inFlight",
                    "must be 1: the tool has one message under way, got "
                            + load.load().shape().inFlight());
            refuse(
                    !closed && Double.isInfinite(load.producerRate()),
                    "producerRate",
                    "must not be max: the tool has one message under way; set mode to closed and remove the rate");
            refuse(
                    load.consumers() == 0,
                    "subscriptionsPerTopic",
                    "must be at least 1, with a consumer: the tool measures to the receipt");
            leave(load.phases().backlog().isWanted(), "consumerBacklogSizeGB: no backlog is built");
            leave(load.consumers() > 1, "consumers: both have one");
            if (!closed) {
                leftOut.add(
                        "producerRate: only Weir's side has one, from the file; the tool sends the next message when "
                                + "it has received the previous one");
            }
            return sending(1);
        }

        private Workload consuming(boolean shares) {
            boolean filled = load.phases().backlog().isWanted();
            refuse(
                    !filled && !load.isConsumeOnly(),
                    "consumerBacklogSizeGB",
                    "must be above 0: the tool reads messages that exist before it begins; or name an existing topic "
                            + "with existingConsumeTopicList");
            refuse(
                    load.topics().exist() && !load.isConsumeOnly(),
                    existingTopics(),
                    "would be written to: remove it, or name the topic to read with existingConsumeTopicList");
            refuse(
                    load.subscriptions().each().stream().anyMatch(Subscription::needsPlacing),
                    "subscriptions",
                    "must not have from, startAfter or consumerConfig: the tool reads all from the first message");
            refuse(
                    load.subscriptions().haveShareGroups(),
                    "subscriptions",
                    "must not be share groups: the file has consumer groups, and --tool share-consumer reads as share"
                            + " groups instead; use type: group");
            refuse(load.subscriptions().areBusy(), "consumerProcessingTime", "must be 0s: the tool takes no time");
            refuse(
                    load.subscriptions().count() != 1,
                    "subscriptionsPerTopic",
                    "must be 1: the tool is one consumer, got "
                            + load.subscriptions().count());
            leave(!shares && load.subscriptions().mostConsumers() > 1, "consumers: both have one");
            leave(
                    shares,
                    "consumer group: both read as a share group, and accept the messages of a poll with the next");
            if (filled) {
                refuseOtherSizes();
                leftOut.add("producers: the topic is filled by the producer tool before either reads it from its begin;"
                        + " what the file sends while consumers catch up is left out");
            }
            return load;
        }

        /** @param noKeys why keys are not possible */
        private void checkSending(String noKeys) {
            refuse(load.isConsumeOnly(), "producersPerTopic", "must be at least 1: nothing is sent");
            refuse(
                    load.topics().exist() && !load.isConsumeOnly(),
                    existingTopics(),
                    "is not possible: each run gets a topic of its own");
            refuse(load.messages().keys().distributor() != KeyDistributor.NO_KEY, "keys", "cannot be: " + noKeys);
            refuseOtherSizes();
            refuse(!load.messages().headers().isEmpty(), "headers", "cannot be: the tool's messages have none");
            refuse(
                    load.messages().payload().stampInHeader(),
                    "stamp",
                    "cannot be header: the tool's messages have no headers");
            refuse(
                    !load.messages().partitionWeights().equals(PartitionWeights.NONE),
                    "partitionWeights",
                    "cannot be: the tool leaves it to its client to choose partitions");
            refuse(
                    load.load().rate() instanceof Rate.Curve,
                    "producerRateList",
                    "cannot be: the tool has one rate; set producerRate");
            refuse(load.load().rate() instanceof Rate.Search, "producerRate", "must not be searched: name one, or max");
            refuse(
                    load.load().shape().arrival() != Arrival.UNIFORM,
                    "arrival",
                    "must be uniform: the tool supports no other, got "
                            + load.load().shape().arrival().name().toLowerCase(Locale.ROOT));
            refuse(
                    load.timing().test().isEmpty(),
                    "testDuration",
                    "must be more than 0s: the tool needs a number of messages");
            refuse(
                    load.phases().warmupEnd() != WarmupEnd.DURATION,
                    "warmupUntil",
                    "cannot be: the tool warms up for a number of messages; remove it");
            leave(load.producers() > 1, "producers: both have one, which sends at the whole rate");
            leave(
                    load.load().warmupRate().atBegin() != load.producerRate(),
                    "warmupProducerRate: both warm up at the producerRate");
            leave(
                    !load.phases().warmupSettle().isZero(),
                    "warmupSettle: it is part of the warm-up, which has one rate here");
            leave(load.load().shape().skipsLate(), "catchUp: the tool catches up, and so does Weir here");
        }

        private String existingTopics() {
            String both = "existingTopicList";
            return series.lines().containsKey(both) ? both : "existingProduceTopicList";
        }

        private void refuseOtherSizes() {
            refuse(
                    !load.messages().payload().sizes().isNone(),
                    "messageSizeDistribution",
                    "cannot be: the tool's messages have one size; set messageSize");
            refuse(
                    load.messages().payload().messageSize() == 0,
                    "messageSize",
                    "must be at least 1: the tool sends no empty ones");
        }

        /** Returns the workload with one producer, this many consumers, one rate, and no hooks or faults. */
        private Workload sending(int consumers) {
            Timing timing = load.timing();
            return new Workload(
                    load.name(),
                    TopicLayout.alike(1, Math.max(1, load.topics().partitionsOf(0)), 1),
                    with(load.messages()),
                    Subscriptions.alike(consumers, consumers, 0),
                    loadOfOne(),
                    new Timing(
                            timing.warmup().plus(load.phases().warmupSettle()), timing.test(), timing.sampleInterval()),
                    PhaseSpec.PLAIN,
                    RunSettings.plain(load.run().audited(), load.run().seed()));
        }

        /** Returns the load of one producer: even, without skipping. */
        private Load loadOfOne() {
            LoadShape given = load.load().shape();
            var shape = new LoadShape(
                    Arrival.UNIFORM, given.burstPeriodNanos(), false, given.inFlight(), given.pacingPrecisionNanos());
            if (shape.isClosedLoop()) {
                return new ClosedLoop(shape, PipelineSpec.NONE);
            }
            Rate.Constant rate = Rate.Constant.of(load.producerRate());
            return new OpenLoop(rate, rate, shape, TransactionSpec.NONE, PipelineSpec.NONE);
        }

        private void refuse(boolean wrong, String field, String message) {
            if (wrong) {
                refused = true;
                int line = series.lines().getOrDefault(field, 0);
                problems.error(new Problem(series.file().toString(), line, field, message));
            }
        }

        private void leave(boolean given, String line) {
            if (given) {
                leftOut.add(line);
            }
        }
    }
}
