package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.WatchedShares;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.faults.FaultSection;
import dev.weir.feature.faults.FaultSection.BrokerFault;
import dev.weir.feature.members.MemberEvent;
import dev.weir.feature.members.MemberEventResult;
import dev.weir.feature.members.Members;
import dev.weir.feature.sharegroups.ShareCounts;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.sharegroups.ShareGroupFeature;
import dev.weir.feature.sharegroups.ShareGroupResult;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Whole runs with a share group whose consumers, or one of whose three brokers, come to an end. In the check, {@code
 * ShareGroupRunTest} holds that locks expire, and {@code ShareConsumerTest} that a consumer releases messages that it has
 * not acknowledged.
 */
@Order(1)
@ResourceLock(TestClusters.DISTURBED)
@ResourceLock("processors that workers take")
class ShareMemberRunTest {
    private CountingShares counting = new CountingShares();

    @TempDir
    Path folder;

    /** Locks last longer than the run, so that a message comes back only if it is released or its consumer ends. */
    @Test
    @Tag("soak")
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
        RunResult result = run(workload, share);
        // Consumers that have nothing when they end show nothing. On a host with much else to do, that happens.
        for (int attempt = 1; heldAtEnd(result) == 0 && attempt < 4; attempt++) {
            result = run(workload, share);
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
    void locksOfAConsumerThatStandsStillExpire() {
        var share = new ShareGroup(true, 0, 0, 0, 1, false, Map.of("share.record.lock.duration.ms", "2000"));
        RunResult result = MiniCluster.undisturbed(() -> run(
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
    @ResourceLock(TestClusters.THREE)
    void messagesOfAKilledBrokerAreNeitherLostNorDuplicated() {
        var share = new ShareGroup(true, 0.03, 0.02, 0, 1, false, Map.of("share.record.lock.duration.ms", "5000"));
        RunResult result = run(
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

    private static ShareGroupResult group(RunResult result) {
        return ShareGroupFeature.PART.in(result.weir()).orElseThrow().get(0);
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
        assertThat(group.redeliveries()).as(group.toString()).hasValue(counting.redeliveries());
        return group;
    }

    private RunResult run(Workloads workload, ShareGroup share) {
        return run(TestClusters.disturbed(), workload, share);
    }

    private RunResult run(KafkaEmbeddedCluster brokers, Workloads workload, ShareGroup share, BrokerFault... faults) {
        counting = new CountingShares();
        Subscription subscription = Workloads.jobs(
                12, 8_000_000, share, Map.of("max.poll.records", "20", "share.acquire.mode", "record_limit"));
        // Three times a session: killed consumers keep their partition until their sessions end, and then it is
        // assigned.
        try (var workers =
                new MiniCluster(2, folder, new Drivers(List.of(counting))).deliverySilence(Duration.ofSeconds(30))) {
            DriverConfig own = brokers.driverConfig();
            var config = new DriverConfig(own.name(), WatchedShares.NAME, own.topics(), own.clients(), own.settings());
            return workers.run(
                    workload.topics(1, 4)
                            .rates(1000, 1000)
                            .keys(KeySpec.of(KeyDistributor.KEY_ROUND_ROBIN))
                            .subscriptions(subscription)
                            .section(new FaultSection(), List.of(faults))
                            .build(),
                    config,
                    brokers.faults().orElseThrow());
        }
    }

    /** Kafka, with a count of its own of what consumers are given. */
    private static final class CountingShares extends WatchedShares {
        private final AtomicLong deliveries = new AtomicLong();
        private final Map<String, Integer> messages = new ConcurrentHashMap<>();

        /** Deliveries of messages that a consumer had been given before. */
        long redeliveries() {
            return deliveries.get() - messages.size();
        }

        @Override
        protected boolean isGiven(int partition, long offset) {
            deliveries.incrementAndGet();
            messages.merge(partition + ":" + offset, 1, Integer::sum);
            return true;
        }
    }
}
