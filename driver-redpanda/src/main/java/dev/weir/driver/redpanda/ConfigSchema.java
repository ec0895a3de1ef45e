package dev.weir.driver.redpanda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.driver.config.NearestName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cluster properties of a version of Redpanda: {@code /v1/cluster_config/schema}. */
final class ConfigSchema {
    /** Renamed properties, the newer name first, for versions that do not report aliases. */
    private static final List<List<String>> RENAMED = List.of(List.of("log_retention_ms", "delete_retention_ms"));

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final JsonNode properties;

    ConfigSchema(JsonNode answer) {
        this.properties = answer.path("properties");
    }

    /** Returns this version's name of a property, which may have another name in other versions, or an alias. */
    Optional<String> resolve(String name) {
        if (properties.has(name)) {
            return Optional.of(name);
        }
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            for (JsonNode alias : property.getValue().path("aliases")) {
                if (alias.asText().equals(name)) {
                    return Optional.of(property.getKey());
                }
            }
        }
        return RENAMED.stream()
                .filter(names -> names.contains(name))
                .flatMap(List::stream)
                .filter(properties::has)
                .findFirst();
    }

    /** Returns why a property cannot be changed for a run; empty if it can. */
    Optional<String> refusal(String name) {
        Optional<String> own = resolve(name);
        if (own.isEmpty()) {
            List<String> names = new ArrayList<>();
            properties.fieldNames().forEachRemaining(names::add);
            return Optional.of(name + " is no property of this cluster" + NearestName.advice(name, names));
        }
        JsonNode property = properties.path(own.get());
        if (property.path("needs_restart").asBoolean()) {
            return Optional.of(
                    name + " takes effect only when brokers start again: set it with 'rpk cluster config set'"
                            + " and start them again before the run");
        }
        if (property.path("is_secret").asBoolean()) {
            return Optional.of(name + " is a secret, which could not be put back");
        }
        return Optional.empty();
    }

    /** Converts a property's value for the API. A value of a wrong type is sent as text, which the cluster refuses. */
    JsonNode value(String name, String text) {
        JsonNode property = properties.path(resolve(name).orElse(name));
        String value = text.strip();
        if (value.equals("null") && property.path("nullable").asBoolean()) {
            return JSON.nullNode();
        }
        try {
            return switch (property.path("type").asText()) {
                case "boolean" ->
                    value.matches("(?i)true|false")
                            ? JSON.booleanNode(Boolean.parseBoolean(value))
                            : JSON.textNode(value);
                case "integer" -> JSON.numberNode(new BigDecimal(value).toBigIntegerExact());
                case "number" -> JSON.numberNode(new BigDecimal(value));
                case "array" ->
                    value.startsWith("[")
                            ? MAPPER.readTree(value)
                            : JSON.arrayNode().add(value);
                default -> JSON.textNode(value);
            };
        } catch (NumberFormatException | ArithmeticException | JsonProcessingException e) {
            return JSON.textNode(value);
        }
    }
}
