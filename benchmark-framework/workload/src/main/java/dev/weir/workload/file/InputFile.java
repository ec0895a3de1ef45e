package dev.weir.workload.file;

import dev.weir.driver.loading.Drivers;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/** A file of any kind that a run reads. */
public final class InputFile {
    private InputFile() {}

    /** Reads a file, once, as the kind to which most of its fields belong; empty if it cannot be read at all. */
    public static Optional<FileKind> check(Path file, Drivers drivers, Problems problems) {
        Optional<MappingNode> root = new YamlFile(file, "workload, driver or workers file", problems).root();
        Optional<FileKind> kind = root.map(FileKind::of);
        kind.ifPresent(each -> check(each, new YamlFile(file, each.kind(), problems), root.orElseThrow(), drivers));
        return kind;
    }

    private static void check(FileKind kind, YamlFile yaml, MappingNode root, Drivers drivers) {
        if (!kind.isPossibly(yaml, root)) {
            return;
        }
        switch (kind) {
            case WORKLOAD ->
                new WorkloadFile(yaml, Path.of(""), List.of())
                        .read(root)
                        .ifPresent(series -> series.checkDriverChanges(drivers, yaml.problems()));
            case DRIVER -> DriverFile.read(yaml, root, drivers);
            case WORKERS -> WorkersFile.read(yaml, root);
        }
    }
}
