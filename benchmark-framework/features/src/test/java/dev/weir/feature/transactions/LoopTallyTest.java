package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.transactions.TransactionLoop.TransactionBenchmark;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionTimes;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopTallyTest {
    @TempDir
    Path folder;

    @Test
    void writesEachTime() throws IOException {
        LoopTally tally = closed(folder.resolve("r"));

        assertThat(tally.result().rawFile()).contains("r-transactions.csv");
        assertThat(Files.readAllLines(folder.resolve("r-transactions.csv")))
                .containsExactly(
                        "client,transaction,nanos,offsetsNanos,commitNanos",
                        "0,0,30,0,20",
                        "0,1,50,0,40",
                        "0,without-0,10,0,0");
        assertThat(tally.reasons()).isEmpty();
    }

    @Test
    void keepsTheFiguresWhoseTimesCannotBeWritten() {
        LoopTally tally = closed(folder.resolve("no-such-folder").resolve("r"));

        assertThat(tally.result().rawFile()).isEmpty();
        assertThat(tally.result().times().transaction().orElseThrow().maxNanos())
                .isEqualTo(50);
        assertThat(tally.reasons()).extracting(Reason::code).containsExactly(ReasonCode.RAW_TIMES_MISSING);
    }

    private static LoopTally closed(Path base) {
        var tally = new LoopTally(new TransactionLoop(TransactionBenchmark.SEND, 2, 2, true, true), base);
        tally.message(
                new WorkerLink(0, "worker"),
                new TransactionTimes(0, List.of(30L, 50L), List.of(0L, 0L), List.of(20L, 40L), List.of(10L), 0, 0));
        tally.close();
        return tally;
    }
}
