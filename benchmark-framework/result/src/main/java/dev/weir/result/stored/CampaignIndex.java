package dev.weir.result.stored;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.TextFile;
import dev.weir.result.document.DocumentReader;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
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
                .filter(name -> TextFile.in(folder, name).isEmpty())
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

    /** Adds a finished run whose result is written. */
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
}
