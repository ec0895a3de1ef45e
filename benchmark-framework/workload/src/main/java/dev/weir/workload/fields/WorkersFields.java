package dev.weir.workload.fields;

import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fields of a workers file. */
public final class WorkersFields {
    public static final Field<List<WorkerAddress>> WORKERS =
            Field.required("workers", new ListType<>(new AddressType(), true), "the address of each worker");

    public static final FieldTable TABLE = FieldTable.of("workers file", WORKERS);

    private WorkersFields() {}

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
