package dev.weir.driver.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Properties of a system's clients.
 *
 * @param common of producers, consumers and the administration
 * @param producer of producers, over {@code common}
 * @param consumer of consumers, over {@code common}
 */
public record ClientConfig(Map<String, String> common, Map<String, String> producer, Map<String, String> consumer) {
    public static final ClientConfig NONE = new ClientConfig(Map.of(), Map.of(), Map.of());

    public ClientConfig {
        common = sorted(common);
        producer = sorted(producer);
        consumer = sorted(consumer);
    }

    /** Returns the properties of each field of a driver file that sets properties of clients. */
    public Map<String, Map<String, String>> byField() {
        Map<String, Map<String, String>> fields = new LinkedHashMap<>();
        fields.put("commonConfig", common);
        fields.put("producerConfig", producer);
        fields.put("consumerConfig", consumer);
        return fields;
    }

    /** {@code common} with {@code producer} over it. */
    public Map<String, String> effectiveProducer() {
        return over(producer);
    }

    /** {@code common} with {@code consumer} over it. */
    public Map<String, String> effectiveConsumer() {
        return over(consumer);
    }

    private Map<String, String> over(Map<String, String> own) {
        var all = new TreeMap<>(common);
        all.putAll(own);
        return all;
    }

    static SortedMap<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(map));
    }
}
