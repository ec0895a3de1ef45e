package dev.weir.result.search;

import dev.weir.result.ResultFile;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.RunDetails;
import dev.weir.workload.text.NumberText;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Writes the results of searches. {@code docs/result.md} describes each field. */
public final class SearchFile {
    private static final List<String> QUANTILES = List.of("p50", "p99", "p99.9");

    private SearchFile() {}

    /**
     * Writes a search atomically.
     *
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public static void write(SearchResult search) {
        ResultFile.write(document(search), search.file());
    }

    private static Map<String, @Nullable Object> document(SearchResult search) {
        Map<String, @Nullable Object> top = new LinkedHashMap<>();
        top.put("schemaVersion", DocumentReader.SCHEMA_VERSION);
        top.put("workload", search.workload().name());
        top.put("driver", search.stands().driver().name());
        top.put("outcome", search.stands().outcome().name());
        top.put("validity", search.validity().name());
        top.put("outcomes", search.outcomes());
        top.put("sustainedMessagesPerSecond", number(search.rates().sustained()));
        top.put("confirmed", search.rates().confirmed());
        top.put("notSustainedMessagesPerSecond", number(search.rates().notSustained()));
        top.put("notSustainedWhy", search.rates().whyNotSustained());
        top.put("ended", search.ended());
        RunDetails stands = search.stands().weir();
        Map<String, Object> weir = new LinkedHashMap<>();
        weir.put("interrupted", search.interrupted());
        weir.put("durability", stands.checks().durability());
        Provenance origin = stands.origin().provenance().orElseThrow();
        weir.put(
                "provenance",
                search.stands().header().with(search.workload()).provenance(origin.system(), origin.clusterConfig()));
        top.put("weir", weir);
        top.put(
                "curve",
                search.points().stream()
                        .sorted(Comparator.comparingDouble(SearchPoint::messagesPerSecond))
                        .map(point -> point(point, search.file().resolveSibling("")))
                        .toList());
        return top;
    }

    private static Map<String, Object> point(SearchPoint point, Path folder) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", point.kind().key());
        map.put("messagesPerSecond", NumberText.written(point.messagesPerSecond()));
        map.put("achievedMessagesPerSecond", point.achievedMessagesPerSecond());
        map.put("outcome", point.outcome().name());
        map.put("sustained", point.sustained());
        map.put("why", point.why());
        point.latency().forEach((name, summary) -> {
            Map<String, Long> quantiles = new LinkedHashMap<>(summary.quantilesNanos());
            quantiles.keySet().retainAll(QUANTILES);
            map.put(name + "Nanos", quantiles);
            map.put(
                    name + "GreaterThan",
                    summary.greaterThan().stream().filter(QUANTILES::contains).toList());
        });
        map.put("result", folder.relativize(point.resultFile()).toString());
        return map;
    }

    private static @Nullable Number number(OptionalDouble value) {
        return value.isPresent() ? NumberText.written(value.getAsDouble()) : null;
    }
}
