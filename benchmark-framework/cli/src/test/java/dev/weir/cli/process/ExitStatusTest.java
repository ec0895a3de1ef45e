package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitStatusTest {
    private static final Reason INVALID = Reason.of(ReasonCode.NOTHING_MEASURED, Severity.INVALID, "");
    private static final Reason DEGRADED = Reason.of(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, "");

    @TempDir
    Path folder;

    @Test
    void isTheFirstThatAppliesToAnyRun() throws IOException {
        RunResult valid = result("", false);
        RunResult degraded = result("", false, DEGRADED);
        RunResult invalid = result("", true, INVALID);
        RunResult interrupted = result("", true);
        RunResult failed = result("no", true);

        assertThat(status(2, false, valid, degraded)).isZero();
        assertThat(status(2, true, valid, degraded)).isEqualTo(3);
        assertThat(status(2, false, valid, interrupted)).isEqualTo(130);
        assertThat(status(2, false, interrupted, invalid)).isEqualTo(3);
        assertThat(status(4, false, interrupted, invalid, failed, valid)).isEqualTo(1);
    }

    @Test
    void is99IfAThresholdIsMissed() throws IOException {
        RunResult met = judged(SampleResults.threshold("failed == 0", 0, Optional.empty()));
        RunResult missed = judged(SampleResults.threshold("failed == 0", 1, Optional.empty()));
        RunResult notJudged = judged(SampleResults.notJudged("failed == 0", false));
        RunResult open = judged(SampleResults.notJudged("audit.lost == 0", true));

        assertThat(status(2, false, met, open)).isZero();
        assertThat(status(3, false, met, missed, result("", true))).isEqualTo(99);
        assertThat(status(1, false, notJudged)).isEqualTo(99);
        assertThat(status(2, false, missed, result("", false, INVALID))).isEqualTo(3);
    }

    @Test
    void is130IfAnInterruptLeftOutRuns() throws IOException {
        assertThat(status(1, false)).isEqualTo(130);
        assertThat(status(2, false, result("", false))).isEqualTo(130);
    }

    private RunResult judged(ThresholdCheck threshold) throws IOException {
        return SampleResults.withThresholds(newFolder(), List.of(threshold));
    }

    private RunResult result(String failure, boolean interrupted, Reason... reasons) throws IOException {
        Workload workload = Workloads.small().build();
        return SampleResults.of(newFolder(), workload, failure, interrupted, List.of(reasons), List.of());
    }

    private Path newFolder() throws IOException {
        return Files.createTempDirectory(folder, "r");
    }

    private static int status(int planned, boolean strict, RunResult... results) {
        return ExitStatus.of(Stream.of(results).map(ExitStatus.RunEnding::of).toList(), planned, strict);
    }
}
