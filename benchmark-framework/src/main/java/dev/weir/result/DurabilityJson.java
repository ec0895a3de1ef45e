package dev.weir.result;

import dev.weir.driver.Durability;
import dev.weir.driver.DurabilityItem;
import dev.weir.driver.DurabilityKey;
import dev.weir.driver.DurabilitySource;
import dev.weir.result.document.RunChecks;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What an acknowledgement meant, in the words of a result. */
final class DurabilityJson {
    private DurabilityJson() {}

    static List<RunChecks.Durability> of(Durability durability) {
        return durability.items().stream()
                .map(item -> new RunChecks.Durability(
                        item.key().word(), item.value(), item.source().word(), item.note()))
                .toList();
    }

    /** Reads it again, without what only a newer version knows. */
    static Durability read(List<RunChecks.Durability> stored) {
        Map<DurabilityKey, DurabilityItem> items = new EnumMap<>(DurabilityKey.class);
        for (RunChecks.Durability each : stored) {
            DurabilityKey.of(each.item())
                    .flatMap(key -> read(key, each))
                    .ifPresent(item -> items.put(item.key(), item));
        }
        return new Durability(List.copyOf(items.values()));
    }

    private static Optional<DurabilityItem> read(DurabilityKey key, RunChecks.Durability stored) {
        if (stored.value().isBlank()) {
            return Optional.empty();
        }
        return stored.value().equals(DurabilityItem.UNKNOWN)
                ? Optional.of(DurabilityItem.unknown(key, stored.note()))
                : Stream.of(DurabilitySource.values())
                        .filter(source -> source != DurabilitySource.UNKNOWN)
                        .filter(source -> source.word().equals(stored.source()))
                        .findFirst()
                        .map(source -> new DurabilityItem(key, stored.value(), source, stored.note()));
    }
}
