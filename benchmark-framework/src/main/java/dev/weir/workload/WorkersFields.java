package dev.weir.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a workers file. */
final class WorkersFields {
    static final Field<List<WorkerAddress>> WORKERS =
            Field.required("workers", new ListType<>(new AddressType(), true), "the address of each worker");

    static final FieldTable TABLE = FieldTable.of("workers file", WORKERS);

    private WorkersFields() {}

    /** Where a worker listens. */
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
