package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.Deliveries.MissingMessages;
import dev.weir.coordinator.phase.Preparation;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.workers.WorkerLinks;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.coordinator.workers.Workers;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.plan.RunPlan;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.Journal;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets.Span;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two topics with a producer each; 100 messages were acknowledged in each, and 60 of them arrived. */
class MissingMessagesTest {
    private static final DriverConfig NONE = DriverConfig.of("none");
    private static final Workload WORKLOAD = workload(1);
    private static final RunPlan PLAN = RunPlan.of(WORKLOAD, NONE, "a", 1, Topology.SWARM);

    private final DeliveryAudit audit = new DeliveryAudit(1, true);
    private final ExpiredMessages removed = new ExpiredMessages(Set.of(), Set.of());
    private final ManualClock clock = new ManualClock(0);
    private final MissingMessages missing = new MissingMessages(WORKLOAD, PLAN, audit, removed);

    private static Workload workload(int subscriptions) {
        return Workloads.small()
                .topics(2, 1)
                .producersPerTopic(1)
                .subscriptionsPerTopic(subscriptions, 1)
                .build();
    }

    MissingMessagesTest() {
        for (int producer = 0; producer < 2; producer++) {
            audit.acknowledged(Ticks.sequences(producer, 0, 100));
            audit.received(0, AuditNotes.inOrder(Ticks.sequences(producer, 40, 100)));
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

    /** Of the messages of each topic, those from offset 1 up to the given one were removed. */
    @ParameterizedTest
    @CsvSource({
        // Of the second topic, 40 were removed. Of the first, only 30: one does not make up for the other.
        "31, 41, true, 70, 10, 0, violated",
        // More than are missing.
        "200, 41, true, 80, 0, 0, expired",
        "1, 1, true, 0, 80, 0, violated",
        // A run that ended early did not await them.
        "31, 1, false, 30, 0, 50, incomplete"
    })
    void whatIsMissingBeyondRemovedMessagesIsLost(
            long first, long second, boolean settled, long expired, long lost, long unknown, String verdict) {
        passOver(0, 1, first);
        passOver(1, 1, second);

        AuditResult result = missing.audited(settled);

        assertThat(result)
                .extracting(
                        each -> each.counts().expired(),
                        each -> each.violations().lost(),
                        each -> each.blocks().unknown(),
                        AuditResult::verdict)
                .containsExactly(expired, lost, unknown, verdict);
        assertThat(missing.lostOrUnknown()).containsExactly(lost + unknown);
        // Which of the missing ones are lost is unknown if others have expired.
        assertThat(result.blocks().examples().isEmpty()).isEqualTo(expired > 0);
    }

    @Test
    void eachSubscriptionHasLostAndUnknownMessagesOfItsOwn() {
        Workload two = workload(2);
        var ofTwo = new DeliveryAudit(2, true);
        ofTwo.acknowledged(Ticks.sequences(0, 0, 100));
        ofTwo.received(0, AuditNotes.inOrder(Ticks.sequences(0, 40, 100)));
        ofTwo.received(1, AuditNotes.inOrder(Ticks.sequences(0, 0, 100)));
        RunPlan plan = RunPlan.of(two, NONE, "a", 1, Topology.SWARM);

        assertThat(new MissingMessages(two, plan, ofTwo, removed).lostOrUnknown())
                .containsExactly(40L, 0L);
    }

    /**
     * The only worker is lost; 10 messages were sent before, and 10 are sent three minutes later. A worker that stands
     * still can go on at any time, and receive messages for a while.
     */
    @ParameterizedTest
    @CsvSource({"true, 10", "false, 20"})
    void deliveriesAreKnownAgainOnlyAfterALostWorkerHasEnded(boolean reportedEnd, long unknown, @TempDir Path folder) {
        try (var journal = new Journal(folder.resolve("run"), 0);
                var workers = WorkerLinks.none(clock)) {
            Deliveries deliveries = deliveries(workers, journal, folder);
            DeliveryAudit audited = deliveries.audited().orElseThrow();
            audited.acknowledged(Ticks.sequences(0, 0, 10));
            deliveries.lost(WorkerLinks.silent(reportedEnd));
            assertThat(deliveries.unknown()).isEqualTo(new Absence(false, true));

            clock.advance(Duration.ofMinutes(3));
            assertThat(deliveries.unknown()).isEqualTo(Absence.NONE);
            audited.acknowledged(Ticks.sequences(0, 5000, 5010));

            assertThat(audited.unknown(0)).isEqualTo(unknown);
            journal.end();
        }
    }

    private Deliveries deliveries(Workers workers, Journal journal, Path folder) {
        var request = new RunRequest(
                new RunIdentity("run", "test", "test", 0, CampaignPlace.NONE),
                WORKLOAD,
                MeasuredSystem.of(NONE, new NoneDriverFactory()),
                List.of(new WorkerTarget("worker", new InetSocketAddress(0))),
                RunSetup.local(),
                folder.resolve("run"),
                Duration.ofSeconds(3));
        var progress = ProgressListener.NONE;
        var preparation = new Preparation(request, PLAN, workers, clock, new StopRequest(clock), progress, () -> {});
        return new RunIntervals(request, clock, workers, preparation, journal, progress, List.of(), List::of)
                .deliveries();
    }

    private void passOver(int topic, long from, long to) {
        String name = PLAN.topics().get(topic).name();
        removed.add(
                0, new DeliveredOffsets(name, List.of(new Span(0, 0, from), new Span(0, to, to + 60))), Phase.DRAIN);
        removed.add(new LogWatch.Reading(topic + 1L, Map.of(name, List.of(new LogRange(to, to + 60))), Map.of()));
    }
}
