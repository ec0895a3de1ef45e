package dev.weir.result.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Upgrades trees of older schema versions to the current one. */
final class Upgrades {
    private Upgrades() {}

    /** Applies all steps from a version on. */
    static void apply(int version, ObjectNode top) {
        if (version == 1) {
            from1(top);
        }
        // From 2 to 3, and from 4 to 5, no field moved. A clock bound that version 3 leaves out is unknown, though.
        if (version >= 1 && version <= 3) {
            from3(top);
        }
    }

    /**
     * Upgrades to schema version 2, which has {@code weir.provenance.setup}. Version 1 had only swarms, and reported
     * the number of embedded brokers only among the system's facts.
     */
    private static void from1(ObjectNode top) {
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

    /**
     * Upgrades to schema version 4, in which an incomplete audit counts no message as lost. Before, messages in flight
     * at the end of the run counted as lost; they are {@code unknown} now.
     */
    private static void from3(ObjectNode top) {
        if (top.path("weir").path("audit") instanceof ObjectNode audit
                && audit.has("lost")
                && !audit.path("complete").asBoolean(false)) {
            audit.put(
                    "unknown",
                    audit.path("unknown").asLong() + audit.path("lost").asLong());
            audit.put("lost", 0);
        }
    }
}
