package dev.weir.coordinator;

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
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Results as runs leave them, finished or recovered, and what a computation of their figures finds. */
public final class GenuineResults {
    private GenuineResults() {}

    /**
     * Makes a run in a folder of its own, and of copies of its journal what {@code recover} makes of them.
     *
     * @return result files of all of them
     */
    public static List<Path> of(
            MiniCluster cluster, Path folder, Workload workload, DriverConfig driver, MiniCluster.Reaction reaction)
            throws IOException {
        var killed = new Killed(folder, reaction);
        RunResult result = cluster.run(workload, driver, killed);
        Path file = folder.resolve("run-" + result.run().id() + ".json");
        ResultFile.write(result, file);
        List<Path> files = new ArrayList<>(killed.recovered());
        files.add(file);
        return files;
    }

    /** Returns the figures of a result that do not follow from its histograms and counts. */
    public static List<Recomputation.FigureDifference> differences(Path file) throws IOException {
        StoredResult stored = StoredResult.read(file, new Problems()).orElseThrow();
        return Recomputation.of(
                        DocumentReader.tree(Files.readString(file)),
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
                        .filter(file -> file.contains("run-") && file.endsWith(Journal.ENDING))
                        .findFirst()
                        .orElseThrow();
                String of = journal.substring(0, journal.length() - Journal.ENDING.length());
                Files.copy(Path.of(journal), Path.of(base + Journal.ENDING));
                Files.copy(Path.of(of + ".hlog"), Path.of(base + ".hlog"));
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
