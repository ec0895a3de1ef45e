package dev.weir.feature.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.profiles.ProfileSection.ProfiledPart;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileSectionTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 100\nproducerRate: 1000\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"true | MEASUREMENT", "'{phase: drain}' | DRAIN", "'{phase: worst-interval}' | WORST_INTERVAL"})
    void readsThePart(String profile, ProfiledPart part) throws IOException {
        assertThat(profile(BASE + "testDuration: 1s\nprofile: " + profile)).contains(part);
    }

    @Test
    void nothingIsProfiledUnlessItIsAsked() throws IOException {
        assertThat(profile(BASE + "testDuration: 1s")).isEmpty();
        assertThat(profile(BASE + "testDuration: 1s\nprofile: false")).isEmpty();
    }

    @Test
    void refusesOtherParts() throws IOException {
        profile(BASE + "testDuration: 1s\nprofile: {phase: setup}");

        assertThat(problems.errors())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("must be one of measurement, warm-up, backlog, drain, worst-interval");
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

    private Optional<ProfiledPart> profile(String content) throws IOException {
        return read(content).flatMap(workload -> workload.run().sections().find(new ProfileSection()));
    }
}
