package dev.weir.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.report.search.SearchSummary;
import dev.weir.result.ResultFile;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.search.SearchResult;
import dev.weir.result.search.SearchResult.SearchPoint;
import dev.weir.workload.Hooks;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.search.SearchSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches whose runs are made up: what each finds depends on its rate alone. */
class SearchRunTest {
    private static final Reason SATURATED = Reason.of(ReasonCode.SENDERS_SATURATED, Severity.INVALID, "4,000 of 8,000");
    private static final Finding NOT_MET = new Finding(FindingCode.LOAD_NOT_MET, 1, "less than that");
    private static final Told FINE = new Told(List.of(), List.of());
    private static final Told LIMIT = new Told(List.of(SATURATED), List.of());

    @TempDir
    Path folder;

    private final List<SearchResult> found = new ArrayList<>();
    private double interruptedAt = -1;
    private boolean withCurve;

    @Test
    void endsWithTheInstrumentsLimitIfAProbeReachesIt() {
        SearchResult search = search(rate -> rate > 4000 ? LIMIT : FINE);

        assertThat(search.points()).extracting(SearchPoint::messagesPerSecond).containsExactly(1e3, 2e3, 4e3, 8e3, 8e3);
        assertThat(search.rates().sustained()).hasValue(4000);
        assertThat(search.rates().notSustained()).isEmpty();
        assertThat(search.ended()).isEqualTo("the instrument's limit, not the system's: 4,000 of 8,000");
        assertThat(folder.resolve("search.json"))
                .hasSameTextualContentAs(folder.resolve("search.search").resolve("probe-03.json"));
    }

    @Test
    void continuesIfTheSystemIsSlowerThanTheInstrument() {
        var slow = new Told(List.of(SATURATED), List.of(NOT_MET));
        SearchResult search = search(rate -> rate > 4000 ? slow : FINE);

        assertThat(search.rates().notSustained()).isPresent();
        assertThat(search.ended()).isEmpty();
        assertThat(search.validity()).isEqualTo(Outcome.INVALID);
    }

    @Test
    void reportsFirstHowFarItsRunsCanBeTrusted() {
        var busy = Reason.of(ReasonCode.HOST_SATURATED, Severity.DEGRADED, "no CPU time left");
        var degraded = new Told(List.of(busy), List.of());
        SearchResult search = search(rate -> rate > 4000 ? LIMIT : rate == 4000 ? degraded : FINE);

        assertThat(search.validity()).isEqualTo(Outcome.DEGRADED);
        List<String> lines = SearchSummary.lines(search);
        assertThat(lines.get(0)).startsWith("DEGRADED  SUSTAINED 4,000 msg/s (not confirmed), NOT SUSTAINED nothing");
        assertThat(String.join(" ", lines)).contains("runs: 2 VALID, 1 DEGRADED, 2 INVALID");
    }

    /** An interrupted run has no figures of its rate. So it is no point, and does not stand for the search. */
    @Test
    void anInterruptedRunIsNoPoint() {
        interruptedAt = 4000;
        SearchResult search = search(rate -> FINE);

        assertThat(search.points()).extracting(SearchPoint::messagesPerSecond).containsExactly(1e3, 2e3);
        assertThat(search.rates().sustained()).hasValue(2000);
        assertThat(search.interrupted()).isTrue();
        assertThat(search.stands().workload().producerRate()).isEqualTo(2000);
    }

    @Test
    void runsSharesOfTheSustainedRateForACurve() {
        withCurve = true;
        SearchResult search = search(rate -> rate > 1000 ? LIMIT : FINE);

        // An invalid run is made twice.
        assertThat(search.points())
                .filteredOn(point -> point.kind().key().equals("curve"))
                .extracting(SearchPoint::messagesPerSecond)
                .containsExactly(10.0, 50.0, 100.0, 250.0, 500.0, 750.0, 900.0, 950.0, 1000.0, 1050.0, 1050.0);
    }

    private SearchResult search(DoubleFunction<Told> runs) {
        var spec = new SearchSpec(
                1000,
                1e6,
                0.1,
                Duration.ofSeconds(1),
                Duration.ZERO,
                List.of(Threshold.of(Workloads.condition("audit.lost == 0"))),
                1,
                withCurve);
        var run = new CampaignRun(
                1,
                new CampaignPlace("made-up", Map.of(), 1, GivenFields.NONE),
                Workloads.small().search(spec).build(),
                Hooks.NONE,
                MeasuredSystem.of(DriverConfig.of("none"), new NoneDriverFactory()),
                folder.resolve("search.json"));
        var listener = new CampaignListener() {
            @Override
            public ProgressListener runBegins(CampaignRun begun, int number, int count) {
                throw new IllegalStateException("no run is carried out");
            }

            @Override
            public void searchEnds(SearchResult search) {
                found.add(search);
            }
        };
        new SearchRun(
                        run,
                        (probe, begins, ends) -> {
                            RunResult result = result(probe, runs);
                            ends.accept(result);
                            return Optional.of(result);
                        },
                        List.of(listener))
                .execute();
        return found.get(0);
    }

    private RunResult result(CampaignRun probe, DoubleFunction<Told> runs) {
        double rate = probe.workload().producerRate();
        Told told = runs.apply(rate);
        try {
            Path own = Files.createTempDirectory(folder, "probe");
            RunResult result =
                    SampleResults.of(own, probe.workload(), "", rate == interruptedAt, told.reasons(), told.findings());
            Files.createDirectories(folder.resolve("search.search"));
            ResultFile.write(result, probe.resultFile());
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a run reports of the instrument and of the system. */
    private record Told(List<Reason> reasons, List<Finding> findings) {}
}
