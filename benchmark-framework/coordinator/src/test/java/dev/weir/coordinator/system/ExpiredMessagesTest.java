package dev.weir.coordinator.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.admin.TopicState;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One topic with one partition and one subscription. */
class ExpiredMessagesTest {
    private static final String TOPIC = "t";

    private ExpiredMessages expired = new ExpiredMessages(Set.of(), Set.of());
    private long nanos;

    @Test
    void aHoleBeforeTheBeginOfTheLogIsOfRemovedMessages() {
        read(0, 100);
        arrive(Phase.MEASUREMENT, 0, 10);
        arrive(Phase.DRAIN, 40, 100);
        assertThat(expired.needsReadings()).isTrue();

        read(40, 100);
        assertThat(expired.of(0)).isEqualTo(30);
        read(40, 100);

        assertThat(expired.needsReadings()).isFalse();
        assertThat(expired.of(0)).isEqualTo(30);
        assertThat(expired.passedOverIn(Phase.DRAIN)).isEqualTo(30);
        assertThat(expired.passedOverIn(Phase.MEASUREMENT)).isZero();
        assertThat(isAllReceived(nanos - 1)).isTrue();
    }

    /** A message may have been acknowledged after the logs were read: it would count as lost, and not be waited for. */
    @Test
    void aReadingThatMayHaveBegunBeforeTheLastAcknowledgementDoesNotEndDelivery() {
        read(0, 100);
        arrive(Phase.MEASUREMENT, 0, 100);
        read(0, 100);
        assertThat(isAllReceived(nanos)).isFalse();

        long resolvedNanos = nanos;
        read(0, 100);
        assertThat(isAllReceived(resolvedNanos + 1)).isFalse();
        read(0, 100);
        assertThat(isAllReceived(resolvedNanos + 1)).isTrue();
    }

    @Test
    void whatWasRemovedBeforeALaterSubscriptionBeganIsNotLost() {
        expired = new ExpiredMessages(Set.of(), Set.of(0));
        read(0, 0);
        read(40, 60);
        assertThat(expired.of(0)).isEqualTo(40);

        arrive(Phase.MEASUREMENT, 40, 60);
        assertThat(expired.needsReadings()).isTrue();
        read(40, 60);
        read(50, 70);

        assertThat(expired.needsReadings()).isFalse();
        assertThat(expired.of(0)).isEqualTo(40);
    }

    /** It is no sign of removed messages either if retention reaches it later. */
    @Test
    void aHoleInTheLogIsNoneOfRemovedMessages() {
        read(0, 100);
        arrive(Phase.MEASUREMENT, 0, 10);
        arrive(Phase.MEASUREMENT, 40, 100);
        read(0, 100);
        read(0, 100);
        read(40, 100);

        assertThat(expired.of(0)).isZero();
    }

    @Test
    void aClientThatGoesToTheEndPassesOverMessagesBecauseOthersWereRemoved() {
        arrive(Phase.MEASUREMENT, 0, 10);
        arrive(Phase.MEASUREMENT, 90, 91);
        read(40, 91);

        assertThat(expired.of(0)).isEqualTo(80);
    }

    @Test
    void aConsumerThatStoppedBeforeTheBeginOfTheLogHasMissedWhatIsBehindIt() {
        arrive(Phase.MEASUREMENT, 0, 10);
        read(40, 100);

        assertThat(expired.of(0)).isEqualTo(30);
        assertThat(expired.of(0, TOPIC, true)).isEqualTo(90);
    }

    @Test
    void anotherConsumerCanHaveReceivedWhatSeemsToBeAHole() {
        arrive(Phase.MEASUREMENT, 0, 10);
        arrive(Phase.MEASUREMENT, 40, 100);
        arrive(Phase.MEASUREMENT, 10, 25);
        arrive(Phase.MEASUREMENT, 22, 35);
        read(40, 100);

        assertThat(expired.of(0)).isEqualTo(5);
        arrive(Phase.MEASUREMENT, 0, 40);
        assertThat(expired.of(0)).isZero();
        assertThat(expired.needsReadings()).isFalse();
    }

