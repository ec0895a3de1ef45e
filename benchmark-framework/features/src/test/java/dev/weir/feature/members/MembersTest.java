package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.document.RunDetails;
import dev.weir.result.threshold.PartMetric;
import dev.weir.result.value.Moment;
import dev.weir.workload.goal.Metric;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MembersTest {
    private static final RunDetails RUN = RunDetails.NONE.with(Map.of("members", List.of(members())));

    private static MemberEventResult members() {
        return new MemberEventResult(
                "kill",
                "tail",
                0.5,
                new Moment(1_700_000_000_500_000_000L),
                1,
                new MemberEventResult.AssignmentChange(
                        MemberEventResult.COMPLETE, OptionalDouble.of(0.25), OptionalInt.of(2), OptionalInt.of(1)),
                new MemberEventResult.Silence(
                        OptionalDouble.of(0.3),
                        OptionalDouble.of(0.15),
                        1,
                        List.of(new MemberEventResult.PartitionSilence("t", 3, -0.01, 0.29, false, true))),
                OptionalLong.of(17),
                OptionalLong.empty());
    }

    @Test
    void saysWhatEachEventDid() {
        assertThat(new Members().table(RUN))
                .containsExactly(
                        "members    kill of 1 of tail after 0.5 s: silent for more than 0.30 s, median",
                        "             0.15 s; assigned after 0.25 s, 2 moved, 1 without need; 17",
                        "             duplicated");
        assertThat(new Members().table(RunDetails.NONE)).isEmpty();
    }

    @Test
    void thresholdsFindTheLongestTimes() {
        assertThat(PartMetric.of(Metric.MEMBER_SILENCE, RUN)).hasValue(0.3e9);
        assertThat(PartMetric.of(Metric.MEMBER_ASSIGNMENT, RUN)).hasValue(0.25e9);
        assertThat(PartMetric.of(Metric.MEMBER_SILENCE, RunDetails.NONE)).isEmpty();
    }
}
