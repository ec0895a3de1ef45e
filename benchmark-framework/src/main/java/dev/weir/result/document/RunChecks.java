package dev.weir.result.document;

import java.util.List;
import java.util.Optional;

/**
 * What was checked.
 *
 * @param audit whether each message arrived once and in order
 * @param thresholds what the run had to keep to
 * @param durability what an acknowledgement meant, item by item
 * @param clock how far clocks were apart
 */
public record RunChecks(
        Optional<Audit> audit, List<ThresholdCheck> thresholds, List<Durability> durability, Optional<Clocks> clock) {
    public RunChecks {
        thresholds = List.copyOf(thresholds);
        durability = List.copyOf(durability);
    }

    /**
     * One thing that an acknowledgement depends on.
     *
     * @param item its name
     * @param value {@code unknown} if it is not known
     * @param source where the value is known from
     * @param note for a person; empty if there is none
     */
    public record Durability(String item, String value, String source, String note) {}
}
