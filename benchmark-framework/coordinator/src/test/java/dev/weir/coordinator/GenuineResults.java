package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.DriverConfig;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.interval.Interval;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Recomputation;
import dev.weir.result.journal.Recovery;
import dev.weir.result.stored.IntervalHistograms;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Results as runs leave them, finished or recovered, and what a computation of their figures finds. */
public final class GenuineResults {
    private static final String LOAD = """
            topics: 2
            partitionsPerTopic: 2
            messageSize: 100
            producersPerTopic: 1
            subscriptionsPerTopic: 1
            consumerPerSubscription: 2
            warmupDuration: 400ms
            testDuration: 1200ms
            sampleRateMillis: 200
            producerRate: 1000
            """;

    private GenuineResults() {}

    /**
     * Makes a run on the driver none with two workers, and finds no difference in any of its results.
     *
     * @param fields of the workload that differ from those of a short load, as YAML; one without a value is removed
     * @param settings of the driver, as YAML
     * @param endsIn the phase in which a person ends the run; of none: empty
     */
    public static void verify(Path folder, String fields, String settings, String endsIn) throws IOException {
        try (var cluster = new MiniCluster(2, folder)) {
            verified(
                    cluster, folder, workload(folder, fields), MiniCluster.none(map(settings)), (coordinator, tick) -> {
                        if (tick.phase().key().equals(endsIn)) {
                            coordinator.interrupt();
                        }
                    });
        }
    }

    /**
     * Makes a run, and finds no difference in its result, nor in what {@code recover} makes of copies of its journal. {@code
     * killed-9.json} is the result that it makes of the journal as it was at the ninth tick.
     */
    public static RunResult verified(
            MiniCluster cluster, Path folder, Workload workload, DriverConfig driver, MiniCluster.Reaction reaction) {
        var killed = new Killed(folder, reaction);
        RunResult result = cluster.run(workload, driver, killed);
        Path file = folder.resolve("run-" + result.run().id() + ".json");
        try {
            List<Path> files = killed.recovered();
            assertThat(files).isNotEmpty();
            ResultFile.write(result, file);
            files.add(file);
            List<String> found = new ArrayList<>();
            for (Path each : files) {
                differences(each).forEach(difference -> found.add(each.getFileName() + ": " + difference));
            }
            assertThat(found).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return result;
    }

    private static Workload workload(Path folder, String fields) throws IOException {
        Map<String, Object> all = new LinkedHashMap<>(yaml(LOAD));
        all.putAll(yaml(fields));
        all.values().removeIf(Objects::isNull);
        Path file = Files.writeString(folder.resolve("w.yaml"), new org.yaml.snakeyaml.Yaml().dump(all));
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private static Map<String, Object> yaml(String text) {
        return new org.yaml.snakeyaml.Yaml().load(text);
    }

    private static Map<String, String> map(String text) {
        Map<String, String> map = new LinkedHashMap<>();
        yaml(text).forEach((name, value) -> map.put(name, String.valueOf(value)));
        return map;
    }

    /** Returns the figures of a result that do not follow from its histograms and counts. */
    public static List<Recomputation.FigureDifference> differences(Path file) throws IOException {
        StoredResult stored = StoredResult.read(file, new Problems()).orElseThrow();
        return Recomputation.of(
                        DocumentReader.json().readTree(Files.readString(file)),
                        stored.document(),
                        IntervalHistograms.ofResult(file))
                .differences();
    }

    /** Copies the journal now and then, as a killed coordinator would leave it. */
    private static final class Killed implements MiniCluster.Reaction {
        private static final Set<Integer> AT = Set.of(1, 9);

        private final Path folder;
        private final MiniCluster.Reaction reaction;
        private final List<Path> journals = new ArrayList<>();
        private int ticks;

        Killed(Path folder, MiniCluster.Reaction reaction) {
            this.folder = folder;
            this.reaction = reaction;
        }

        @Override
        public void tick(Coordinator coordinator, Interval tick) {
            if (AT.contains(++ticks)) {
                copy(Path.of(folder + "/killed-" + ticks));
            }
            reaction.tick(coordinator, tick);
        }

        private void copy(Path base) {
            try (Stream<Path> files = Files.list(folder)) {
                String journal = files.map(Path::toString)
                        .filter(file -> file.contains("/run-") && file.endsWith(Journal.ENDING))
                        .max(Comparator.comparing(file -> Path.of(file).toFile().lastModified()))
                        .orElseThrow();
                String of = journal.substring(0, journal.length() - Journal.ENDING.length());
                Files.copy(Path.of(journal), Path.of(base + Journal.ENDING), StandardCopyOption.REPLACE_EXISTING);
                Files.copy(Path.of(of + ".hlog"), Path.of(base + ".hlog"), StandardCopyOption.REPLACE_EXISTING);
                journals.add(Path.of(base + Journal.ENDING));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<Path> recovered() throws IOException {
            List<Path> results = new ArrayList<>();
            for (Path journal : journals) {
                Recovery.of(journal).orElseThrow().write(Recovery.Cause.KILLED, List.of());
                results.add(Recovery.resultFile(journal));
            }
            return results;
        }
    }
}
