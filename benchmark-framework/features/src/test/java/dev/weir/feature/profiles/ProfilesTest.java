package dev.weir.feature.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.WholeRuns;
import dev.weir.feature.PartPages;
import dev.weir.feature.profiles.ProfileSection.ProfiledPart;
import dev.weir.feature.profiles.Profiles.ProfileResult;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Phase;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.value.Moment;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ProfilesTest extends WholeRuns {
    @Test
    void theProcessOfARunIsRecorded() throws IOException {
        RunResult result = run(
                1,
                Workloads.small()
                        .durations(Duration.ZERO, Duration.ofSeconds(1))
                        .section(new ProfileSection(), ProfiledPart.MEASUREMENT),
                Map.of());

        ProfileResult profile = Profiles.PART.in(result.weir()).orElseThrow().get(0);
        assertThat(profile.process()).isEqualTo("coordinator and worker");
        assertThat(result.weir().course().phases())
                .filteredOn(span -> span.phase().equals(Phase.MEASUREMENT.key()))
                .singleElement()
                .satisfies(span -> assertThat(profile.end().orElseThrow().text())
                        .isEqualTo(span.end().text()));
        assertThat(new Profiles().files(result.weir()))
                .hasSize(1)
                .allSatisfy(file -> assertThat(folder.resolve(file)).isNotEmptyFile());
    }

    @Test
    void fourProfilesStaySmall() throws IOException {
        StoredResult result = SampleFiles.read(SampleFiles.profiled(4, folder.resolve("r.json")));

        String page = HtmlReport.of(List.of(result)).html(Optional.empty(), folder.resolve("r.html"));

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(3_000_000);
        assertThat(Pattern.compile("class=\"flame\"").matcher(page).results()).hasSize(8);
        assertThat(page)
                .contains("<summary>worker host-1:9090</summary>", "There is no recording: it was killed.")
                .contains("aria-label", "HtmlReport.html");
    }

    @Test
    void aRecordingThatIsGoneOrNoneIsNamedOnThePageOfARun() throws IOException {
        List<ProfileResult> profiles = Stream.of("gone.jfr", "../../etc/passwd")
                .map(gone -> new ProfileResult(
                        "a",
                        Optional.of(gone),
                        Optional.of(new Moment(1)),
                        Optional.of(new Moment(2)),
                        Optional.empty()))
                .toList();

        assertThat(PartPages.html(folder, Map.of("profiles", profiles)))
                .contains("The recording gone.jfr is no longer beside the result.")
                .contains("The recording ../../etc/passwd is no longer beside the result.");
        PartPages.assertDescribed(ProfileResult.missing("a", "it was killed"));
    }
}
