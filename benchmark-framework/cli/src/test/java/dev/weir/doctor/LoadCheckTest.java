package dev.weir.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCheckTest {
    @ParameterizedTest
    @CsvSource({
        "0.01, 0, 0.1, OK",
        "0.06, 0, 0.1, WARN",
        "0, 0.06, 0.1, WARN",
        "0.01, 0, 0.6, WARN",
        "0.3, 0, 0.1, FAIL",
        "0.15, 0.15, 0.1, FAIL",
        // A load average of 11.9 on 2 cores.
        "0.01, 0, 5.95, FAIL",
    })
    void aBusyHostIsNotFit(double share, double stolen, double average, CheckOutcome outcome) {
        assertThat(HostChecks.ofLoad(
                        new OtherLoadFigures(OptionalDouble.of(share), OptionalDouble.of(stolen)),
                        OptionalDouble.of(average)))
                .singleElement()
                .satisfies(check -> assertThat(check.verdict()).isEqualTo(outcome));
    }

    @Test
    void namesWhatIsKnown() {
        assertThat(HostChecks.ofLoad(OtherLoadFigures.UNKNOWN, OptionalDouble.of(5.95)))
                .singleElement()
                .satisfies(check -> assertThat(check.found())
                        .isEqualTo(
                                "the load average of the last minute is 6.0 for each core: messages wait for a core"));
        assertThat(HostChecks.ofLoad(
                        new OtherLoadFigures(OptionalDouble.of(0.05), OptionalDouble.of(0.2)), OptionalDouble.empty()))
                .singleElement()
                .satisfies(check -> assertThat(check.found())
                        .isEqualTo("other processes use 5 % of the CPUs, other virtual machines have taken 20 % of the"
                                + " CPUs: messages wait for a core"));
        assertThat(HostChecks.ofLoad(OtherLoadFigures.UNKNOWN, OptionalDouble.empty()))
                .isEmpty();
    }
}
