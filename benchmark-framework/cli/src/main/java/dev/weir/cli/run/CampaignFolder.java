package dev.weir.cli.run;

import dev.weir.cli.run.RunInputs.PreparedRun;
import dev.weir.driver.config.DriverConfig;
import dev.weir.plan.CampaignPlan.PlannedRun;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Folder of a campaign's results, new or to be continued. It exists after the first run. */
public record CampaignFolder(Path path, CampaignIndex index) {

    static CampaignFolder create(Path path, List<PlannedRun> runs, List<DriverChoice> systems) {
        return new CampaignFolder(path, CampaignIndex.of(path, planned(runs, systems)));
    }

    /** Continues a folder; empty, with a problem, if its campaign does not have these runs. */
    static Optional<CampaignFolder> resume(
            Path path, List<PlannedRun> runs, List<DriverChoice> systems, Problems problems) {
        return CampaignIndex.read(path, problems)
                .filter(index -> isOf(index.runs(), planned(runs, systems), path, problems))
                .map(index -> new CampaignFolder(path, index));
    }

    /** Checks whether a folder that a person names for a new campaign can be used; adds a problem if not. */
    public static void check(Path path, int runs, Problems problems) {
        if (Files.exists(path.resolve(CampaignIndex.FILE))) {
            problems.error("-o", path + " contains a campaign: continue it with --resume, or name another folder");
        } else if (path.toString().endsWith(".json") || isTaken(path)) {
            problems.error("-o", "must be a new or empty folder for the results of " + runs + " runs, got " + path);
        } else {
            checkCanCreate(path, problems);
        }
    }

    /** Checks, without writing anything, that a folder for results exists or can be created. */
    static void checkCanCreate(Path folder, Problems problems) {
        Path existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            problems.error(
                    "-o",
                    "cannot create files in " + folder + ": " + existing
                            + (Files.isDirectory(existing) ? " is not writable" : " is not a folder")
                            + "; name another folder");
        }
    }

    Optional<StoredResult> done(PreparedRun run, int embeddedBrokers) {
        DriverConfig shown = Secrets.shown(run.system().factory(), run.driver());
        return index.runs()
                .get(run.number() - 1)
                .resultIn(path)
                .flatMap(file -> StoredResult.read(file, new Problems()))
                .filter(StoredResult::isWhole)
                .filter(result -> result.isOf(run.workload(), shown, embeddedBrokers));
    }

    private static List<IndexedRun> planned(List<PlannedRun> runs, List<DriverChoice> systems) {
        return runs.stream()
                .map(run -> IndexedRun.planned(
                        run.number(),
                        run.point().workload().name(),
                        systems.get(run.system()).label(),
                        run.point().changes(),
                        run.repeat()))
                .toList();
    }

    private static boolean isOf(List<IndexedRun> there, List<IndexedRun> planned, Path path, Problems problems) {
        Optional<String> difference = there.size() == planned.size()
                ? IntStream.range(0, there.size())
                        .filter(i -> !there.get(i).isSameAs(planned.get(i)))
                        .mapToObj(i ->
                                "its run " + (i + 1) + " is " + there.get(i).title() + ", and of these files it is "
                                        + planned.get(i).title())
                        .findFirst()
                : Optional.of("it has " + there.size() + " runs, and these files make " + planned.size());
        difference.ifPresent(text -> problems.error(
                "--resume",
                path + " is of another campaign: " + text + "; name the files and drivers it was begun with"));
        return difference.isEmpty();
    }

    private static boolean isTaken(Path path) {
        if (!Files.isDirectory(path)) {
            return Files.exists(path);
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isPresent();
        } catch (IOException e) {
            return true;
        }
    }
}
