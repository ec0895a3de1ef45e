package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.DeliveryAudit;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.ManualClock;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.figures.SubscriptionTally;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.result.Snapshots;
import dev.weir.result.code.Code;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.RunClients.SubscriptionResult;
import dev.weir.result.document.RunClients.SubscriptionResult.LaterStart;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A tail of 1,000 messages a second, and beside it a reader from the first message and one from the end. */
class LaterSubscriptionsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int ARCHIVE = 1;
    private static final int LATE = 2;
    private static final Workload WORKLOAD = Workloads.small()
            .subscriptions(
                    new Subscription("tail", 1, StartPosition.LATEST, OptionalLong.empty(), 0, Map.of()),
                    new Subscription("archive", 1, StartPosition.EARLIEST, OptionalLong.of(3 * SECOND), 0, Map.of()),
                    new Subscription("late", 1, StartPosition.LATEST, OptionalLong.of(SECOND), 0, Map.of()))
            .build();
    private static final List<TopicSpec> TOPICS = List.of(new TopicSpec("t", 2));

    private final DeliveryAudit audit = new DeliveryAudit(3, true);
    private final SubscriptionTally tally = new SubscriptionTally(WORKLOAD, audit, s -> 0);
    private final LaterSubscriptions later = new LaterSubscriptions(WORKLOAD, tally, audit, new ManualClock(0));
    private long seconds;
    private long archived;

    /** A second in which all that is sent is acknowledged, and the archive receives so many. */
    private List<String> second(int ofArchive) {
        seconds++;
        var counts = new Counts(1000, 1000, 0, 1000, 0, 0);
        SequenceSet sent = Ticks.sequences(0, 1000 * (seconds - 1), 1000 * seconds);
        SequenceSet read = Ticks.sequences(0, archived, archived + ofArchive);
        archived += ofArchive;
        audit.acknowledged(sent);
        audit.received(0, AuditNotes.inOrder(sent));
        audit.received(ARCHIVE, AuditNotes.inOrder(read));
        tally.add(
                Phase.MEASUREMENT,
                Ticks.taken(
                        Snapshots.of(seconds, counts, new LatencySet()),
                        sent,
                        List.of(Ticks.received(0, 1000, sent), Ticks.received(ARCHIVE, ofArchive, read))));
        return later.tick(Ticks.second(Phase.MEASUREMENT, seconds - 1, counts)).stream()
                .map(RunEvent::text)
                .toList();
    }

    @Test
    void reportsWhenAReaderBeginsAndHasCaughtUpAndHowFastItWas() {
        later.measurementBegins(0);
        List<List<String>> events = new ArrayList<>();
        for (int received : List.of(0, 0, 0, 500, 2000, 2000, 2000, 1400)) {
            events.add(second(received));
        }

        assertThat(events)
                .containsExactly(
                        List.of("the consumers of subscription late begin"),
                        List.of(),
                        List.of("the consumers of subscription archive begin"),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("subscription archive has caught up, 4.0 s after it began"),
                        List.of());
        assertThat(later.result(ARCHIVE)).hasValue(new LaterStart(3, OptionalDouble.of(4), OptionalDouble.of(2000)));
        assertThat(later.partName(0)).isEmpty();
        assertThat(later.partName(2 * SECOND)).isEqualTo(", late reading");
        assertThat(later.partName(3 * SECOND)).isEqualTo(", archive caught up, late reading");
    }

    @Test
    void reportsThatAReaderHasNotCaughtUp() {
        later.measurementBegins(0);
        for (int received : List.of(0, 0, 0, 500, 500, 500)) {
            second(received);
        }

        assertThat(later.result(ARCHIVE).orElseThrow().caughtUpAfterSeconds()).isEmpty();
        assertThat(codes()).contains(ReasonCode.CATCH_UP_UNKNOWN);
    }

    @Test
    void auditsAReaderFromTheEndOnceAllWorkersHaveReportedTheirSends() {
        var one = new WorkerLink(0, "one");
        var other = new WorkerLink(1, "other");
        List<WorkerLink> both = List.of(one, other);
        later.measurementBegins(0);
        second(0);
        later.positions(List.of(new ConsumerPositions("t", LATE, Map.of(0, 100L))));
        assertThat(later.readyForSentCounts(TOPICS, both)).isEmpty();
        assertThat(codes()).containsExactly(ReasonCode.NOT_AUDITED);
        assertThat(late().backlogMessages()).isEmpty();

        later.positions(List.of(new ConsumerPositions("t", LATE, Map.of(1, 100L))));
        assertThat(later.readyForSentCounts(TOPICS, both)).containsExactly(LATE);
        assertThat(later.readyForSentCounts(TOPICS, both)).isEmpty();
        later.sent(other, new Message.SentSoFar(ARCHIVE, Map.of()));
        later.sent(one, new Message.SentSoFar(LATE, Map.of(0, 1000L)));
        assertThat(codes()).containsExactly(ReasonCode.NOT_AUDITED);
        later.sent(other, new Message.SentSoFar(LATE, Map.of()));
        assertThat(codes()).isEmpty();
        assertThat(late().backlogMessages()).hasValue(0);

        second(2000);
        second(1000);
        // The first second is not for it.
        assertThat(late().backlogMessages()).hasValue(2000);
        assertThat(late().backlogGrowthMessages()).hasValue(2000);
        assertThat(audit.isComplete()).isFalse();
        audit.received(LATE, AuditNotes.inOrder(Ticks.sequences(0, 1024, 3000)));
        assertThat(audit.isComplete()).isTrue();
    }

    @Test
    void doesNotWaitForTheAnswerOfALostWorker() {
        var one = new WorkerLink(0, "one");
        later.measurementBegins(0);
        second(0);
        later.positions(List.of(new ConsumerPositions("t", LATE, Map.of(0, 100L, 1, 100L))));
        assertThat(later.readyForSentCounts(TOPICS, List.of(one, new WorkerLink(1, "lost"))))
                .containsExactly(LATE);
        later.sent(one, new Message.SentSoFar(LATE, Map.of(0, 1000L)));
        assertThat(codes()).containsExactly(ReasonCode.NOT_AUDITED);

        assertThat(later.readyForSentCounts(TOPICS, List.of(one))).isEmpty();

        assertThat(codes()).isEmpty();
    }

    private SubscriptionResult late() {
        return tally.results((double) seconds, TOPICS, subscription -> new LatencySet(), later::result)
                .get(LATE);
    }

    private List<Code> codes() {
        return later.reasons().stream().<Code>map(Reason::code).toList();
    }
}
