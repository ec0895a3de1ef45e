package dev.weir.coordinator.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.workers.InstrumentObservations.CpuUsers;
import dev.weir.host.observation.ControlGroupUse;
import dev.weir.host.observation.CpuUse;
import dev.weir.host.observation.NetworkUse;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReasonList;
import dev.weir.result.run.HarnessResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostValidityTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void namesWhoUsedTheCpusTheLargestShareFirst() {
        Reason reason = saturated(Optional.of(new CpuUsers(0.15, 0.25)));

        assertThat(reason.text())
                .contains("(100 % busy on average: other processes 60 %, embedded brokers 25 %, this process 15 %)");
        assertThat(reason.figures())
                .containsEntry("processShare", 0.15)
                .containsEntry("embeddedBrokersShare", 0.25)
                .containsEntry("otherProcessesShare", 0.6);
    }

    @Test
    void namesNoneThatAreMissingOrUnknown() {
        assertThat(saturated(Optional.of(new CpuUsers(0.9, 0))).text())
                .contains("(100 % busy on average: this process 90 %, other processes 10 %)");
        assertThat(saturated(Optional.empty()).text()).contains("(100 % busy on average): threads waited");
    }

    @Test
    void namesWhoUsedTheCpusAlsoIfOnlyOneCoreWasFull() {
        assertThat(saturated(0.6, Optional.of(new CpuUsers(0.5, 0))).text())
                .isEqualTo(
                        "a core of this process's host was full for 10 of 10 s (once core 1; all cores together were 60 %"
                                + " busy on average: this process 50 %, other processes 10 %): a thread may be at its limit");
    }

    private static Reason saturated(Optional<CpuUsers> users) {
        return saturated(1, users);
    }

    private static Reason saturated(double busyShare, Optional<CpuUsers> users) {
        ProcessTally observed = ProcessTally.NONE;
        var full = new Observation(
                100,
                List.of(),
                List.of(),
                0,
                Optional.of(new CpuUse(busyShare, 0, 1, 1)),
                ControlGroupUse.NONE,
                new NetworkUse(List.of(), 0, 0, 0),
                0);
        for (int second = 0; second < 10; second++) {
            observed = observed.plus(full, new TimeRange(second * SECOND, (second + 1) * SECOND), 0);
        }
        var reasons = new ReasonList();
        new HostValidity(reasons).judge(new HarnessResult("in-process", observed, Optional.empty()), users);
        assertThat(reasons.all()).extracting(Reason::code).containsExactly(ReasonCode.HOST_SATURATED);
        return reasons.all().get(0);
    }
}
