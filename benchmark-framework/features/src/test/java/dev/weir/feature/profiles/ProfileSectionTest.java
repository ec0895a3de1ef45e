package dev.weir.feature.profiles;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileSectionTest {
    private static final String BASE = """
        topics: 1
        partitionsPerTopic: 1
        producersPerTopic: 1
        messageSize: 100
        producerRate: 1000
        """;

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"true | MEASUREMENT", "'{phase: drain}' | DRAIN", "'{phase: worst-interval}' | WORST_INTERVAL"})
    void readsThePart(String profile, ProfiledPart part) throws IOException {
        assertThat(read(BASE + "testDuration: 1s\nprofile: " + profile)).contains(part);
    }

    @Test
    void nothingIsProfiledUnlessItIsAsked() throws IOException {
        assertThat(read(BASE + "testDuration: 1s")).isEmpty();
        assertThat(read(BASE + "testDuration: 1s\nprofile: false")).isEmpty();
    }

    @Test
    void refusesOtherParts() throws IOException {
        read(BASE + "testDuration: 1s\nprofile: {phase: setup}");

        assertThat(problems.errors())
                .extracting(Problem::message)
                .singleElement()
                .asString()
                .startsWith("must be one of measurement, warm-up, backlog, drain, worst-interval");
    }

    @Test
    void aTransactionBenchmarkCanBeProfiled() throws IOException {
        assertThat(read("transactionBenchmark: fetch\nprofile: true")).contains(ProfiledPart.MEASUREMENT);
        assertThat(problems.errors()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrites(ProfiledPart part) throws IOException {
        Workload workload =
                Workloads.small().section(new ProfileSection(), part).build();

        assertThat(read(EffectiveFiles.yaml(EffectiveFiles.of(workload), "of a run")))
                .contains(part);
        assertThat(problems.errors()).isEmpty();
    }

    private Optional<ProfiledPart> read(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("workload.yaml"), content);
        return WorkloadFile.read(file, problems)
                .flatMap(workload -> workload.run().sections().find(new ProfileSection()));
    }
}
