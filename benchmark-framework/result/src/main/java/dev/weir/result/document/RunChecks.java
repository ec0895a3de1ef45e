package dev.weir.result.document;

import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks of a run.
 *
 * @param audit whether each message arrived once and in order
 * @param durability what an acknowledgement meant, item by item
 */
public record RunChecks(
        Optional<Audit> audit,
        List<ThresholdCheck> thresholds,
        List<DurabilityFact> durability,
        Optional<Clocks> clock) {
    public RunChecks {
        thresholds = List.copyOf(thresholds);
        durability = List.copyOf(durability);
    }

    /**
     * One condition on which the meaning of an acknowledgement depends.
     *
     * @param value {@code unknown} if it is not known
     * @param source how the value is known
     * @param note text for a person; empty if there is none
     */
    public record DurabilityFact(String item, String value, String source, String note) {
        public static List<DurabilityFact> of(dev.weir.driver.durability.Durability durability) {
            return durability.items().stream()
                    .map(item -> new DurabilityFact(
                            item.key().word(), item.value(), item.source().word(), item.note()))
                    .toList();
        }

        /** Converts stored items back, without those that only a newer version has. */
        public static dev.weir.driver.durability.Durability read(List<DurabilityFact> stored) {
            return new dev.weir.driver.durability.Durability(stored.stream()
                    .flatMap(each -> DurabilityKey.of(each.item).flatMap(each::read).stream())
                    .collect(Collectors.toMap(DurabilityItem::key, item -> item, (one, next) -> next, TreeMap::new))
                    .values()
                    .stream()
                    .toList());
        }

        private Optional<DurabilityItem> read(DurabilityKey key) {
            if (value.isBlank()) {
                return Optional.empty();
            }
            return value.equals(DurabilityItem.UNKNOWN)
                    ? Optional.of(DurabilityItem.unknown(key, note))
                    : Stream.of(DurabilitySource.values())
                            .filter(known -> known != DurabilitySource.UNKNOWN)
                            .filter(known -> known.word().equals(source))
                            .findFirst()
                            .map(known -> new DurabilityItem(key, value, known, note));
        }
    }
}
