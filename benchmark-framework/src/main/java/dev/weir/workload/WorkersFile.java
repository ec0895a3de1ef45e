package dev.weir.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads workers files, whose one field {@code workers} lists the addresses of the workers. */
public final class WorkersFile {
    static final FieldTable TABLE = FieldTable.of("workers file");
    private static final Field<List<WorkerAddress>> WORKERS = TABLE.add(
            Field.required("workers", new Type.Items<>(new ScalarType.Address(), true), "the address of each worker"));

    private WorkersFile() {}

    /**
     * Reads a workers file.
     *
     * @param problems gets all that is wrong with the file
     * @return the workers, at least one, in the order of the file; empty if there was an error
     */
    public static Optional<List<WorkerAddress>> read(Path file, Problems problems) {
        var yaml = new YamlFile(file, TABLE.kind(), problems);
        return yaml.root()
                .filter(root -> InputFile.WORKERS.isPossibly(yaml, root))
                .flatMap(root -> read(yaml, root));
    }

    static Optional<List<WorkerAddress>> read(YamlFile yaml, MappingNode root) {
        int before = yaml.problems().errors().size();
        FieldValues given = FieldReader.read(TABLE, yaml, root);
        if (given.find(WORKERS).map(List::isEmpty).orElse(false)) {
            given.error(WORKERS, "must list at least one worker, got none");
        }
        return yaml.problems().errors().size() == before ? Optional.of(given.get(WORKERS)) : Optional.empty();
    }
}
