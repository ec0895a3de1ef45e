package dev.weir.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.Durability;
import dev.weir.driver.DurabilityItem;
import dev.weir.driver.DurabilityKey;
import dev.weir.driver.DurabilitySource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What an acknowledgement meant, in the words of a result. */
final class DurabilityJson {
    private DurabilityJson() {}

    static List<Map<String, String>> of(Durability durability) {
        List<Map<String, String>> items = new ArrayList<>();
        for (DurabilityItem item : durability.items()) {
            Map<String, String> map = new LinkedHashMap<>();
            map.put("item", item.key().word());
            map.put("value", item.value());
            map.put("source", item.source().word());
            map.put("note", item.note());
            items.add(map);
        }
        return items;
    }

    /** Reads it again, without what only a newer version knows. */
    static Durability read(JsonNode list) {
        Map<DurabilityKey, DurabilityItem> items = new EnumMap<>(DurabilityKey.class);
        for (JsonNode node : list) {
            Stream.of(DurabilityKey.values())
                    .filter(key -> key.word().equals(node.path("item").asText()))
                    .findFirst()
                    .flatMap(key -> read(key, node))
                    .ifPresent(item -> items.put(item.key(), item));
        }
        return new Durability(List.copyOf(items.values()));
    }

    private static Optional<DurabilityItem> read(DurabilityKey key, JsonNode node) {
        String value = node.path("value").asText();
        String note = node.path("note").asText();
        if (value.isBlank()) {
            return Optional.empty();
        }
        return value.equals(DurabilityItem.UNKNOWN)
                ? Optional.of(DurabilityItem.unknown(key, note))
                : Stream.of(DurabilitySource.values())
                        .filter(source -> source != DurabilitySource.UNKNOWN)
                        .filter(source ->
                                source.word().equals(node.path("source").asText()))
                        .findFirst()
                        .map(source -> new DurabilityItem(key, value, source, note));
    }
}
