package dev.weir.coordinator.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.run.TransactionLoopResult;
import dev.weir.wire.message.Message;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopTallyTest {
    @TempDir
    Path folder;

    private final LoopTally tally = new LoopTally();
    private final List<Reason> reasons = new ArrayList<>();

    @Test
    void writesEachTime() throws IOException {
        TransactionLoopResult result = result(folder.resolve("r"));

        assertThat(result.rawFile()).contains("r-transactions.csv");
        assertThat(Files.readAllLines(folder.resolve("r-transactions.csv")))
                .containsExactly(
                        "client,transaction,nanos,offsetsNanos,commitNanos",
                        "0,0,30,0,20",
                        "0,1,50,0,40",
                        "0,without-0,10,0,0");
        assertThat(reasons).isEmpty();
    }

    @Test
    void keepsTheFiguresWhoseTimesCannotBeWritten() {
        TransactionLoopResult result = result(folder.resolve("no-such-folder").resolve("r"));

        assertThat(result.rawFile()).isEmpty();
        assertThat(result.times().transaction().orElseThrow().maxNanos()).isEqualTo(50);
        assertThat(reasons).extracting(Reason::code).containsExactly(ReasonCode.RAW_TIMES_MISSING);
    }

    private TransactionLoopResult result(Path base) {
        tally.add(new Message.TransactionTimes(
                0, List.of(30L, 50L), List.of(0L, 0L), List.of(20L, 40L), List.of(10L), 0, 0));
        return tally.result(new TransactionLoop(TransactionBenchmark.SEND, 2, 2, true, true), base, reasons::add);
    }
}
