package dev.weir.result.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * From schema version 1 to 2, which has {@code weir.provenance.setup}. Version 1 knew swarms only, and said only among the
 * system's facts how many brokers an embedded cluster had.
 */
final class UpgradeFrom1 {
    private UpgradeFrom1() {}

    static void apply(ObjectNode top) {
        if (!(top.path("weir").path("provenance") instanceof ObjectNode provenance) || provenance.has("setup")) {
            return;
        }
        JsonNode system = provenance.path("system");
        boolean embedded =
                system.properties().stream().anyMatch(fact -> fact.getKey().startsWith("embedded."));
        ObjectNode setup = provenance.putObject("setup").put("topology", "swarm");
        ArrayNode workers = setup.putArray("workers");
        for (JsonNode worker : top.path("weir").path("workers")) {
            if (!worker.path("name").asText().equals("in-process")) {
                workers.add(worker.path("name").asText());
            }
        }
        setup.put(
                "embeddedBrokers", embedded ? Math.max(1, system.path("brokers").asInt(1)) : 0);
    }
}
