package dev.weir.result.document;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * From schema version 3 to 4, in which an audit that was not complete counts no message as lost. Before, it counted those
 * that were under way when the run ended, which are {@code unknown} since.
 */
final class UpgradeFrom3 {
    private UpgradeFrom3() {}

    static void apply(ObjectNode top) {
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
