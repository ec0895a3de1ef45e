package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.share.ShareListener;
import dev.weir.driver.share.ShareSupport;
import dev.weir.feature.faults.Faults;
import dev.weir.feature.faults.Faults.BrokerFault;
import dev.weir.feature.members.MemberSection.MemberEvent;
import dev.weir.feature.members.Members;
import dev.weir.feature.members.Members.MemberEventResult;
import dev.weir.feature.sharegroups.SeededHandling;
import dev.weir.feature.sharegroups.ShareCounts;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.sharegroups.ShareGroupFeature;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareGroupResult;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Whole runs with share groups, on an embedded broker; in some, consumers or one of three brokers come to an end. {@code
 * ShareConsumerTest} holds in the check that a consumer releases messages that it has not acknowledged.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class ShareGroupRunTest {
    private static final Map<String, String> SINGLE_MESSAGES =
            Map.of("max.poll.records", "1", "share.acquire.mode", "record_limit");

    private static final MessageHeader TYPE = new MessageHeader("content-type", "application/json");

    /** Partitions and offsets of messages that watched consumers were given, each as often as it was. */
    private final Queue<String> given = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    /** Each consumer takes one message at a time, so that no lock expires but those of messages that it keeps. */
    @Test
    void releasesAndExpiredLocksAreCountedExactly() {
        var limits = Map.of("share.record.lock.duration.ms", "8000", "share.delivery.count.limit", "3");
        var share = new ShareGroup(true, 0.03, 0.02, 0.004, 1, false, limits);
        Workload workload = Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .subscriptions(Workloads.jobs(8, 0, share, SINGLE_MESSAGES))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(9))
                .build();
        RunResult result = run(workload);

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
        var expected = new SeededHandling(share, workload.run().seed(), 3);
        result.weir()
                .clients()
                .producers()
                .forEach(each ->
                        expected.add(each.producer(), each.counts().sends().acknowledged()));
        ShareGroupResult group = group(result);
        ShareCounts counts = group.counts();
        ShareCounts.Returned returned = counts.returned();
        // A lock can expire while the answer is under way. Then another consumer gets the message, and Kafka confirms
        // both answers. When the host stands still, that happens to at most one message of each consumer.
        long again = group.endedAgain().orElseThrow();
        assertThat(again)
                .isLessThanOrEqualTo(8)
                .isEqualTo(result.audit().blocks().redelivered());
        // If it expires before, as on a busy host, Kafka refuses the answer.
        long refused = returned.expired() - expected.expired();
        assertThat(refused).isBetween(0L, MiniCluster.lacksProcessorTime(result) ? 8L : 0L);
        // The other consumer may release such a message before a third one accepts it.
        assertThat(returned.released()).isBetween(expected.released(), expected.released() + again + refused);
        assertThat(SeededHandling.text(
                        counts.accepted() - again,
                        counts.rejected(),
                        counts.archived(),
                        expected.released(),
                        expected.expired()))
                .isEqualTo(expected.toString());
        assertThat(returned.released()).isGreaterThan(30);
        assertThat(returned.expired()).isGreaterThan(3);
        assertThat(counts.unanswered()).isZero();
        assertThat(counts.deliveriesByAttempt().get(0))
                .isEqualTo(result.audit().counts().acknowledged());
        assertThat(counts.deliveries())
                .isEqualTo(result.audit().counts().acknowledged() + returned.released() + returned.expired() + again);
        assertThat(group.redeliveries()).hasValue(returned.released() + returned.expired() + again);
        LatencySamples first = result.measured().of(Latency.END_TO_END_RESPONSE);
        LatencySamples accepted = result.measured().of(Latency.ACCEPTED_END_TO_END);
        // On a busy host, some messages are too late to be sent.
        assertThat(first.count()).isBetween(1800 - result.weir().load().unsent().orElseThrow(), 1800L);
        assertThat(accepted.count()).isLessThan(first.count());
        // A message whose lock expired was delivered again 8 s later at the earliest.
        assertThat(accepted.maxNanos()).isGreaterThan(8_000_000_000L);
        assertThat(result.measured().of(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT).count())
                .isGreaterThanOrEqualTo(accepted.count());
    }

    /** Their stamps are in headers. */
    @Test
    void consumersBeyondTheNumberOfPartitionsShareTheWork() {
        var share = new ShareGroup(false, 0, 0, 0, 1, false, Map.of());
        RunResult result = run(Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .payload(PayloadSpec.random(100).withStampInHeader(true))
                .headers(TYPE)
                .subscriptions(Workloads.jobs(8, 20_000_000, share, Map.of("max.poll.records", "10")))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(5))
                .build());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
        // One consumer alone could take 50 a second.
        SubscriptionResult subscription =
                result.weir().clients().subscriptions().get(0);
        assertThat(subscription.ceilingMessagesPerSecond()).hasValue(400);
        assertThat(result.weir().clients().consumers())
                .filteredOn(consumer -> consumer.counts().receipts().received() > 0)
                .hasSizeGreaterThan(1);
        assertThat(group(result).counts().accepted())
                .isEqualTo(result.audit().counts().acknowledged());
        assertThat(result.weir().clients().consumers())
                .extracting(consumer -> consumer.counts().receipts())
                .allSatisfy(receipts ->
                        assertThat(receipts.receivedBytes()).isEqualTo(receipts.received() * (100 + TYPE.bytes())));
    }

    /** On a busy host, locks expire before the client hands messages out, and Kafka archives them at the limit. */
    @Test
    void aConsumerRenewsTheLocksOfMessagesThatWait() {
        var limits = Map.of("share.record.lock.duration.ms", "2000", "share.delivery.count.limit", "10");
        var share = new ShareGroup(true, 0, 0, 0, 2, true, limits);
        RunResult result = run(Workloads.small()
                .topics(1, 1)
                .rates(60, 60)
                .subscriptions(Workloads.jobs(1, 50_000_000, share, Map.of("max.poll.records", "200")))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(4))
                .build());

        assertThat(result.failure()).isEmpty();
        AuditResult audit = result.audit();
        ShareCounts counts = group(result).counts();
        assertThat(audit.complete()).as(audit.toString()).isTrue();
        assertThat(audit.violations().lost() + audit.violations().duplicated())
                .as(audit.toString())
                .isZero();
        // The client gives up an acknowledgement that is not answered in time, as on a busy host.
        assertThat(audit.blocks().unknown()).isLessThanOrEqualTo(counts.unanswered());
        assertThat(counts.renewed()).isPositive();
        // Locks of messages that the client has not handed out yet cannot be renewed: on a busy host some expire.
        assertThat(counts.accepted() + counts.unanswered())
                .isGreaterThanOrEqualTo(audit.counts().acknowledged());
    }

    @Test
    void messagesThatNoConsumerIsGivenAreLost() {
        var lost = new AtomicInteger();
        var share = new ShareGroup(false, 0, 0, 0, 1, false, Map.of());
        Workload workload = Workloads.small()
                .topics(1, 1)
                .rates(200, 200)
                .subscriptions(Workloads.jobs(1, 0, share, Map.of()))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .build();
        // Kafka, but for a message now and then that is accepted although no consumer was given it.
        var losing = new WatchedShares((partition, offset) -> offset % 150 != 149 || lost.incrementAndGet() < 0);
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(losing)))) {
            RunResult result = cluster.run(workload, SharedCluster.config(WatchedShares.NAME));

            assertThat(result.failure()).isEmpty();
            assertThat(lost).hasPositiveValue();
            assertThat(result.audit().verdict()).isEqualTo("violated");
            assertThat(result.audit().violations().lost()).isEqualTo(lost.get());
            assertThat(result.audit().blocks().examples())
                    .extracting(AuditExample::kind)
                    .contains("lost");
            assertThat(group(result).counts().accepted())
                    .isEqualTo(result.audit().counts().acknowledged() - lost.get());
        }
    }

    /** Locks last longer than the run, so that a message comes back only if it is released or its consumer ends. */
    @Test
    @Tag("soak")
    @ResourceLock(TestClusters.DISTURBED)
    @ResourceLock("processors that workers take")
    void messagesOfConsumersThatEndAreCountedExactly() {
        var share = new ShareGroup(true, 0.03, 0.02, 0, 1, false, Map.of("share.record.lock.duration.ms", "60000"));
        Workloads workload = Workloads.small()
                .section(
                        Members.SECTION,
                        List.of(
                                event(2, Action.JOIN, 1, 0),
                                event(3, Action.STOP, 2, 2),
                                event(6, Action.LEAVE, 3, 0),
                                event(8, Action.KILL, 3, 0)))
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(11));
        RunResult result = runCounted(workload, share);
        // Consumers that have nothing when they end show nothing. On a host with much else to do, that happens.
        for (int attempt = 1; heldAtEnd(result) == 0 && attempt < 4; attempt++) {
            result = runCounted(workload, share);
        }

        assertThat(MiniCluster.events(result)).hasSize(4).containsOnly(EventKind.MEMBER_CHANGED);
        assertThat(MiniCluster.texts(result, EventKind.MEMBER_CHANGED))
                .extracting(text -> text.split(" ", -1)[0])
                .containsExactly("join", "stop", "leave", "kill");
        ShareGroupResult group = checkCounts(result);
        assertThat(group.counts().returned().expired()).isZero();
        assertThat(group.endedAgain()).hasValue(0);
        List<MemberEventResult> members = Members.PART.in(result.weir()).orElse(List.of());
        assertThat(members).allSatisfy(each -> {
            assertThat(each.assignment()).isEqualTo(MemberEventResult.AssignmentChange.NONE);
            assertThat(each.duplicated()).hasValue(0);
            assertThat(each.silence().maxSeconds()).isPresent();
            assertThat(each.silence().unended()).isZero();
        });
        long[] cameBack = members.stream()
                .mapToLong(each -> each.redelivered().orElseThrow())
                .toArray();
        assertThat(cameBack[0] + cameBack[1]).isZero();
        assertThat(cameBack[2] + cameBack[3])
                .isPositive()
                .isEqualTo(group.counts().returned().heldAtEnd());
    }

    /** The others get what half of the consumers have when they stop. */
    @Test
    @Tag("soak")
    @ResourceLock(TestClusters.DISTURBED)
    @ResourceLock("processors that workers take")
    void locksOfAConsumerThatStandsStillExpire() {
        var share = new ShareGroup(true, 0, 0, 0, 1, false, Map.of("share.record.lock.duration.ms", "2000"));
        RunResult result = MiniCluster.undisturbed(() -> runCounted(
                Workloads.small()
                        .section(Members.SECTION, List.of(event(2, Action.STOP, 6, 4)))
                        .durations(Duration.ofSeconds(1), Duration.ofSeconds(9)),
                share));

        ShareGroupResult group = checkCounts(result);
        MemberEventResult stop =
                Members.PART.in(result.weir()).orElse(List.of()).get(0);
        // Kafka confirms a late acknowledgement of a message that another consumer has ended by then.
        assertThat(group.counts().returned().expired() + group.endedAgain().orElseThrow())
                .isPositive();
        assertThat(group.counts().returned().heldAtEnd()).isZero();
        assertThat(stop.redelivered()).hasValue(group.counts().returned().expired());
        assertThat(stop.duplicated()).isEqualTo(group.endedAgain());
        assertThat(result.audit().blocks().unknown()).isZero();
    }

    /** The broker leads partitions of the topic and of the state of share groups. */
    @Test
    @Tag("soak")
    @ResourceLock(TestClusters.DISTURBED)
    @ResourceLock("processors that workers take")
    @ResourceLock(TestClusters.THREE)
    void messagesOfAKilledBrokerAreNeitherLostNorDuplicated() {
        var share = new ShareGroup(true, 0.03, 0.02, 0, 1, false, Map.of("share.record.lock.duration.ms", "5000"));
        RunResult result = runCounted(
                TestClusters.three(),
                Workloads.small().durations(Duration.ofSeconds(1), Duration.ofSeconds(20)),
                share,
                new BrokerFault(
                        Duration.ofSeconds(4),
                        OptionalInt.empty(),
                        BrokerFault.Action.KILL,
                        Optional.of(Duration.ofSeconds(8))));

        assertThat(MiniCluster.events(result)).hasSize(2).containsOnly(EventKind.BROKER_FAULT);
        assertThat(MiniCluster.texts(result, EventKind.BROKER_FAULT))
                .satisfiesExactly(
                        text -> assertThat(text).endsWith(" was killed"),
                        text -> assertThat(text).contains(" serves again, "));
        ShareGroupResult group = checkCounts(result);
        assertThat(group.counts().returned().heldAtEnd()).isZero();
    }

    private static long heldAtEnd(RunResult result) {
        return group(result).counts().returned().heldAtEnd();
    }

    private static MemberEvent event(int seconds, Action action, int count, int length) {
        return new MemberEvent(Duration.ofSeconds(seconds), action, "jobs", count, Duration.ofSeconds(length));
    }

    private ShareGroupResult checkCounts(RunResult result) {
        assertThat(result.failure()).isEmpty();
        AuditResult audit = result.audit();
        ShareGroupResult group = group(result);
        ShareCounts counts = group.counts();
        assertThat(audit.complete()).as(audit.toString()).isTrue();
        assertThat(audit.violations().lost() + audit.violations().duplicated())
                .as(audit.toString())
                .isZero();
        assertThat(audit.counts().delivered())
                .isEqualTo(audit.counts().acknowledged() - audit.blocks().unknown());
        assertThat(audit.blocks().unknown()).isLessThanOrEqualTo(counts.unanswered());
        assertThat(audit.blocks().redelivered()).isEqualTo(group.endedAgain().orElseThrow());
        assertThat(counts.unsettled()).isEqualTo(counts.unanswered());
        assertThat(counts.ended())
                .isEqualTo(audit.counts().delivered()
                        + audit.violations().deliveredThoughFailed()
                        + audit.blocks().redelivered());
        // What consumers were given, counted by the test.
        assertThat(group.redeliveries())
                .as(group.toString())
                .hasValue(given.size() - Set.copyOf(given).size());
        return group;
    }

    private RunResult runCounted(Workloads workload, ShareGroup share) {
        return runCounted(TestClusters.disturbed(), workload, share);
    }

    private RunResult runCounted(
            KafkaEmbeddedCluster brokers, Workloads workload, ShareGroup share, BrokerFault... faults) {
        given.clear();
        Subscription subscription = Workloads.jobs(
                12, 8_000_000, share, Map.of("max.poll.records", "20", "share.acquire.mode", "record_limit"));
        var watched = new WatchedShares((partition, offset) -> given.add(partition + ":" + offset));
        // Three times a session: killed consumers keep their partition until their sessions end, and then it is
        // assigned.
        try (var workers =
                new MiniCluster(2, folder, new Drivers(List.of(watched))).deliverySilence(Duration.ofSeconds(30))) {
            DriverConfig own = brokers.driverConfig();
            var config = new DriverConfig(own.name(), WatchedShares.NAME, own.topics(), own.clients(), own.settings());
            return workers.run(
                    workload.topics(1, 4)
                            .rates(1000, 1000)
                            .keys(KeySpec.of(KeyDistributor.KEY_ROUND_ROBIN))
                            .subscriptions(subscription)
                            .section(new Faults(), List.of(faults))
                            .build(),
                    config,
                    brokers.faults().orElseThrow());
        }
    }

    /**
     * Kafka's driver, which shows each delivery to a consumer of a share group before the consumer is given it, or withholds
     * it if {@link #isGiven} says so. Called on the threads of the readers.
     */
    private record WatchedShares(BiPredicate<Integer, Long> isGiven) implements DriverFactory {
        static final String NAME = "watched";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Driver open(DriverConfig config) {
            return new KafkaDriver(config, "Kafka") {
                @Override
                public Optional<ShareSupport> shares() {
                    return super.shares()
                            .map(kafka -> Intercepted.of(ShareSupport.class, kafka, (method, arguments, original) -> {
                                if (method.equals("openShareReader")) {
                                    arguments[2] = watched((ShareListener) arguments[2]);
                                }
                                return original.call();
                            }));
                }
            };
        }

        private ShareListener watched(ShareListener listener) {
            return Intercepted.of(
                    ShareListener.class,
                    listener,
                    (method, arguments, original) ->
                            method.equals("delivered") && !isGiven.test((int) arguments[0], (long) arguments[1])
                                    ? null
                                    : original.call());
        }
    }

    private RunResult run(Workload workload) {
        try (var cluster = new MiniCluster(2, folder).deliverySilence(Duration.ofSeconds(20))) {
            return cluster.runUndisturbed(workload, SharedCluster.config("kafka"));
        }
    }

    private static ShareGroupResult group(RunResult result) {
        List<ShareGroupResult> groups = ShareGroupFeature.PART.in(result.weir()).orElseThrow();
        assertThat(groups).hasSize(1);
        return groups.get(0);
    }
}
