package dev.weir.report.html.section;

import dev.weir.measure.ShareCounts;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.Kind;
import dev.weir.report.html.tag.Table;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunLoad;
import dev.weir.result.run.MemberEventResult;
import dev.weir.result.run.PipelineResult;
import dev.weir.result.run.ShareGroupResult;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.result.run.TransactionFigures;
import dev.weir.result.stored.StoredResult;
import java.util.Comparator;
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
        tables.put("Subscriptions that began later", laterStarts(result));
        tables.put("Share groups, messages", shareGroups(result));
        tables.put("Changes of group members", members(result));
        tables.put("Slowest instances of the pipeline", pipelines(result));
        RunLoad load = result.weir().load();
        tables.put("Backlog", figures(load.backlog()));
        tables.put("Transactions", figures(load.transactions()));
        tables.put("Requests", figures(result.weir().measurements().requests()));
        tables.put("Transaction benchmark", figures(load.transactionBenchmark()));
        tables.put("Transaction benchmark, ms", transactionTimes(result));
        tables.put("Brokers' drives, written in the measurement", drives(result));
        tables.put(
                "Write amplification",
                figures(result.weir().origin().brokerMetrics().flatMap(BrokerMetrics::writeAmplification)));
        return tables;
    }

    /** The numbers and texts of a part, by their names in the result, which have the unit last. */
    private static Table figures(Optional<?> part) {
        Table table = Table.of("figure", "value").numbersFrom(1);
        part.map(DocumentReader::fields).orElse(Map.of()).forEach((name, value) -> {
            String text = Cells.text(value);
            if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>) && !text.isEmpty()) {
                table.row(name, text);
            }
        });
        return table;
    }

    /** One alone is of interest only where its consumers are known to be slow. */
    private static Table subscriptions(StoredResult result) {
        List<SubscriptionResult> subscriptions = result.weir().clients().subscriptions();
        boolean limited = subscriptions.stream()
                .anyMatch(each -> each.ceilingMessagesPerSecond().isPresent());
        boolean response =
                subscriptions.stream().anyMatch(each -> each.latency().containsKey(Headline.END_TO_END.response()));
        String latency = response ? Headline.END_TO_END.response() : Headline.END_TO_END.service();
        Table table = Table.of(
                        "subscription", "delivered msg/s", "of at most", "backlog", latency + " p99 ms", "max ms")
                .numbersFrom(1);
        for (SubscriptionResult each :
                subscriptions.size() > 1 || limited ? subscriptions : List.<SubscriptionResult>of()) {
            table.row(
                    each.label(),
                    Kind.RATE.text(each.deliveredMessagesPerSecond()),
                    Cells.number(each.ceilingMessagesPerSecond(), Kind.RATE),
                    Cells.number(each.backlogMessages(), Kind.MESSAGES),
                    Cells.millis(Parts.quantile(each.latency(), latency, "p99")),
                    Cells.millis(Parts.largest(each.latency(), latency)));
        }
        return table;
    }

    private static Table shareGroups(StoredResult result) {
        Table table = Table.of(
                        "subscription",
                        "accepted",
                        "rejected",
                        "archived",
                        "deliveries",
                        "delivered again",
                        "after release",
                        "after an expired lock",
                        "after a consumer's end",
                        "unknown causes",
                        "ended twice",
                        "renewed locks",
                        "acknowledgements unanswered")
                .numbersFrom(1);
        for (ShareGroupResult each : result.weir().clients().shareGroups()) {
            ShareCounts counts = each.counts();
            table.row(
                    each.name(),
                    Cells.number(counts.accepted(), Kind.MESSAGES),
                    Cells.number(counts.rejected(), Kind.MESSAGES),
                    Cells.number(counts.archived(), Kind.MESSAGES),
                    Cells.number(counts.deliveries(), Kind.MESSAGES),
                    Cells.number(each.redeliveries(), Kind.MESSAGES),
                    Cells.number(counts.returned().released(), Kind.MESSAGES),
                    Cells.number(counts.returned().expired(), Kind.MESSAGES),
                    Cells.number(counts.returned().heldAtEnd(), Kind.MESSAGES),
                    Cells.number(each.otherRedeliveries(), Kind.MESSAGES),
                    Cells.number(each.endedAgain(), Kind.MESSAGES),
                    Cells.number(counts.renewed(), Kind.MESSAGES),
                    Cells.number(counts.unanswered(), Kind.MESSAGES));
        }
        return table;
    }

    private static Table laterStarts(StoredResult result) {
        Table table = Table.of("subscription", "began after", "catching up msg/s", "caught up after")
                .numbersFrom(1);
        for (SubscriptionResult each : result.weir().clients().subscriptions()) {
            each.laterStart()
                    .ifPresent(start -> table.row(
                            each.label(),
                            Kind.SECONDS.text(start.afterSeconds()),
                            Cells.number(start.catchUpMessagesPerSecond(), Kind.RATE),
                            Cells.number(start.caughtUpAfterSeconds(), Kind.SECONDS)));
        }
        return table;
    }

    private static Table members(StoredResult result) {
        Table table = Table.of(
                        "event",
                        "after s",
                        "longest silence s",
                        "median s",
                        "assigned after s",
                        "partitions moved",
                        "without need",
                        "to be delivered again",
                        "duplicates, or ended twice")
                .numbersFrom(1);
        for (MemberEventResult each : result.weir().course().members()) {
            MemberEventResult.Assignment assignment = each.assignment();
            table.row(
                    each.action() + " of " + each.count() + " of " + each.subscription(),
                    Kind.PLAIN.text(each.afterSeconds()),
                    Cells.number(each.silence().maxSeconds(), Kind.PLAIN),
                    Cells.number(each.silence().medianSeconds(), Kind.PLAIN),
                    assignment.completeAfterSeconds().isPresent()
                            ? Cells.number(assignment.completeAfterSeconds(), Kind.PLAIN)
                            : assignment.state(),
                    Cells.number(assignment.moved().stream().asLongStream().findFirst(), Kind.MESSAGES),
                    Cells.number(
                            assignment.movedWithoutNeed().stream()
                                    .asLongStream()
                                    .findFirst(),
                            Kind.MESSAGES),
                    Cells.number(each.repeats().redelivered(), Kind.MESSAGES),
                    Cells.number(each.repeats().duplicated(), Kind.MESSAGES));
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
        List<PipelineResult> sorted = result.weir().clients().pipelines().stream()
                .sorted(Comparator.comparingDouble(each -> -Parts.quantile(each.latency(), latency, "p99")))
                .toList();
        for (PipelineResult each : Parts.standingOut(sorted)) {
            table.row(
                    Kind.MESSAGES.text(each.instance()) + Parts.middle(each, sorted),
                    each.worker(),
                    each.input(),
                    each.output(),
                    Cells.number(each.messages(), Kind.MESSAGES),
                    Cells.number(each.transactions().committed(), Kind.MESSAGES),
                    Cells.number(each.transactions().aborted(), Kind.MESSAGES),
                    Cells.number(each.transactions().failed(), Kind.MESSAGES),
                    Cells.millis(Parts.quantile(each.latency(), latency, "p99")),
                    Cells.millis(Parts.largest(each.latency(), latency)));
        }
        return table;
    }

    private static Table transactionTimes(StoredResult result) {
        Table table = Table.of("", "count", "min", "p50", "p99", "max").numbersFrom(1);
        result.weir().load().transactionBenchmark().ifPresent(loop -> {
            add("transaction", loop.transaction(), table);
            add("offsets", loop.offsets(), table);
            add("commit", loop.commit(), table);
            add("withoutTransaction", loop.withoutTransaction(), table);
        });
        return table;
    }

    private static void add(String name, Optional<TransactionFigures> figures, Table table) {
        figures.ifPresent(times -> table.row(
                name,
                Cells.number(times.count(), Kind.MESSAGES),
                Cells.millis(times.minNanos()),
                Cells.millis(times.p50Nanos()),
                Cells.millis(times.p99Nanos()),
                Cells.millis(times.maxNanos())));
    }

    private static Table drives(StoredResult result) {
        Table table = Table.of("host", "drive", "mean MiB/s", "p99 MiB/s", "max MiB/s")
                .numbersFrom(2);
        List<BrokerMetrics.Drive> drives = result.weir()
                .origin()
                .brokerMetrics()
                .map(BrokerMetrics::drives)
                .orElse(List.of());
        for (BrokerMetrics.Drive drive : drives) {
            table.row(
                    drive.host(),
                    drive.drive(),
                    Cells.mebibytes(drive.meanBytesPerSecond().orElse(null)),
                    Cells.mebibytes(drive.quantilesBytesPerSecond().get("p99")),
                    Cells.mebibytes(drive.maxBytesPerSecond().orElse(null)));
        }
        return table;
    }
}
