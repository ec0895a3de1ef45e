package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.audit.SequenceSet;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.plan.RunPlan;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.DeliveredOffsets;
import dev.weir.wire.message.DeliveredOffsets.Span;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two topics with a producer each; 100 messages were acknowledged in each, and 60 of them arrived. */
class MissingMessagesTest {
    private static final Workload WORKLOAD = Workloads.small()
            .topics(2, 1)
            .producersPerTopic(1)
            .subscriptionsPerTopic(1, 1)
            .build();
    private static final RunPlan PLAN = RunPlan.of(WORKLOAD, DriverConfig.of("none"), "a", 1, Topology.SWARM);

    private final DeliveryAudit audit = new DeliveryAudit(1, true);
    private final ExpiredMessages removed = new ExpiredMessages(Set.of(), Set.of());
    private final MissingMessages missing = new MissingMessages(WORKLOAD, PLAN, audit, removed);

    MissingMessagesTest() {
        for (int producer = 0; producer < 2; producer++) {
            audit.acknowledged(sequences(producer, 0, 100));
            audit.received(0, AuditNotes.inOrder(sequences(producer, 40, 100)));
        }
    }

    /** A consumer of another program may be a member of the group, too. */
    @Test
    void whatIsMissingInAGivenGroupIsUnknown() {
        Workload existing = Workloads.small()
                .existing(List.of("one", "two"))
                .producersPerTopic(1)
                .subscriptionsPerTopic(1, 1)
                .build();
        var clients = new ClientConfig(Map.of(), Map.of(), Map.of("group.id", "team.readers"));
        RunPlan given = RunPlan.of(
                existing,
                new DriverConfig("none", "none", TopicConfig.DEFAULT, clients, Map.of()),
                "a",
                1,
                Topology.SWARM);

        AuditResult result = new MissingMessages(existing, given, audit, removed).audited(true);

        assertThat(result.violations().lost()).isZero();
        assertThat(result.blocks().unknown()).isEqualTo(80);
    }

    @Test
    void whatIsMissingBeyondRemovedMessagesIsLost() {
        passOver(0, 1, 31);
        passOver(1, 1, 41);

        AuditResult result = missing.audited(true);

        // Of the second topic, 40 were removed. Of the first, only 30: one does not make up for the other.
        assertThat(result.counts().expired()).isEqualTo(70);
        assertThat(result.violations().lost()).isEqualTo(10);
        assertThat(missing.lostOrUnknown()).containsExactly(10L);
        assertThat(result.blocks().unknown()).isZero();
        assertThat(result.verdict()).isEqualTo("violated");
        // Which of the missing ones these are is unknown.
        assertThat(result.blocks().examples()).isEmpty();
    }

    @Test
    void eachSubscriptionHasLostAndUnknownMessagesOfItsOwn() {
        Workload two = Workloads.small()
                .topics(2, 1)
                .producersPerTopic(1)
                .subscriptionsPerTopic(2, 1)
                .build();
        var ofTwo = new DeliveryAudit(2, true);
        ofTwo.acknowledged(sequences(0, 0, 100));
        ofTwo.received(0, AuditNotes.inOrder(sequences(0, 40, 100)));
        ofTwo.received(1, AuditNotes.inOrder(sequences(0, 0, 100)));
        RunPlan plan = RunPlan.of(two, DriverConfig.of("none"), "a", 1, Topology.SWARM);

        assertThat(new MissingMessages(two, plan, ofTwo, removed).lostOrUnknown())
                .containsExactly(40L, 0L);
    }

    @Test
    void moreRemovedOffsetsThanMissingMessagesAreNoLoss() {
        passOver(0, 1, 200);
        passOver(1, 1, 41);

        AuditResult result = missing.audited(true);

        assertThat(result.counts().expired()).isEqualTo(80);
        assertThat(result.violations().lost()).isZero();
        assertThat(result.verdict()).isEqualTo("expired");
    }

    @Test
    void withoutRemovedMessagesAllThatIsMissingIsLost() {
        AuditResult result = missing.audited(true);

        assertThat(result.violations().lost()).isEqualTo(80);
        assertThat(result.counts().expired()).isZero();
        assertThat(result.blocks().examples()).isNotEmpty();
    }

    @Test
    void whatARunThatEndedEarlyDidNotAwaitIsUnknown() {
        passOver(0, 1, 31);

        AuditResult result = missing.audited(false);

        assertThat(result.counts().expired()).isEqualTo(30);
        assertThat(result.blocks().unknown()).isEqualTo(50);
        assertThat(result.violations().lost()).isZero();
        assertThat(result.verdict()).isEqualTo("incomplete");
    }

    private void passOver(int topic, long from, long to) {
        String name = PLAN.topics().get(topic).name();
        removed.add(
                0, new DeliveredOffsets(name, List.of(new Span(0, 0, from), new Span(0, to, to + 60))), Phase.DRAIN);
        removed.add(new LogWatch.Reading(topic + 1L, Map.of(name, List.of(new LogRange(to, to + 60))), Map.of()));
    }

    private static SequenceSet sequences(int producer, long from, long to) {
        var set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(producer, sequence);
        }
        return set;
    }
}
