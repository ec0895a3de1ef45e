package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionSectionTest extends SectionFiles {
    private static final String BASE = TOPIC + "messageSize: 100\n" + CONSUMERS + "testDuration: 1m\n";

    @Test
    void readsTransactionsOfOneMessageThatAreCommitted() throws IOException {
        assertThat(read(BASE, "producerRate: 100; transactions: {}")
                        .flatMap(each -> each.run().sections().find(Transactions.STREAM)))
                .contains(new TransactionSpec(1, 0));
        assertThat(read(BASE, "producerRate: 100; transactions:").map(Workload::commits))
                .contains(false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producerRate: 100; transactions: {messages: 0} | transactions.messages: must be a whole number in [1, 100000] (messages), got 0
            producerRate: 100; transactions: {abortRatio: 1.5} | transactions.abortRatio: must be a number in [0, 1], got 1.5
            producerRate: 100; transactions: {size: 3} | transactions.size: is not a field of a transactions mapping; the fields are messages, abortRatio
            mode: closed; transactions: {messages: 3} | transactions: needs an open loop: set mode to open, with a producerRate; or remove it
            """)
    void reportsProblems(String fields, String expected) throws IOException {
        assertRefused(BASE, fields, expected);
    }

    @Test
    void effectiveFileReadsBackAsAnEqualWorkload() throws IOException {
        Workload workload = Workloads.small()
                .section(Transactions.STREAM, new TransactionSpec(10, 0.25))
                .build();

        assertReadsBack(workload);
    }

    @Test
    void areDescribedOnPages() {
        assertThat(new Transactions().ofMessages(Map.of("transactions", Map.of("messages", 50, "abortRatio", 0.1))))
                .contains("in transactions of 50 (10 % aborted)");
    }
}
