package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExitStatusTest {
    private static final Workload WITH_DURATION = Workloads.small().build();

    @TempDir
    Path folder;

    @Test
    void isTheFirstThatAppliesToAnyRun() throws IOException {
        RunResult valid = result(WITH_DURATION, "", false, List.of());
        RunResult degraded = result(WITH_DURATION, "", false, List.of(reason(Severity.DEGRADED)));
        RunResult invalid = result(WITH_DURATION, "", true, List.of(reason(Severity.INVALID)));
        RunResult interrupted = result(WITH_DURATION, "", true, List.of());
        RunResult failed = result(WITH_DURATION, "no", true, List.of());

        assertThat(status(List.of(valid, degraded), 2, false)).isZero();
        assertThat(status(List.of(valid, degraded), 2, true)).isEqualTo(3);
        assertThat(status(List.of(valid, interrupted), 2, false)).isEqualTo(130);
        assertThat(status(List.of(interrupted, invalid), 2, false)).isEqualTo(3);
        assertThat(status(List.of(interrupted, invalid, failed, valid), 4, false))
                .isEqualTo(1);
    }

    @Test
    void is99IfAThresholdIsMissed() throws IOException {
        RunResult met = SampleResults.withThresholds(
                folder, List.of(SampleResults.threshold("failed == 0", 0, Optional.empty())));
        RunResult missed = SampleResults.withThresholds(
                newFolder(), List.of(SampleResults.threshold("failed == 0", 1, Optional.empty())));
        RunResult notJudged =
                SampleResults.withThresholds(newFolder(), List.of(SampleResults.notJudged("failed == 0", false)));
        RunResult open =
                SampleResults.withThresholds(newFolder(), List.of(SampleResults.notJudged("audit.lost == 0", true)));
        RunResult interrupted = result(WITH_DURATION, "", true, List.of());
        RunResult invalid = result(WITH_DURATION, "", false, List.of(reason(Severity.INVALID)));

        assertThat(status(List.of(met, open), 2, false)).isZero();
        assertThat(status(List.of(met, missed, interrupted), 3, false)).isEqualTo(99);
        assertThat(status(List.of(notJudged), 1, false)).isEqualTo(99);
        assertThat(status(List.of(missed, invalid), 2, false)).isEqualTo(3);
    }

    @Test
    void is130IfAnInterruptLeftOutRuns() throws IOException {
        assertThat(status(List.of(), 1, false)).isEqualTo(130);
        assertThat(status(List.of(result(WITH_DURATION, "", false, List.of())), 2, false))
                .isEqualTo(130);
    }

    private RunResult result(Workload workload, String failure, boolean interrupted, List<Reason> reasons)
            throws IOException {
        return SampleResults.of(newFolder(), workload, failure, interrupted, reasons, List.of());
    }

    private Path newFolder() throws IOException {
        return Files.createTempDirectory(folder, "r");
    }

    private static Reason reason(Severity severity) {
        ReasonCode code = severity == Severity.INVALID ? ReasonCode.NOTHING_MEASURED : ReasonCode.WORKER_PAUSED;
        return Reason.of(code, severity, "");
    }

    private static int status(List<RunResult> results, int planned, boolean strict) {
        return ExitStatus.of(results.stream().map(ExitStatus.RunEnding::of).toList(), planned, strict);
    }
}
