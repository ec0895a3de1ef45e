package dev.weir.report.html.section;

import dev.weir.report.html.run.Headline;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.run.LaterStart;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.result.stored.StoredResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tables of special loads: several subscriptions and requests. */
public final class LoadTables {
    private LoadTables() {}

    /** Returns the numbers and texts of a part, by their names in the result, which end in the unit. */
    public static Table figures(Optional<?> part) {
        Table table = Table.of("figure", "value").numbersFrom(1);
        part.map(DocumentReader::fields).orElse(Map.of()).forEach((name, value) -> {
            String text = Cells.text(value);
            if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>) && !text.isEmpty()) {
                table.row(name, text);
            }
        });
        return table;
    }

    /** Returns the table of subscriptions; for a single one only if its consumers are known to be slow. */
    static Table subscriptions(StoredResult result) {
        List<SubscriptionResult> subscriptions = result.weir().clients().subscriptions();
        boolean limited = subscriptions.stream()
                .anyMatch(each -> each.ceilingMessagesPerSecond().isPresent());
        boolean response =
                subscriptions.stream().anyMatch(each -> each.latency().containsKey(Headline.END_TO_END.response()));
        String latency = response ? Headline.END_TO_END.response() : Headline.END_TO_END.service();
        return RowTable.of(subscriptions.size() > 1 || limited ? subscriptions : List.<SubscriptionResult>of())
                .text("subscription", SubscriptionResult::label)
                .number("delivered msg/s", NumberKind.RATE, SubscriptionResult::deliveredMessagesPerSecond)
                .number("of at most", NumberKind.RATE, SubscriptionResult::ceilingMessagesPerSecond)
                .messages("backlog", SubscriptionResult::backlogMessages)
                .millis(latency + " p99 ms", each -> LoadSections.nanos(each.latency(), latency, "p99"))
                .millis("max ms", each -> LoadSections.nanos(each.latency(), latency, "max"))
                .table();
    }

    static Table laterStarts(StoredResult result) {
        List<SubscriptionResult> later = result.weir().clients().subscriptions().stream()
                .filter(each -> each.laterStart().isPresent())
                .toList();
        return RowTable.of(later)
                .text("subscription", SubscriptionResult::label)
                .number("began after", NumberKind.SECONDS, each -> start(each).afterSeconds())
                .number(
                        "catching up msg/s",
                        NumberKind.RATE,
                        each -> start(each).catchUpMessagesPerSecond())
                .number(
                        "caught up after",
                        NumberKind.SECONDS,
                        each -> start(each).caughtUpAfterSeconds())
                .table();
    }

    private static LaterStart start(SubscriptionResult later) {
        return later.laterStart().orElseThrow();
    }
}
