package dev.weir.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
        int before = problems.errors().size();
        var yaml = new YamlFile(file, TABLE.kind(), problems);
        Optional<FieldValues> values = yaml.root().map(root -> FieldReader.read(TABLE, yaml, root));
        values.filter(given -> given.find(WORKERS).map(List::isEmpty).orElse(false))
                .ifPresent(given -> given.error(WORKERS, "must list at least one worker, got none"));
        return problems.errors().size() == before ? values.map(given -> given.get(WORKERS)) : Optional.empty();
    }
}
