package dev.weir.driver.redpanda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Changes Redpanda's cluster properties through its admin API, like {@code rpk cluster config set}: reads the schema,
 * sends the change, and waits until each node has the new version.
 */
record RedpandaClusterSettings(AdminApi api) implements ClusterSettings {
    private static final String CONFIG = "/v1/cluster_config";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public String clusterId(Duration within) {
        JsonNode answer = api.get("/v1/cluster/uuid", new AnswerDeadline(within));
        String uuid = answer.path("cluster_uuid").asText();
        if (uuid.isEmpty()) {
            throw new DriverException(
                    "the admin API does not report the cluster's uuid, which Weir needs to store its settings");
        }
        return "redpanda-" + uuid;
    }

    @Override
    public Map<String, ClusterSetting> read(Collection<String> names, Duration within) {
        var deadline = new AnswerDeadline(within);
        ConfigSchema schema = schema(deadline);
        List<String> refused = new ArrayList<>();
        names.forEach(name -> schema.refusal(name).ifPresent(refused::add));
        if (!refused.isEmpty()) {
            throw new DriverException("clusterConfig: " + String.join("; ", refused));
        }
        JsonNode all = get(CONFIG + "?include_defaults=true", deadline);
        JsonNode given = get(CONFIG + "?include_defaults=false", deadline);
        Map<String, ClusterSetting> read = new TreeMap<>();
        for (String name : names) {
            String own = schema.resolve(name).orElseThrow();
            read.put(name, new ClusterSetting(own, text(all.path(own)), !given.has(own)));
        }
        return read;
    }

    static String text(JsonNode value) {
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    @Override
    public void change(Map<String, String> values, Set<String> defaults, Duration within) {
        var deadline = new AnswerDeadline(within);
        ConfigSchema schema = schema(deadline);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode upsert = body.putObject("upsert");
        values.forEach((name, value) -> upsert.set(schema.resolve(name).orElse(name), schema.value(name, value)));
        var remove = body.putArray("remove");
        defaults.forEach(name -> remove.add(schema.resolve(name).orElse(name)));
        Set<String> names = new TreeSet<>();
        upsert.fieldNames().forEachRemaining(names::add);
        Set<Integer> waiting = waitingForRestart(status(deadline));
        awaitEverywhere(put(body, deadline), names, waiting, deadline);
    }

    private ConfigSchema schema(AnswerDeadline deadline) {
        return ConfigSchema.of(get(CONFIG + "/schema", deadline));
    }

    private JsonNode get(String path, AnswerDeadline deadline) {
        return untilAnswered(() -> api.get(path, deadline), deadline);
    }

    /** Repeats a request while no host can answer it, such as during an election: settings must not stay changed. */
    private static JsonNode untilAnswered(Supplier<JsonNode> request, AnswerDeadline deadline) {
        while (true) {
            try {
                return request.get();
            } catch (AdminApi.Refusal e) {
                throw e;
            } catch (DriverException e) {
                deadline.pause(String.valueOf(e.getMessage()));
            }
        }
    }

    private JsonNode status(AnswerDeadline deadline) {
        return get(CONFIG + "/status", deadline);
    }

    /** @return the version that nodes have after the change */
    private long put(ObjectNode body, AnswerDeadline deadline) {
        try {
            return untilAnswered(() -> api.put(CONFIG, body, deadline), deadline)
                    .path("config_version")
                    .asLong();
        } catch (AdminApi.Refusal e) {
            if (e.status() != 400) {
                throw e;
            }
            throw new DriverException("the cluster refuses settings: " + reasons(e), e);
        }
    }

    /** Returns the reasons of a refusal. The answer maps properties to errors, unless the request was unreadable. */
    private static String reasons(AdminApi.Refusal refusal) {
        try {
            JsonNode errors = MAPPER.readTree(refusal.body());
            List<String> texts = new ArrayList<>();
            errors.properties().forEach(error -> texts.add(error.getKey() + ": " + text(error.getValue())));
            return texts.isEmpty() ? refusal.body() : String.join("; ", texts);
        } catch (JsonProcessingException e) {
            return refusal.body();
        }
    }

    /**
     * @param names properties that got a value; errors of nodes about others are not caused by the change
     * @param before nodes that needed a restart before the change
     */
    private void awaitEverywhere(long version, Set<String> names, Set<Integer> before, AnswerDeadline deadline) {
        JsonNode nodes = status(deadline);
        for (String missing = behind(nodes, version); !missing.isEmpty(); missing = behind(nodes, version)) {
            deadline.pause(missing);
            try {
                nodes = status(deadline);
            } catch (DriverException e) {
                // The time can also be over during a request.
                throw new DriverException(missing + ", and then: " + e.getMessage(), e);
            }
        }
        for (JsonNode node : nodes) {
            for (String list : List.of("invalid", "unknown")) {
                for (JsonNode name : node.path(list)) {
                    if (names.contains(name.asText())) {
                        throw new DriverException(
                                "node " + node.path("node_id").asInt() + " does not accept " + name.asText());
                    }
                }
            }
        }
        Set<Integer> now = waitingForRestart(nodes);
        now.removeAll(before);
        if (!now.isEmpty()) {
            throw new DriverException("the change takes effect only when brokers start again: nodes " + now);
        }
    }

    /** Returns which nodes do not have a version yet; empty if all have. */
    private static String behind(JsonNode nodes, long version) {
        List<String> behind = new ArrayList<>();
        for (JsonNode node : nodes) {
            if (node.path("config_version").asLong() < version) {
                behind.add("node " + node.path("node_id").asInt());
            }
        }
        if (nodes.isEmpty()) {
            behind.add("no node that reports its state");
        }
        String nodesBehind = String.join(", ", behind);
        return behind.isEmpty() ? "" : nodesBehind + " without version " + version + " of the cluster's settings";
    }

    private static Set<Integer> waitingForRestart(JsonNode nodes) {
        Set<Integer> waiting = new TreeSet<>();
        for (JsonNode node : nodes) {
            if (node.path("restart").asBoolean()) {
                waiting.add(node.path("node_id").asInt());
            }
        }
        return waiting;
    }

    /** Cluster properties of a version of Redpanda: {@code /v1/cluster_config/schema}. */
    record ConfigSchema(JsonNode properties) {
        /** The other name of renamed properties, for versions that do not report aliases. */
        private static final Map<String, String> RENAMED =
                Map.of("log_retention_ms", "delete_retention_ms", "delete_retention_ms", "log_retention_ms");

        private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

        /** Creates the schema in an answer. */
        static ConfigSchema of(JsonNode answer) {
            return new ConfigSchema(answer.path("properties"));
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
            return Optional.ofNullable(RENAMED.get(name)).filter(properties::has);
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
}
