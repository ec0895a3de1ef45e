package dev.weir.workload.file;

import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads workers files, whose one field {@code workers} lists the addresses of the workers. */
public final class WorkersFile {
    private static final Field<List<WorkerAddress>> WORKERS =
            Field.required("workers", new ListType<>(new AddressType(), true), "the address of each worker");

    static final FieldTable TABLE = FieldTable.of("workers file", WORKERS);

    private WorkersFile() {}

    /** Reads the workers of a file, at least one, in its order; empty if there was an error. */
    public static Optional<List<WorkerAddress>> read(Path file, Problems problems) {
        var yaml = new YamlFile(file, TABLE.kind(), problems);
        return yaml.root()
                .filter(root -> FileKind.WORKERS.isPossibly(yaml, root))
                .flatMap(root -> read(yaml, root));
    }

    static Optional<List<WorkerAddress>> read(YamlFile yaml, MappingNode root) {
        int before = yaml.problems().errorCount();
        FieldValues given = FieldReader.read(TABLE, yaml, root);
        if (given.find(WORKERS).map(List::isEmpty).orElse(false)) {
            given.error(WORKERS, "must list at least one worker, got none");
        }
        return yaml.problems().errorCount() == before ? Optional.of(given.get(WORKERS)) : Optional.empty();
    }

    /**
     * Parses the addresses in an option such as {@code -w a:8080,b:8080}; a comma may follow the last one. The lookup
     * returns the workers of an entry that stands for several (none if it has reported a problem); empty: an address.
     */
    public static List<WorkerAddress> addresses(
            String list, String option, Function<String, Optional<List<WorkerAddress>>> lookup, Problems problems) {
        Map<String, WorkerAddress> addresses = new LinkedHashMap<>();
        for (String entry : list.strip().replaceFirst("(?<=[^,]),$", "").split(",", -1)) {
            String text = entry.strip();
            for (WorkerAddress address : lookup.apply(text).orElseGet(() -> address(text, option, problems))) {
                if (addresses.putIfAbsent(address.toString(), address) != null) {
                    problems.error(option, "must list each once, got " + address + " twice");
                }
            }
        }
        return List.copyOf(addresses.values());
    }

    private static List<WorkerAddress> address(String text, String option, Problems problems) {
        Optional<WorkerAddress> address = WorkerAddress.parse(text);
        if (address.isEmpty()) {
            problems.error(option, "must be " + WorkerAddress.ALLOWED + ", got " + (text.isEmpty() ? "nothing" : text));
        }
        return address.stream().toList();
    }

    private record AddressType() implements ScalarType<WorkerAddress> {
        @Override
        public Optional<WorkerAddress> parse(String text) {
            return WorkerAddress.parse(text);
        }

        @Override
        public String allowed() {
            return WorkerAddress.ALLOWED;
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("type", "string");
        }
    }
}
