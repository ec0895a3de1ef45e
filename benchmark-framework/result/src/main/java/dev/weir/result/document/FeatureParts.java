package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parts of a result that features add, by the names of their fields under {@code weir}. Those of features that this
 * build lacks are kept.
 */
public record FeatureParts(@JsonAnySetter @JsonAnyGetter Map<String, JsonNode> byName) {
    static final FeatureParts NONE = new FeatureParts(Map.of());

    private static final Set<String> OF_THE_CORE = Stream.of(RunDetails.class.getRecordComponents())
            .filter(part -> part.getType() != FeatureParts.class)
            .flatMap(part -> Stream.of(part.getType().getRecordComponents()))
            .map(field -> field.getName())
            .collect(Collectors.toUnmodifiableSet());

    public FeatureParts {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    /** Jackson passes all fields that lie flat beside these, too. */
    FeatureParts withoutTheCore() {
        Map<String, JsonNode> parts = new LinkedHashMap<>(byName);
        parts.keySet().removeAll(OF_THE_CORE);
        return new FeatureParts(parts);
    }

    FeatureParts with(Map<String, ?> others) {
        Map<String, JsonNode> parts = new LinkedHashMap<>(byName);
        others.forEach((name, part) -> parts.put(name, DocumentReader.json().valueToTree(part)));
        return new FeatureParts(parts);
    }
}
