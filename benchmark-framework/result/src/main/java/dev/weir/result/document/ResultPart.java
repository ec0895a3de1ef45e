package dev.weir.result.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.measure.LatencySet;
import java.util.List;
import java.util.Optional;

/**
 * A part that a feature adds to results. It is a seat: files whose part is of another type are refused.
 *
 * @param name name of its field under {@code weir}
 * @param type what the field holds: a record, or a list of records
 * @param hasAllClients whether the counts of a result with the part are the sums of those of its clients
 */
public record ResultPart<T>(String name, TypeReference<T> type, boolean hasAllClients) {
    /** Creates a part of results whose counts are the sums of those of their clients. */
    public ResultPart(String name, TypeReference<T> type) {
        this(name, type, true);
    }

    /** Returns the part of a result; empty if the result does not have it. */
    public Optional<T> in(RunDetails details) {
        return given(details).map(part -> DocumentReader.json().convertValue(part, type));
    }

    /** Checks the part of a result that was read from a file: throws if the field holds something else. */
    public void check(RunDetails details) throws JsonProcessingException {
        Optional<JsonNode> part = given(details);
        if (part.isEmpty()) {
            return;
        }
        try {
            var json = DocumentReader.json();
            T value = json.treeToValue(part.get(), json.constructType(type));
            if (value instanceof List<?> list && list.contains(null)) {
                throw new JsonMappingException(null, "a list of records holds null");
            }
        } catch (JsonMappingException e) {
            e.prependPath(details, name);
            e.prependPath(details, "weir");
            throw e;
        }
    }

    private Optional<JsonNode> given(RunDetails details) {
        return Optional.ofNullable(details.ofFeatures().byName().get(name)).filter(part -> !part.isNull());
    }

    /**
     * A part of a result that follows from the rest of it. The command {@code verify} computes it again. Any thread.
     */
    public interface DerivedPart {
        /** Returns the name of its field under {@code weir}. */
        String name();

        /**
         * Returns the part: a record, list, map, text or number. Empty if the result does not have it.
         *
         * @param measured latencies of all messages that were due in the measurement
         * @param details all parts but the derived ones
         */
        Optional<?> of(LatencySet measured, RunDetails details);
    }

    /** Files that a feature keeps beside results, and that are too large for bundles. Any thread. */
    public interface PartFiles {
        /** Returns their names as the result states them: they may be missing, and can come from a malicious file. */
        List<String> files(RunDetails details);
    }
}
