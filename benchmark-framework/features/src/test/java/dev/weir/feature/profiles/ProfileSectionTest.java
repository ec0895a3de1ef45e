package dev.weir.feature.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.profiles.ProfileSection.ProfiledPart;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which part of a run is profiled. */
class ProfileSectionTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 100\nproducerRate: 1000\ntestDuration: 1s\n";

    private static final long SECOND = 1_000_000_000;
    private static final List<PhaseSpan> PHASES = List.of(
            PhaseSpan.of(Phase.WARM_UP, SECOND, 2 * SECOND),
            PhaseSpan.of(Phase.BACKLOG, 2 * SECOND, 3 * SECOND),
            PhaseSpan.of(Phase.DRAIN, 3 * SECOND, 7 * SECOND),
            PhaseSpan.of(Phase.SETTLE, 7 * SECOND, 9 * SECOND));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            profile: true | MEASUREMENT
            profile: {phase: drain} | DRAIN
            profile: {phase: worst-interval} | WORST_INTERVAL
            profile: false |
            seed: 1 |
            """)
    void readsThePart(String profile, @Nullable ProfiledPart part) throws IOException {
        assertThat(profile(BASE + profile)).isEqualTo(Optional.ofNullable(part));
        assertThat(problems.errors()).isEmpty();
    }

    @Test
    void aTransactionBenchmarkCanBeProfiled() throws IOException {
        assertThat(profile("transactionBenchmark: fetch\nprofile: true")).contains(ProfiledPart.MEASUREMENT);
        assertThat(problems.errors()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrites(ProfiledPart part) throws IOException {
        assertReadsBack(Workloads.small().section(new ProfileSection(), part).build());
    }

    @Test
    void theMeasurementIncludesBacklogAndDrain() {
        assertThat(RunProfiles.profiledTime(ProfiledPart.MEASUREMENT, PHASES, List.of()))
                .contains(new TimeRange(2 * SECOND, 7 * SECOND));
        assertThat(RunProfiles.profiledTime(ProfiledPart.DRAIN, PHASES, List.of()))
                .contains(new TimeRange(3 * SECOND, 7 * SECOND));
        assertThat(RunProfiles.profiledTime(ProfiledPart.DRAIN, PHASES.subList(0, 2), List.of()))
                .isEmpty();
    }

    @Test
    void theWorstIntervalHasTheSlowestTailOfTheMeasurement() {
        assertThat(worst(
                        interval(Phase.WARM_UP, 1, 900),
                        interval(Phase.DRAIN, 3, 20),
                        interval(Phase.DRAIN, 4, 500),
                        interval(Phase.DRAIN, 5, 30)))
                .contains(new TimeRange(4 * SECOND, 5 * SECOND));
    }

    @Test
    void aTailThatIsOnlyALowerBoundIsTheWorst() {
        var endless = new LatencySummary(1000, 0, 1, 2, 30, Map.of("p99", 20L), 100, List.of("p99"));

        assertThat(worst(interval(Phase.DRAIN, 3, 500), interval(Phase.DRAIN, 4, Map.of("publishResponse", endless))))
                .contains(new TimeRange(4 * SECOND, 5 * SECOND));
    }

    @Test
    void intervalsWithTooFewSamplesForATailAreNotTheWorst() {
        var few = new LatencySummary(10, 0, 1, 2, 900, Map.of(), 0, List.of());

        assertThat(worst(interval(Phase.DRAIN, 3, Map.of("publishResponse", few))))
                .isEmpty();
    }

    private static Optional<TimeRange> worst(IntervalSummary... intervals) {
        return RunProfiles.profiledTime(ProfiledPart.WORST_INTERVAL, PHASES, List.of(intervals));
    }

    private static IntervalSummary interval(Phase phase, long second, long p99Nanos) {
        var latency = new LatencySummary(1000, 0, 1, 2, 2 * p99Nanos, Map.of("p99", p99Nanos), 0, List.of());
        // No headline, and slower than any.
        var call = new LatencySummary(1000, 0, 1, 2, 9000, Map.of("p99", 1000 - p99Nanos), 0, List.of());
        return interval(phase, second, Map.of("endToEndResponse", latency, "sendCall", call));
    }

    private static IntervalSummary interval(Phase phase, long second, Map<String, LatencySummary> latencies) {
        return new IntervalSummary(
                phase.key(), IsoTime.of(second * SECOND), 1, OptionalDouble.empty(), Counts.NONE, 0, latencies);
    }

    private Optional<ProfiledPart> profile(String content) throws IOException {
        return read(content).flatMap(workload -> workload.run().sections().find(new ProfileSection()));
    }
}
