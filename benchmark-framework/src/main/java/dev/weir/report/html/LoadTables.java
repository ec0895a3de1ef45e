package dev.weir.report.html;

import dev.weir.result.StoredResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What only some loads have: several subscriptions, a backlog, transactions, requests, and brokers that tell of their drives. */
final class LoadTables {
    private LoadTables() {}

    /** Tables by their titles; those that have nothing to say are empty. */
    static Map<String, Table> of(StoredResult result) {
        Map<String, Table> tables = new LinkedHashMap<>();
        tables.put("Subscriptions", subscriptions(result));
        tables.put("Backlog", figures(result, "backlog"));
        tables.put("Transactions", figures(result, "transactions"));
        tables.put("Requests", figures(result, "requests"));
        tables.put("Transaction benchmark", figures(result, "transactionBenchmark"));
        tables.put("Transaction benchmark, ms", transactionTimes(result));
        tables.put("Brokers' drives, written in the measurement", drives(result));
        tables.put("Write amplification", figures(result, "brokerMetrics", "writeAmplification"));
        return tables;
    }

    /** The numbers and texts of a mapping, by their names in the result, which have the unit last. */
    private static Table figures(StoredResult result, String... path) {
        String[] whole = new String[path.length + 1];
        whole[0] = "weir";
        System.arraycopy(path, 0, whole, 1, path.length);
        Table table = Table.of("figure", "value").numbersFrom(1);
        result.mapping(whole).orElse(Map.of()).forEach((name, value) -> {
            String text = Cells.text(value);
            if (!(value instanceof Map<?, ?>)
                    && !(value instanceof List<?>)
                    && !text.isEmpty()
                    && !text.equals("null")) {
                table.row(name, text);
            }
        });
        return table;
    }

    private static Table subscriptions(StoredResult result) {
        Table table = Table.of("subscription", "delivered msg/s", "backlog", "endToEndResponse p99 ms", "max ms")
                .numbersFrom(1);
        List<Map<String, Object>> subscriptions = result.mappings("weir", "subscriptions");
        for (Map<String, Object> each : subscriptions.size() > 1 ? subscriptions : List.<Map<String, Object>>of()) {
            Optional<Object> summary = Cells.inner(each, "latency", Headline.END_TO_END.response());
            table.row(
                    Cells.text(each.get("subscription")),
                    Cells.number(each.get("deliveredMessagesPerSecond"), Kind.RATE),
                    Cells.number(each.get("backlogMessages"), Kind.MESSAGES),
                    summary.map(map -> map instanceof Map<?, ?> figures
                                            && figures.get("quantilesNanos") instanceof Map<?, ?> quantiles
                                    ? Cells.millis(quantiles.get("p99"))
                                    : "")
                            .orElse(""),
                    summary.map(map -> map instanceof Map<?, ?> figures ? Cells.millis(figures.get("maxNanos")) : "")
                            .orElse(""));
        }
        return table;
    }

    private static Table transactionTimes(StoredResult result) {
        Table table = Table.of("", "count", "min", "p50", "p99", "max").numbersFrom(1);
        for (String name : List.of("transaction", "offsets", "commit", "withoutTransaction")) {
            result.mapping("weir", "transactionBenchmark", name)
                    .ifPresent(times -> table.row(
                            name,
                            Cells.number(times.get("count"), Kind.MESSAGES),
                            Cells.millis(times.get("minNanos")),
                            Cells.millis(times.get("p50Nanos")),
                            Cells.millis(times.get("p99Nanos")),
                            Cells.millis(times.get("maxNanos"))));
        }
        return table;
    }

    private static Table drives(StoredResult result) {
        Table table = Table.of("host", "drive", "mean MiB/s", "p99 MiB/s", "max MiB/s")
                .numbersFrom(2);
        for (Map<String, Object> drive : result.mappings("weir", "brokerMetrics", "drives")) {
            table.row(
                    Cells.text(drive.get("host")),
                    Cells.text(drive.get("drive")),
                    Cells.mebibytes(drive.get("meanBytesPerSecond")),
                    Cells.mebibytes(
                            Cells.inner(drive, "quantilesBytesPerSecond", "p99").orElse("")),
                    Cells.mebibytes(drive.get("maxBytesPerSecond")));
        }
        return table;
    }
}
