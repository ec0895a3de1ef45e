package dev.weir.result.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Changes trees of older schema versions into the current one. */
final class Upgrades {
    private Upgrades() {}

    /** Step by step, from a version. */
    static void apply(int version, ObjectNode top) {
        if (version == 1) {
            from1(top);
        }
        // From 2 to 3, and from 4 to 5, no field changed its place. A bound of clocks that version 3 leaves out is
        // unknown, though.
        if (version >= 1 && version <= 3) {
            from3(top);
        }
    }

    /**
     * To schema version 2, which has {@code weir.provenance.setup}. Version 1 knew swarms only, and said only among the
     * system's facts how many brokers an embedded cluster had.
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
     * To schema version 4, in which an audit that was not complete counts no message as lost. Before, it counted those that
     * were under way when the run ended, which are {@code unknown} since.
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
