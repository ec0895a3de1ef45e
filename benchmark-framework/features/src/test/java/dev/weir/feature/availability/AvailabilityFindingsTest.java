package dev.weir.feature.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.availability.AvailabilityResult.Outage;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.PartialOutage;
import dev.weir.result.code.FindingCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class AvailabilityFindingsTest {
    @Test
    void anOutageWithoutAnEndLastedAtLeastUntilTheEndOfTheLoad() {
        String begin = "1970-01-01T00:00:07.500Z";
        var partial = new PartialOutage(begin, 2.4, 1, List.of("t-3"));
        var result = new AvailabilityResult(
                1,
                new Outages(1, 2.5, List.of(new Outage(begin, 2.5)), List.of(partial)),
                new Outages(0, 0, List.of(), List.of()),
                List.of());

        assertThat(new AvailabilityFindings(10_000_000_000L).of(result))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.code()).isEqualTo(FindingCode.UNAVAILABLE);
                    assertThat(finding.text())
                            .startsWith("for at least 2.5 s nothing was ")
                            .contains(". for 2.4 s nothing of partition t-3 was ");
                });
    }
}
