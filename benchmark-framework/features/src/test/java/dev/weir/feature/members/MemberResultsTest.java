package dev.weir.feature.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.GenuineResults;
import dev.weir.coordinator.MiniCluster;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MemberResultsTest {
    @TempDir
    Path folder;

    @Test
    void theFiguresOfItsResultsFollowFromTheirCounts() throws IOException {
        Workload workload = Workloads.small()
                .durations(Duration.ofMillis(400), Duration.ofMillis(1200))
                .section(
                        Members.SECTION,
                        List.of(
                                new MemberEvent(Duration.ofMillis(300), Action.JOIN, "0", 1, Duration.ZERO),
                                new MemberEvent(Duration.ofMillis(700), Action.LEAVE, "0", 1, Duration.ZERO)))
                .build();
        try (var cluster = new MiniCluster(2, folder)) {
            for (Path each : GenuineResults.of(
                    cluster, folder, workload, MiniCluster.none(Map.of()), (coordinator, tick) -> {})) {
                assertThat(GenuineResults.differences(each)).as(each.toString()).isEmpty();
            }
        }
    }
}
