package dev.weir.cli.output;

import static dev.weir.cli.CommandTest.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.campaign.request.CampaignRun;
import dev.weir.clock.ManualClock;
import dev.weir.result.SampleResults;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LivePageTest {
    private static final Workload WORKLOAD = Workloads.small().build();

    @TempDir
    Path folder;

    private final ManualClock clock = new ManualClock(0);

    @Test
    void listsTheRunsOfACampaignWithLinksToThePagesOfThoseThatAreDone() throws Exception {
        CampaignIndex index = CampaignIndex.of(
                folder,
                IntStream.rangeClosed(1, 3)
                        .mapToObj(number -> IndexedRun.planned(
                                number, "w", "none", Map.of("producerRate", String.valueOf(number)), 1))
                        .toList());
        try (var page = new LivePage(clock)) {
            var estimates = new TreeMap<>(Map.of(1, Duration.ofSeconds(20), 2, Duration.ofSeconds(20)));
            estimates.put(3, Duration.ofSeconds(30));
            page.expect(index, folder, estimates);
            page.runBegins(run(1), 1, 3);
            assertThat(get(page.url()))
                    .contains("Run 1 of 3.", "0 of 3 runs are done. The others take about ", "RUNNING")
                    .doesNotContain("href=\"./run-1.html\"");

            Files.writeString(folder.resolve("run-1.html"), "the page of run 1");
            Path result = folder.resolve("run-1.json");
            index.finished(1, result, SampleResults.of(folder, WORKLOAD, "", false, List.of(), List.of()));
            page.resultWritten(result);
            page.runBegins(run(2), 2, 3);

            assertThat(get(page.url()))
                    .contains("Run 2 of 3.", "1 of 3 runs are done. The others take about 50 s.")
                    .contains("href=\"./run-1.html\"");
            assertThat(get(page.url() + "run-1.html")).isEqualTo("the page of run 1");
            assertThat(get(page.url() + "index.html")).contains("Run 2 of 3.");
            assertThat(get(page.url() + "run-2.html")).isEqualTo("the page is at /\n");
            assertThat(get(page.url() + "index.json")).isEqualTo("the page is at /\n");
        }
    }

    private CampaignRun run(int number) {
        return OmbLogTest.run(number, WORKLOAD, folder.resolve("run-" + number + ".json"));
    }
}
