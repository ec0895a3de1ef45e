package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.members.MemberNotes.Kind;
import dev.weir.feature.members.Members.MemberEventResult.PartitionSilence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two members, 0 and 1, of a group with the partitions 0, 1 and 2, 3. Times are in milliseconds. */
class GroupHistoryTest {
    private static final int NONE = -1;
    private static final long END = 100_000;

    private final GroupHistory group = new GroupHistory(0, "t", 4);

    /**
     * What is noted, as {@code TIME CONSUMER KIND [EVENT or partitions]}, or {@code span PARTITION FROM-TO} of deliveries; and what
     * an event did, whose time, length and limit are given.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a member that joins gets at most its share | 10000 2 JOIN 0; 10300 0 REVOKED 1; 10400 2 ASSIGNED 1 | 10000 0 100000 | complete 10400, 1 moved, 0 without need
            the range assignor moves partitions without need: 0, 1 and 2, 3 become 0, 1 and 2 and 3 | 10000 2 JOIN 0; 10100 0 REVOKED 0,1; 10100 1 REVOKED 2,3; 10200 2 ASSIGNED 0,1; 10200 0 ASSIGNED 2; 10250 1 ASSIGNED 3 | 10000 0 100000 | complete 10250, 3 moved, 2 without need
            all that a killed member had has to move, and what is silent later has another cause | 10000 0 KILL 0; 10001 0 REVOKED 0,1; 16000 1 ASSIGNED 0,1; span 0 0-9990; span 0 16020-50000; span 2 0-10100; span 2 10130-50000; span 2 57000-100000 | 10000 0 50000 | complete 16000, 2 moved, 0 without need; 0 moved, silent 6.030 s; 2 silent 0.030 s
            an event is incomplete if a partition gets no owner | 10000 0 KILL 0; span 0 0-9000 | 10000 0 100000 | incomplete, 0 moved, 0 without need; 0 silent 91.000 s, to the end
            the group gives away what a member that is stopped for too long takes to be its own | 10000 0 STOP 0; 15000 1 ASSIGNED 0,1; 20000 0 REVOKED 0,1 | 10000 10000 100000 | complete 15000, 2 moved, 0 without need
            a short stop is silent and changes nothing | 10000 0 STOP 0; span 0 0-9999; span 0 12004-100000 | 10000 2000 100000 | unchanged, 0 moved, 0 without need; 0 silent 2.005 s
            changes after the next event are not attributed to the first one | 10000 0 LEAVE 0; 10200 1 ASSIGNED 0,1; 20000 2 JOIN 1; 20500 2 ASSIGNED 0,1 | 10000 0 20000 | complete 10200, 2 moved, 0 without need
            those of the next event | 10000 0 LEAVE 0; 10200 1 ASSIGNED 0,1; 20000 2 JOIN 1; 20500 2 ASSIGNED 0,1 | 20000 0 100000 | complete 20500, 2 moved, 0 without need
            deliveries of both members of a partition are its own | 10000 0 LEAVE 0; 10500 1 ASSIGNED 0,1; span 0 10450-100000; span 0 0-10440 | 10000 0 100000 | complete 10500, 2 moved, 0 without need; 0 moved, silent 0.010 s
            """)
    void reportsWhatAnEventDid(String rule, String course, String event, String expected) {
        List.of(0, 1).forEach(group::hasMember);
        note("1 0 ASSIGNED 0,1");
        note("1 1 ASSIGNED 2,3");
        for (String each : course.split("; ", -1)) {
            note(each);
        }

        String[] of = event.split(" ", -1);
        GroupHistory.Effect effect = group.effect(nanos(of[0]), nanos(of[1]), nanos(of[2]), END * 1_000_000);
        String state = effect.completeNanos() == 0
                ? effect.changed() ? "incomplete" : "unchanged"
                : "complete " + effect.completeNanos() / 1_000_000;
        var text = new StringBuilder(
                state + ", " + effect.moved() + " moved, " + effect.movedWithoutNeed() + " without need");
        for (PartitionSilence each : effect.silences()) {
            text.append("; ").append(each.partition()).append(each.moved() ? " moved, " : " ");
            text.append(String.format(Locale.ROOT, "silent %.3f s", each.seconds()));
            text.append(each.ended() ? "" : ", to the end");
        }
        assertThat(text).asString().isEqualTo(expected);
    }

    private void note(String noted) {
        String[] words = noted.split("[ -]", -1);
        if (words[0].equals("span")) {
            group.add(new MemberNotes.Span(Integer.parseInt(words[1]), nanos(words[2]), nanos(words[3])));
            return;
        }
        Kind kind = Kind.valueOf(words[2]);
        boolean isOfPartitions = kind == Kind.ASSIGNED || kind == Kind.REVOKED;
        List<Integer> partitions = new ArrayList<>();
        for (String each : isOfPartitions ? words[3].split(",", -1) : new String[0]) {
            partitions.add(Integer.valueOf(each));
        }
        int event = isOfPartitions ? NONE : Integer.parseInt(words[3]);
        group.add(Integer.parseInt(words[1]), new MemberNotes.Change(nanos(words[0]), kind, event, partitions));
    }

    private static long nanos(String millis) {
        return Long.parseLong(millis) * 1_000_000;
    }
}
