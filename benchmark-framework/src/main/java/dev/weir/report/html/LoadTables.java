package dev.weir.report.html;

import dev.weir.result.StoredResult;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What only some loads have: several subscriptions, a backlog, transactions, requests, and brokers that tell of their drives. */
final class LoadTables {
    private LoadTables() {}

    /** Tables by their titles; those that have nothing to say are empty. */
    static Map<String, Table> of(StoredResult result) {
        Map<String, Table> tables = new LinkedHashMap<>();
        tables.put("Subscriptions", subscriptions(result));
        tables.put("Slowest instances of the pipeline", pipelines(result));
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

    /** One alone is of interest only where its consumers are known to be slow. */
    private static Table subscriptions(StoredResult result) {
        List<Map<String, Object>> subscriptions = result.mappings("weir", "subscriptions");
        boolean limited =
                subscriptions.stream().anyMatch(each -> each.get("ceilingMessagesPerSecond") instanceof Number);
        boolean response = subscriptions.stream()
                .anyMatch(each -> Cells.inner(each, "latency", Headline.END_TO_END.response())
                        .isPresent());
        String latency = response ? Headline.END_TO_END.response() : Headline.END_TO_END.service();
        Table table = Table.of(
                        "subscription", "delivered msg/s", "of at most", "backlog", latency + " p99 ms", "max ms")
                .numbersFrom(1);
        for (Map<String, Object> each :
                subscriptions.size() > 1 || limited ? subscriptions : List.<Map<String, Object>>of()) {
            table.row(
                    Cells.number(each.get("subscription"), Kind.MESSAGES),
                    Cells.number(each.get("deliveredMessagesPerSecond"), Kind.RATE),
                    Cells.number(each.get("ceilingMessagesPerSecond"), Kind.RATE),
                    Cells.number(each.get("backlogMessages"), Kind.MESSAGES),
                    Cells.millis(Parts.quantile(each, latency, "p99")),
                    Cells.millis(Parts.largest(each, latency)));
        }
        return table;
    }

    /** The one with the largest p99 of its commits first; of many, those and one in the middle. */
    private static Table pipelines(StoredResult result) {
        String latency = "transactionCommit";
        Table table = Table.of(
                        "instance",
                        "worker",
                        "from",
                        "to",
                        "messages",
                        "committed",
                        "aborted",
                        "failed",
                        latency + " p99 ms",
                        "max ms")
                .numbersFrom(4);
        List<Map<String, Object>> sorted = result.mappings("weir", "pipelines").stream()
                .sorted(Comparator.comparingDouble(each -> -Parts.quantile(each, latency, "p99")))
                .toList();
        for (Map<String, Object> each : Parts.standingOut(sorted)) {
            table.row(
                    Cells.number(each.get("instance"), Kind.MESSAGES) + Parts.middle(each, sorted),
                    Cells.text(each.get("worker")),
                    Cells.text(each.get("input")),
                    Cells.text(each.get("output")),
                    Cells.number(each.get("messages"), Kind.MESSAGES),
                    Cells.number(Cells.inner(each, "transactions", "committed").orElse(""), Kind.MESSAGES),
                    Cells.number(Cells.inner(each, "transactions", "aborted").orElse(""), Kind.MESSAGES),
                    Cells.number(Cells.inner(each, "transactions", "failed").orElse(""), Kind.MESSAGES),
                    Cells.millis(Parts.quantile(each, latency, "p99")),
                    Cells.millis(Parts.largest(each, latency)));
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
