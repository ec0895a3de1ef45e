package dev.weir.report.compare;

import dev.weir.report.CsvLine;
import dev.weir.result.document.DocumentReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats complete comparisons for programs: {@code docs/comparing.md} lists the fields. */
public final class ComparisonTable {
    private static final int SCHEMA_VERSION = 1;

    private ComparisonTable() {}

    /** Returns a row for each figure, after a line of names. */
    public static List<String> csv(List<Comparison> comparisons) {
        List<String> lines = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            for (FigureComparison figure : comparison.figures()) {
                Map<String, String> row = new LinkedHashMap<>();
                row.put("a", comparison.a().title());
                row.put("b", comparison.b().title());
                row.put("point", comparison.point().isEmpty() ? "" : "" + comparison.point());
                addCells("", figure(figure), row);
                if (lines.isEmpty()) {
                    lines.add(CsvLine.of(List.copyOf(row.keySet())));
                }
                lines.add(CsvLine.of(List.copyOf(row.values())));
            }
        }
        return lines;
    }

    private static void addCells(String prefix, Map<?, ?> fields, Map<String, String> row) {
        fields.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                addCells(prefix + name + ".", inner, row);
            } else if (value instanceof List<?> list) {
                row.put(prefix + name, list.stream().map(String::valueOf).collect(Collectors.joining(" ")));
            } else {
                row.put(prefix + name, value == null ? "" : value.toString());
            }
        });
    }

    public static String json(List<Comparison> comparisons) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        var all = comparisons.stream().map(ComparisonTable::comparison).toList();
        document.put("comparisons", all);
        return DocumentReader.pretty(document);
    }

    private static Map<String, Object> comparison(Comparison comparison) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", new Side(comparison.a().title(), comparison.a().files()));
        map.put("b", new Side(comparison.b().title(), comparison.b().files()));
        map.put("point", comparison.point());
        map.put("falseAlarms", comparison.rules().falseAlarms());
        map.put("plannedRuns", comparison.rules().plannedRuns());
        map.put("margin", comparison.rules().margin());
        map.put("remarks", comparison.remarks());
        var figures = comparison.figures().stream().map(ComparisonTable::figure).toList();
        map.put("figures", figures);
        return map;
    }

    private record Side(String title, List<String> files) {}

    /** Returns the same fields for each figure; null where there is no value. */
    private static Map<String, @Nullable Object> figure(FigureComparison figure) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        Optional<Judgement> judgement = figure.judgement();
        map.put("figure", figure.figure().text());
        map.put("unit", figure.higherIsBetter() ? "messages/s" : "ns");
        map.put("verdict", judgement.map(each -> each.verdict().word()).orElse(null));
        map.put("why", judgement.map(Judgement::why).orElse(null));
        OptionalInt needed = judgement.map(Judgement::runsNeeded).orElse(OptionalInt.empty());
        map.put("runsNeeded", needed.isPresent() ? needed.getAsInt() : null);
        map.put("valuesOfA", figure.a());
        map.put("valuesOfB", figure.b());
        map.put("medianOfA", number(figure.medianOfA()));
        map.put("medianOfB", number(figure.medianOfB()));
        map.put("ratio", number(figure.estimate().ratio()));
        map.put("interval", interval(figure.estimate().interval()));
        map.put("intervalOf", figure.estimate().source().words());
        map.put("pValue", number(figure.estimate().pValue()));
        map.put("ratioOfMedians", interval(figure.estimate().medians()));
        return map;
    }

    private static @Nullable Double number(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private static Map<String, @Nullable Object> interval(Optional<RatioInterval> interval) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("low", interval.map(RatioInterval::low).orElse(null));
        map.put("high", interval.map(RatioInterval::high).orElse(null));
        map.put("confidence", interval.map(RatioInterval::confidence).orElse(null));
        return map;
    }
}
