package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.feature.PartPages;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.document.RunDetails;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a transaction benchmark is shown. */
class LoopsTest {
    private static final Map<String, TransactionLoopResult> PARTS = Map.of(
            Transactions.LOOP.name(),
            new TransactionLoopResult(
                    "stream",
                    1,
                    1,
                    new TransactionLoopResult.Times(
                            Optional.of(new TransactionFigures(4, 10, 1, 3, 4, 4)),
                            Optional.of(new TransactionFigures(4, 6, 1, 2, 2, 2)),
                            Optional.of(new TransactionFigures(4, 4, 1, 1, 1, 1)),
                            Optional.of(new TransactionFigures(4, 5, 1, 1, 2, 2))),
                    2,
                    1.5,
                    Optional.of("run-transactions.csv")));

    @TempDir
    Path folder;

    @Test
    void printsExactTimes() {
        assertThat(new Transactions().table(RunDetails.NONE.with(PARTS)))
                .containsExactly(
                        "stream, ns              total         min         p50         p99         max",
                        "transaction                10           1           3           4           4",
                        "  offsets                   6           1           2           2           2",
                        "  commit                    4           1           1           1           1",
                        "without                     5           1           1           2           2",
                        "a transaction takes 3.00 times as long as the same work without",
                        "2 timeouts; nothing succeeded for 1.5 s");
        assertThat(new Transactions().table(RunDetails.NONE)).isEmpty();
    }

    @Test
    void pagesHaveItsTablesAndTheResultPageItsFields() throws IOException {
        assertThat(PartPages.html(folder, PARTS))
                .contains(
                        "Transaction benchmark",
                        "run-transactions.csv",
                        "Transaction benchmark, ms",
                        "the same work as a transaction, done without one");
        PartPages.assertDescribed(PARTS, "overheadRatio");
    }

    @Test
    void theFirstFiguresOfAPageAreThoseOfItsTransactions() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        ObjectNode latency = (ObjectNode) SampleFiles.weir(file).path("latency");
        JsonNode measured = latency.path("publishResponse");
        latency.removeAll();
        latency.set("transaction", measured);
        ((ObjectNode) SampleFiles.weir(file).path("audit")).put("subscriptions", 0);

        String page = PartPages.html(folder, file);
        int tiles = page.indexOf("<ul class=\"tiles\">");

        assertThat(page.substring(tiles, page.indexOf("</ul>", tiles)))
                .contains("<span>transaction p99 (transaction)</span>", "<b>not audited</b>")
                .doesNotContain("unknown", "publish", "end-to-end");
    }

    @Test
    void describesTheLoadInASentence() {
        Map<String, Object> workload = Map.of(
                "transactionBenchmark",
                "send",
                "producersPerTopic",
                3,
                "messageSize",
                1024,
                "transactions",
                Map.of("messages", 100));

        assertThat(new Transactions().load(workload))
                .contains("the transaction benchmark send, 3 clients, each with one transaction after the other of"
                        + " 100 messages of 1,024 bytes");
        assertThat(new Transactions().load(Map.of("mode", "closed"))).isEmpty();
    }
}
