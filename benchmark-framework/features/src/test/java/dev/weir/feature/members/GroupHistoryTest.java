package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.feature.members.MemberEventResult.PartitionSilence;
import dev.weir.feature.members.MemberNotes.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times are in milliseconds. */
class GroupHistoryTest {
    private static final int NONE = -1;
    private static final long END = 100_000;

    private final GroupHistory group = new GroupHistory(0, "t", 4);

    @Test
    void aMemberThatJoinsGetsAtMostItsShare() {
        twoMembersShareTheFour();
        note(2, 10_000, Kind.JOIN, 0);
        note(0, 10_300, Kind.REVOKED, NONE, 1);
        note(2, 10_400, Kind.ASSIGNED, NONE, 1);

        GroupHistory.Effect effect = effect(10_000, 0, END);

        assertThat(effect.changed()).isTrue();
        assertThat(effect.completeNanos()).isEqualTo(nanos(10_400));
        assertThat(effect.moved()).isEqualTo(1);
        assertThat(effect.movedWithoutNeed()).isZero();
    }

    /** As the range assignor does: 0, 1 and 2, 3 become 0, 1 and 2 and 3. */
    @Test
    void partitionsThatChangePlacesMoveWithoutNeed() {
        twoMembersShareTheFour();
        note(2, 10_000, Kind.JOIN, 0);
        for (int consumer = 0; consumer < 2; consumer++) {
            note(consumer, 10_100, Kind.REVOKED, NONE, 2 * consumer, 2 * consumer + 1);
        }
        note(2, 10_200, Kind.ASSIGNED, NONE, 0, 1);
        note(0, 10_200, Kind.ASSIGNED, NONE, 2);
        note(1, 10_250, Kind.ASSIGNED, NONE, 3);

        GroupHistory.Effect effect = effect(10_000, 0, END);

        assertThat(effect.completeNanos()).isEqualTo(nanos(10_250));
        assertThat(effect.moved()).isEqualTo(3);
        assertThat(effect.movedWithoutNeed()).isEqualTo(2);
    }

    @Test
    void allThatAKilledMemberHadHasToMove() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.KILL, 0);
        note(0, 10_001, Kind.REVOKED, NONE, 0, 1);
        note(1, 16_000, Kind.ASSIGNED, NONE, 0, 1);
        span(0, 0, 9_990);
        span(0, 16_020, 50_000);
        span(2, 0, 10_100);
        span(2, 10_130, 50_000);
        span(2, 57_000, END);

        GroupHistory.Effect effect = effect(10_000, 0, 50_000);

        assertThat(effect.completeNanos()).isEqualTo(nanos(16_000));
        assertThat(effect.moved()).isEqualTo(2);
        assertThat(effect.movedWithoutNeed()).isZero();
        assertThat(silence(effect, 0).seconds()).isCloseTo(6.03, within(1e-9));
        assertThat(silence(effect, 0).moved()).isTrue();
        // What is silent after all is complete has another cause.
        assertThat(silence(effect, 2).seconds()).isCloseTo(0.03, within(1e-9));
        assertThat(silence(effect, 2).moved()).isFalse();
    }

    @Test
    void anEventBeforeWhoseEndAPartitionGetsNoOwnerIsIncomplete() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.KILL, 0);
        span(0, 0, 9_000);

        GroupHistory.Effect effect = effect(10_000, 0, END);

        assertThat(effect.changed()).isTrue();
        assertThat(effect.completeNanos()).isZero();
        assertThat(effect.moved()).isZero();
        assertThat(silence(effect, 0).ended()).isFalse();
        assertThat(silence(effect, 0).seconds()).isCloseTo(91, within(1e-9));
    }

    /** Its group gives away what it still takes to be its own. */
    @Test
    void aStopBeyondThePollIntervalMovesPartitions() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.STOP, 0);
        note(1, 15_000, Kind.ASSIGNED, NONE, 0, 1);
        note(0, 20_000, Kind.REVOKED, NONE, 0, 1);

        GroupHistory.Effect effect = effect(10_000, 10_000, END);

        assertThat(effect.completeNanos()).isEqualTo(nanos(15_000));
        assertThat(effect.moved()).isEqualTo(2);
        assertThat(effect.movedWithoutNeed()).isZero();
    }

    @Test
    void aShortStopIsSilentAndChangesNothing() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.STOP, 0);
        span(0, 0, 9_999);
        span(0, 12_004, END);

        GroupHistory.Effect effect = effect(10_000, 2_000, END);

        assertThat(effect.changed()).isFalse();
        assertThat(effect.moved()).isZero();
        assertThat(silence(effect, 0).seconds()).isCloseTo(2.005, within(1e-9));
    }

    @Test
    void changesAfterTheNextEventAreNotAttributedToIt() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.LEAVE, 0);
        note(1, 10_200, Kind.ASSIGNED, NONE, 0, 1);
        note(2, 20_000, Kind.JOIN, 1);
        note(2, 20_500, Kind.ASSIGNED, NONE, 0, 1);

        assertThat(effect(10_000, 0, 20_000).completeNanos()).isEqualTo(nanos(10_200));
        GroupHistory.Effect second = effect(20_000, 0, END);
        assertThat(second.completeNanos()).isEqualTo(nanos(20_500));
        assertThat(second.moved()).isEqualTo(2);
        assertThat(second.movedWithoutNeed()).isZero();
    }

    /** Of a partition that goes back and forth, deliveries of both members are its own. */
    @Test
    void aPartitionIsSilentOnlyIfNoMemberReceivesIt() {
        twoMembersShareTheFour();
        note(0, 10_000, Kind.LEAVE, 0);
        note(1, 10_500, Kind.ASSIGNED, NONE, 0, 1);
        span(0, 10_450, END);
        span(0, 0, 10_440);

        assertThat(silence(effect(10_000, 0, END), 0).seconds()).isCloseTo(0.01, within(1e-9));
    }

    private void twoMembersShareTheFour() {
        group.hasMember(0);
        group.hasMember(1);
        note(0, 1, Kind.ASSIGNED, NONE, 0, 1);
        note(1, 1, Kind.ASSIGNED, NONE, 2, 3);
    }

    private void note(int consumer, long millis, Kind kind, int event, Integer... partitions) {
        group.add(consumer, new MemberNotes.Change(nanos(millis), kind, event, List.of(partitions)));
    }

    private void span(int partition, long from, long to) {
        group.add(new MemberNotes.Span(partition, nanos(from), nanos(to)));
    }

    private GroupHistory.Effect effect(long at, long length, long until) {
        return group.effect(nanos(at), nanos(length), nanos(until), nanos(END));
    }

    private static PartitionSilence silence(GroupHistory.Effect effect, int partition) {
        return effect.silences().stream()
                .filter(each -> each.partition() == partition)
                .findFirst()
                .orElseThrow();
    }

    private static long nanos(long millis) {
        return millis * 1_000_000;
    }
}
