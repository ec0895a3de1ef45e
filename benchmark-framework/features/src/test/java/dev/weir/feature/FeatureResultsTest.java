package dev.weir.feature;

import dev.weir.coordinator.GenuineResults;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code verify} finds no difference in unaltered results of runs with a feature, whatever ended them; the other tests of whole
 * runs try more kinds of loads.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class FeatureResultsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {consumerBacklogSizeGB: 0.0001, backlogDrainRatio: 0.5, drainProducerRate: 100, testDuration: 2s} | settle
            {members: [{at: 300ms, action: join}, {at: 700ms, action: leave}]} | ''
            {transactions: {messages: 5, abortRatio: 0.2}, testDuration: 0s} | measurement
            """)
    void haveFiguresThatFollowFromTheirCounts(String fields, String endsIn) throws IOException {
        GenuineResults.verify(folder, fields, "{}", endsIn);
    }
}
