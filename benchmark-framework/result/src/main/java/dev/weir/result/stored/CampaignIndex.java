package dev.weir.result.stored;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.result.ResultFile;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.TextFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Index of a campaign's runs, done or planned, written again after each: atomically, or with an {@link
 * UncheckedIOException}. Used by the campaign's thread.
 */
public final class CampaignIndex {
    public static final String FILE = "index.json";

    private static final int SCHEMA_VERSION = 1;
    private static final ObjectReader RUN = DocumentReader.json().readerFor(IndexedRun.class);
    private static final JsonNode NO_RUN = JsonNodeFactory.instance.objectNode();

    private final Optional<Path> folder;
    private final List<IndexedRun> runs;
    private List<Comparability> pairs = List.of();
    private List<RunVariation> variation = List.of();

    private CampaignIndex(Optional<Path> folder, List<IndexedRun> runs) {
        this.folder = folder;
        this.runs = new ArrayList<>(runs);
    }

    /** Returns the index of a single run, which is no campaign and is never written. */
    public static CampaignIndex none() {
        return new CampaignIndex(Optional.empty(), List.of());
    }

    /** Creates the index of a campaign that has not begun, in a folder that may not exist yet. */
    public static CampaignIndex of(Path folder, List<IndexedRun> planned) {
        return new CampaignIndex(Optional.of(folder), planned);
    }

    /** Reads the index of a folder; empty if there is none, or it cannot be read, which is a problem then. */
    public static Optional<CampaignIndex> read(Path folder, Problems problems) {
        Path file = folder.resolve(FILE);
        String problem;
        try {
            JsonNode top = DocumentReader.json().readTree(TextFile.read(file));
            int version = top.path("schemaVersion").asInt(0);
            if (version == SCHEMA_VERSION && top.path("runs").isArray()) {
                List<IndexedRun> runs = new ArrayList<>();
                for (JsonNode run : top.path("runs")) {
                    // An object without its fields is refused; null would be read as no run.
                    runs.add(RUN.readValue(run.isObject() ? run : NO_RUN));
                }
                runs.forEach(run -> checkPlace(run, folder, problems));
                return Optional.of(new CampaignIndex(Optional.of(folder), runs));
            }
            problem = version > 0 && version != SCHEMA_VERSION
                    ? DocumentReader.wrongVersion(version, SCHEMA_VERSION)
                    : "is no index of a campaign";
        } catch (JsonProcessingException e) {
            problem = "is no index of a campaign: " + e.getOriginalMessage();
        } catch (NoSuchFileException e) {
            problem = "does not exist: it must be the folder of a campaign";
        } catch (IOException e) {
            problem = "cannot be read: " + e;
        }
        problems.error(file.toString(), problem);
        return Optional.empty();
    }

    /** Checks that a result is in the folder, because an index from elsewhere can name any file of this host. */
    private static void checkPlace(IndexedRun run, Path folder, Problems problems) {
        run.result()
                .filter(name -> FolderFile.of(folder, name).isEmpty())
                .ifPresent(name -> problems.error(new Problem(
                        folder.resolve(FILE).toString(),
                        0,
                        "runs." + run.number() + ".result",
                        "must be a file in the folder of the index, got " + name)));
    }

    public List<IndexedRun> runs() {
        return List.copyOf(runs);
    }

    /** Returns its name; empty if it is no campaign. */
    public String campaign() {
        return folder.map(path -> path.toAbsolutePath().normalize().getFileName())
                .map(Path::toString)
                .orElse("");
    }

    public void finished(int number, Path result, RunResult run) {
        if (folder.isPresent()) {
            runs.set(number - 1, runs.get(number - 1).with(result.getFileName().toString(), run));
            write();
        }
    }

    /** Adds the comparison of each pair of systems after all runs, and the variation between equal runs. */
    public void compared(List<Comparability> found) {
        pairs = List.copyOf(found);
        variation = variation();
        write();
    }

    /** Returns the variation between equal runs, of those whose results can be read. */
    public List<RunVariation> variation() {
        return RunVariation.of(folder.stream()
                .flatMap(path -> runs.stream().flatMap(run -> run.resultIn(path).stream()))
                .flatMap(file -> StoredResult.read(file, new Problems()).stream())
                .toList());
    }

    public void write() {
        if (folder.isEmpty()) {
            return;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("campaign", campaign());
        document.put("runs", runs);
        if (!pairs.isEmpty()) {
            document.put("pairs", pairs);
        }
        if (!variation.isEmpty()) {
            document.put("variation", variation);
        }
        try {
            Files.createDirectories(folder.get());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder.get(), e);
        }
        ResultFile.write(document, folder.get().resolve(FILE));
    }

    /**
     * A run of a campaign as the campaign's index has it.
     *
     * @param number its number in the campaign, from 1
     * @param driver label of the driver
     * @param point as {@link CampaignPlace#point()}
     * @param repeat as {@link CampaignPlace#repeat()}
     * @param result name of its result file in the folder of the index; empty if it is not done yet
     * @param outcome its outcome; empty if it is not done yet
     * @param interrupted whether a person ended it early
     * @param begin ISO-8601 with offset; empty if it is not done yet
     * @param seconds how long it took; 0 if it is not done yet
     */
    public record IndexedRun(
            int number,
            String workload,
            String driver,
            Map<String, String> point,
            int repeat,
            Optional<String> result,
            Optional<Outcome> outcome,
            boolean interrupted,
            Optional<String> begin,
            double seconds) {
        public IndexedRun {
            point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
        }

        public static IndexedRun planned(
                int number, String workload, String driver, Map<String, String> point, int repeat) {
            Optional<String> none = Optional.empty();
            return new IndexedRun(number, workload, driver, point, repeat, none, Optional.empty(), false, none, 0);
        }

        /** Returns whether both are the same run of the same campaign, done or not. */
        public boolean isSameAs(IndexedRun other) {
            return number == other.number
                    && workload.equals(other.workload)
                    && driver.equals(other.driver)
                    && point.equals(other.point)
                    && repeat == other.repeat;
        }

        /** Returns its result file; empty if it is not done yet, or the name leads out of the folder of the index. */
        public Optional<Path> resultIn(Path folder) {
            return result.flatMap(name -> FolderFile.of(folder, name));
        }

        public String title() {
            return workload + " on " + driver
                    + (repeat > 1 ? " for the " + repeat + ". time" : isDiscarded() ? " to be discarded" : "");
        }

        /** Returns whether its result is kept, but excluded from comparisons. */
        @JsonProperty("discarded")
        public boolean isDiscarded() {
            return repeat == 0;
        }

        IndexedRun with(String file, RunResult run) {
            Optional<String> begun = Optional.of(IsoTime.of(run.run().beginNanos()));
            Optional<Outcome> ended = Optional.of(run.outcome());
            double lasted = (run.endNanos() - run.run().beginNanos()) / 1e9;
            boolean early = run.interrupted();
            return new IndexedRun(
                    number, workload, driver, point, repeat, Optional.of(file), ended, early, begun, lasted);
        }
    }
}