    @Test
    void aTopicWithAnotherIdWasCreatedAgain() {
        state(Optional.of("a"), false);
        read(0, 100);
        assertThat(expired.isReplaced(TOPIC)).isFalse();

        state(Optional.of("b"), false);

        assertThat(expired.isReplaced(TOPIC)).isTrue();
        assertThat(expired.explain()).isEqualTo("; deleted and created again: t");
    }

    @Test
    void aTopicThatDoesNotExistAnyMoreWasDeleted() {
        state(Optional.of("a"), false);
        expired.add(new LogWatch.Reading(++nanos, Map.of(), Map.of(TOPIC, Optional.empty())));

        assertThat(expired.isReplaced(TOPIC)).isTrue();
        assertThat(expired.explain()).isEqualTo("; deleted: t");
    }

    /** Redpanda 23.1 has no ids of topics. */
    @Test
    void withoutIdsTheLogsShowThatATopicWasCreatedAgain() {
        assertThat(isReplaced(log(0, 100, 3), log(0, 120, 3))).isFalse();
        // A new leader without the last messages: they are lost.
        assertThat(isReplaced(log(0, 100, 3), log(0, 20, 4))).isFalse();
        assertThat(isReplaced(log(0, 100, 3), log(0, 20, 3))).isTrue();
        assertThat(isReplaced(log(0, 100, 3), log(0, 200, 2))).isTrue();
        assertThat(isReplaced(log(50, 100, 3), log(0, 200, 4))).isTrue();
    }

    @Test
    void withoutIdsWhatWasReceivedShowsThatATopicWasCreatedAgain() {
        state(Optional.empty(), false);
        ranges(log(0, 10, 1));
        arrive(Phase.MEASUREMENT, 0, 500);
        ranges(log(0, 600, 1));
        arrive(Phase.MEASUREMENT, 500, 900);
        // What arrived since the reading before may be newer than this reading.
        ranges(log(0, 700, 1));
        assertThat(expired.isReplaced(TOPIC)).isFalse();

        ranges(log(0, 800, 1));

        assertThat(expired.isReplaced(TOPIC)).isTrue();
    }

    private boolean isReplaced(LogRange before, LogRange after) {
        expired = new ExpiredMessages(Set.of(), Set.of());
        state(Optional.empty(), false);
        ranges(before);
        ranges(after);
        return expired.isReplaced(TOPIC);
    }

    private static LogRange log(long start, long end, int epoch) {
        return new LogRange(start, end, start, OptionalInt.of(epoch));
    }

    /** Nothing was removed from the begin of its log. */
    @Test
    void aCompactedTopicCanLackMessagesAnywhere() {
        read(0, 100);
        arrive(Phase.MEASUREMENT, 0, 10);
        arrive(Phase.MEASUREMENT, 40, 100);
        read(0, 100);
        read(0, 100);
        assertThat(expired.of(0)).isZero();

        state(Optional.of("a"), true);

        assertThat(expired.of(0)).isEqualTo(30);
    }

    private boolean isAllReceived(long resolvedNanos) {
        return expired.isAllReceived(List.of(new TopicSpec(TOPIC, 1)), 1, resolvedNanos);
    }

    private void arrive(Phase phase, long from, long to) {
        expired.add(0, new DeliveredOffsets(TOPIC, List.of(new Span(0, from, to))), phase);
    }

    private void read(long start, long end) {
        ranges(new LogRange(start, end));
    }

    private void ranges(LogRange range) {
        expired.add(new LogWatch.Reading(++nanos, Map.of(TOPIC, List.of(range)), Map.of()));
    }

    private void state(Optional<String> id, boolean compacted) {
        expired.add(new LogWatch.Reading(++nanos, Map.of(), Map.of(TOPIC, Optional.of(new TopicState(id, compacted)))));
    }
}
