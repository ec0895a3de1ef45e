package dev.weir.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.plan.CampaignPlan.PlannedRun;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignPlanTest {
    @TempDir
    Path folder;

    @Test
    void oneWorkloadOnOneSystemIsNoCampaign() throws IOException {
        assertThat(CampaignPlan.of(List.of(series("a", "")), 1).isCampaign()).isFalse();
    }

    @Test
    void comparesSystemsPointByPointAndRepeatsWhenAllHaveRun() throws IOException {
        var ladder = series(
                "a",
                "repeat: 2\ndiscardFirst: false\norder: interleaved\nsteps: [{messageSize: 1}, {messageSize: 2}]\n");

        assertThat(titles(CampaignPlan.of(List.of(ladder, series("b", "")), 2)))
                .containsExactly(
                        "1 a-step1 0 1",
                        "2 a-step1 1 1",
                        "3 a-step2 0 1",
                        "4 a-step2 1 1",
                        "5 a-step1 0 2",
                        "6 a-step1 1 2",
                        "7 a-step2 0 2",
                        "8 a-step2 1 2",
                        "9 b 0 1",
                        "10 b 1 1");
    }

    @Test
    void noSystemIsAlwaysFirst() throws IOException {
        var balanced = series("a", "repeat: 4\ndiscardFirst: false\n");

        assertThat(CampaignPlan.of(List.of(balanced), 2).runs())
                .extracting(PlannedRun::system)
                .containsExactly(0, 1, 1, 0, 0, 1, 1, 0);
        var steps = series("b", "steps: [{messageSize: 1}, {messageSize: 2}]\n");
        assertThat(CampaignPlan.of(List.of(steps), 2).runs())
                .extracting(PlannedRun::system)
                .containsExactly(0, 1, 1, 0);
    }

    @Test
    void eachSystemMakesARunThatIsDiscardedBeforeThoseThatAreRepeated() throws IOException {
        assertThat(titles(CampaignPlan.of(List.of(series("a", "repeat: 2\n")), 2)))
                .containsExactly("1 a 0 0", "2 a 1 0", "3 a 0 1", "4 a 1 1", "5 a 1 2", "6 a 0 2");
        assertThat(titles(CampaignPlan.of(List.of(series("b", "")), 2))).containsExactly("1 b 0 1", "2 b 1 1");
    }

    @Test
    void drawsTheSameOrderFromTheSameSeed() throws IOException {
        String random =
                "repeat: 5\ndiscardFirst: false\norder: random\nsteps: [{messageSize: 1}, {messageSize: 2}]\nseed: ";

        List<String> one = titles(CampaignPlan.of(List.of(series("a", random + "1")), 2));
        assertThat(titles(CampaignPlan.of(List.of(series("a", random + "1")), 2)))
                .isEqualTo(one);
        assertThat(titles(CampaignPlan.of(List.of(series("a", random + "2")), 2)))
                .isNotEqualTo(one);
        assertThat(one.stream().map(title -> title.replaceFirst("\\d+ ", "")))
                .hasSize(20)
                .doesNotHaveDuplicates()
                .contains("a-step1 0 1", "a-step2 1 5");
    }

    private static List<String> titles(CampaignPlan plan) {
        return plan.runs().stream()
                .map(run ->
                        run.number() + " " + run.point().workload().name() + " " + run.system() + " " + run.repeat())
                .toList();
    }

    private WorkloadSeries series(String name, String more) throws IOException {
        Path file = Files.writeString(
                folder.resolve(name + ".yaml"),
                """
                topics: 1
                partitionsPerTopic: 4
                producersPerTopic: 2
                %s
                producerRate: 1000
                """.formatted(more.contains("messageSize") ? "" : "messageSize: 100") + more);
        return WorkloadFile.readAll(file, new Problems()).orElseThrow();
    }
}
