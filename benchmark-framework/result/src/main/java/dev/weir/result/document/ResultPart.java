package dev.weir.result.document;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A part that a feature adds to results.
 *
 * @param name name of its field under {@code weir}
 * @param type what the field holds: a record, or a list of records
 */
public record ResultPart<T>(String name, TypeReference<T> type) {
    /**
     * Returns the part of a result; empty if the result does not have it.
     *
     * @throws IllegalArgumentException if the field holds something else
     */
    public Optional<T> in(RunDetails details) {
        JsonNode part = details.ofFeatures().byName().get(name);
        return part == null
                ? Optional.empty()
                : Optional.of(DocumentReader.json().convertValue(part, type));
    }
}
