package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.ResultFile;
import dev.weir.result.SampleResults;
import dev.weir.result.StoredResult;
import dev.weir.workload.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

        assertThat(ResultsCsv.lines(List.of(read(ours), read(omb))))
                .containsExactly(
                        "topics,partitions,message-size,producers-per-topic,consumers-per-topic,"
                                + "prod-rate-min,prod-rate-avg,prod-rate-std-dev,prod-rate-max,"
                                + "con-rate-min,con-rate-avg,con-rate-std-dev,con-rate-max,"
                                + "workload,driver,version,outcome,begin-time,target-rate,"
                                + "publish-service-p50-ms,publish-service-p99-ms,publish-service-p99.9-ms,publish-service-max-ms,"
                                + "end-to-end-service-p50-ms,end-to-end-service-p99-ms,end-to-end-service-p99.9-ms,"
                                + "end-to-end-service-max-ms,"
                                + "publish-response-p50-ms,publish-response-p99-ms,publish-response-p99.9-ms,"
                                + "publish-response-max-ms,"
                                + "end-to-end-response-p50-ms,end-to-end-response-p99-ms,end-to-end-response-p99.9-ms,"
                                + "end-to-end-response-max-ms,"
                                + "lost,duplicated,reordered,file",
                        "3,4,50,1,2,10,15,5,20,,,,,\"a, \"\"b\"\"\",K,,,,,1.500,,,,,,,2,,,,,,,,,,,," + omb,
                        "1,2,100,2,2,98,98,0,98,90,90,0,90,small,none,3.9,VALID,2023-11-14T22:13:20.000Z,1000,"
                                + "0.001,0.002,0.002,0.002,0.001,0.002,0.002,0.002,"
                                + "0.001,,,0.002,0.001,,,0.002,10,2,1," + ours);
    }

    private static StoredResult read(Path file) {
        return StoredResult.read(file, new Problems()).orElseThrow();
    }
}
