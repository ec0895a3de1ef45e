package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.report.html.SampleFiles;
import dev.weir.result.ResultFile;
import dev.weir.result.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultsCsvTest {
    @TempDir
    Path folder;

    @Test
    void hasOmbsColumnsFirstThenOurs() throws IOException {
        Path ours = folder.resolve("ours.json");
        ResultFile.write(SampleResults.valid(folder), ours);
        Path omb = Files.writeString(folder.resolve("omb.json"), """
            {"workload": "a, \\"b\\"", "driver": "K", "topics": 3, "partitions": 4, "messageSize": 50,
             "producersPerTopic": 1, "consumersPerTopic": 2, "publishRate": [10.0, 20.0], "consumeRate": [],
             "aggregatedPublishLatency50pct": 1.5, "aggregatedEndToEndLatencyMax": 2.0}
            """);

        assertThat(ResultsCsv.lines(List.of(SampleFiles.read(ours), SampleFiles.read(omb))))
                .containsExactly(
                        "topics,partitions,message-size,producers-per-topic,consumers-per-topic,"
                                + "prod-rate-min,prod-rate-avg,prod-rate-std-dev,prod-rate-max,"
                                + "con-rate-min,con-rate-avg,con-rate-std-dev,con-rate-max,"
                                + "workload,driver,version,beginTime,endTime,"
                                + aggregated("Publish")
                                + aggregated("PublishDelay")
                                + aggregated("EndToEnd")
                                + "outcome,target-rate,"
                                + "publish-response-p50-ms,publish-response-p99-ms,publish-response-p99.9-ms,"
                                + "publish-response-max-ms,"
                                + "end-to-end-response-p50-ms,end-to-end-response-p99-ms,end-to-end-response-p99.9-ms,"
                                + "end-to-end-response-max-ms,"
                                + "lost,duplicated,reordered,file,client",
                        "3,4,50,1,2,10,15,5,20,,,,,\"a, \"\"b\"\"\",K,,,,,1.5,,,,,,,,,,,,,,,,,,,,,,2,,,,,,,,,,,,,,"
                                + omb + ",",
                        "1,2,100,2,2,98,98,0,98,90,90,0,90,small,none,3.9," + SampleResults.localTime(0) + ","
                                + SampleResults.localTime(90) + ","
                                + "0.0015,0.001,0.002,0.002,0.002,0.002,0.002,0.002,"
                                + "0.75,0.5,1,1,1,1,1,1,"
                                + "0.0012,0.0008,0.0016,0.0016,0.0016,0.0016,0.0016,0.0016,"
                                + "VALID,1000,0.0009,,,0.0018,0.00095,,,0.0019,10,2,1," + ours + ",none 1.2.3");
    }

    /**
     * 10 s with 10,000 messages, a standstill of 5 s, 300 messages within 11 ms after it, and 4 s with 20,000 messages:
     * 35,300 in 19.011 s. The mean of the four rates would be 8,568, and their maximum 27,273.
     */
    @Test
    void weighsRatesByTimeAndJoinsIntervalsThatAreMuchTooShort() throws IOException {
        Path file = folder.resolve("uneven.json");
        Files.writeString(file, """
            {"workload": "w", "driver": "K", "sent": [10000, 5000, 300, 20000],
             "publishRate": [1000, 1000, 27272.727272727272, 5000],
             "consumed": [10000, 0, 300], "consumeRate": [1000, 0, 27272.727272727272]}
            """);

        String[] row = ResultsCsv.lines(List.of(SampleFiles.read(file))).get(1).split(",", -1);

        assertThat(IntStream.of(5, 6, 8, 9, 10)
                        .mapToDouble(i -> Double.parseDouble(row[i]))
                        .toArray())
                .containsExactly(
                        new double[] {1000, 35_300 / 19.011, 5000, 300 / 5.011, 10_300 / 15.011}, within(0.001));
        assertThat(SampleFiles.read(file).throughput().achieved().orElseThrow())
                .isCloseTo(35_300 / 19.011, within(0.001));
    }

    /** A zero would read as a perfect system. */
    @Test
    void leavesUnknownFiguresOfAFailedRunEmpty() {
        Path failed = folder.resolve("failed.json");
        ResultFile.write(SampleResults.withoutFigures(folder), failed);

        String row = ResultsCsv.lines(List.of(SampleFiles.read(failed))).get(1);

        assertThat(row)
                .contains(SampleResults.localTime(90) + ",".repeat(25) + "FAILED,1000," + ",".repeat(11) + failed);
    }

    @Test
    void cellsThatASpreadsheetWouldRunAreTexts() {
        assertThat(CsvLine.of(List.of("=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1")))
                .isEqualTo("'=1+1,'+cmd,'-2+3,'@SUM(A1),'\t=1,\"'\r=1\",\"'\n=1\"");
        assertThat(CsvLine.of(List.of("=HYPERLINK(\"http://a\",\"b\")")))
                .isEqualTo("\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\"");
        assertThat(CsvLine.of(List.of("-"))).isEqualTo("'-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1.5", "-3", "+2", "1e-7", "-1.5E+10", "0", "", "a-b", "a=b"})
    void numbersAndOtherTextsStayAsTheyAre(String cell) {
        assertThat(CsvLine.of(List.of(cell))).isEqualTo(cell);
    }

    private static String aggregated(String latency) {
        return Stream.of("Avg", "50pct", "75pct", "95pct", "99pct", "999pct", "9999pct", "Max")
                .map(figure -> "aggregated" + latency + "Latency" + figure + ",")
                .collect(Collectors.joining());
    }
}
