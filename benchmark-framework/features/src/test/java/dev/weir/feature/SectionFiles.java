package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.Workload;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Workload files with fields of a feature. */
public abstract class SectionFiles {
    /** Lines 1 to 3 of a file. */
    protected static final String TOPIC = "topics: 1\npartitionsPerTopic: 4\nproducersPerTopic: 2\n";

    protected static final String CONSUMERS = "subscriptionsPerTopic: 1\nconsumerPerSubscription: 1\n";

    @TempDir
    protected Path folder;

    /** What is wrong with the files that were read. */
    protected final Problems problems = new Problems();

    protected Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("w.yaml"), text);
    }

    protected Optional<Workload> read(String text) throws IOException {
        return WorkloadFile.read(file(text), problems);
    }

    /** Reads fields that are separated by semicolons, below those of {@code base} that they do not replace. */
    protected Optional<Workload> read(String base, String fields) throws IOException {
        String others = base.lines()
                .filter(line -> !("; " + fields).contains("; " + line.substring(0, line.indexOf(':') + 1)))
                .collect(Collectors.joining("\n"));
        return read(others + "\n" + fields.replace("; ", "\n") + "\n");
    }

    /** Checks that a file is refused with one message, which ends like this. */
    protected void assertRefused(String base, String fields, String message) throws IOException {
        assertThat(read(base, fields)).isEmpty();
        assertThat(problems.errors())
                .extracting(Problem::toString)
                .singleElement()
                .asString()
                .endsWith(": " + message);
    }

    /** Checks that the effective file of a workload reads back as an equal one. */
    protected void assertReadsBack(Workload workload) throws IOException {
        assertThat(read(EffectiveFiles.yaml(EffectiveFiles.of(workload), "effective")))
                .contains(workload);
        assertThat(problems.errors()).isEmpty();
    }
}
