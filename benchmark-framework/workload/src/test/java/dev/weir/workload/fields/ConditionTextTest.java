package dev.weir.workload.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.workload.Workloads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "endToEndResponse.p99 < 50ms", "publishResponse.max <= 2s", "sendDelay.p99.9 < 5ms",
                "publishService.mean < 1ms500us", "sendCall.min >= 0s", "achievedRate >= 99% of target",
                "deliveredRate > 50000", "backlogGrowth <= 0.5% of target", "backlog < 10000",
                "failed == 0", "audit.lost == 0", "audit.deliveredThoughFailed == 0",
                "outcome == VALID", "outcome <= DEGRADED"
            })
    void writesWhatItReads(String text) {
        assertThat(Workloads.condition(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "endToEndResponse.p99<50 ms, endToEndResponse.p99 < 50ms",
        "endToEndResponse.p50.0 < 0.5ms, endToEndResponse.p50 < 500us",
        "achievedRate >= 99.0   %   of  target, achievedRate >= 99% of target",
        "achievedRate >= 50_000 msg/s, achievedRate >= 50000",
        "backlog < 1e4, backlog < 10000"
    })
    void readsUsualSpellings(String text, String same) {
        assertThat(Workloads.condition(text)).isEqualTo(Workloads.condition(same));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "failed", "failed ==", "failed == -1",
                "failed == 5ms", "failed != 0", "failed.p99 == 0", "publishResponse.p < 5ms",
                "publishResponse.p0 < 5ms", "publishResponse. < 5ms", "outcome > VALID", "outcome == 0",
                "publishResponse.p99 < 5% of target", "publishResponse.p99 < 99999999d", "x < 1", "achievedRate >= 5ms",
                "achievedRate >= 99% of targets"
            })
    void refusesFiguresThatItCannotJudge(String text) {
        assertThatThrownBy(() -> Workloads.condition(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
