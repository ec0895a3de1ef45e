package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.PartPages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.transactions.Pipeline.PipelineRole;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.measure.LatencySet;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.ClientOrigin;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a pipeline is read, planned and shown. */
class PipelinesTest extends SectionFiles {
    private static final String RUN = "0123abcd";
    private static final DriverConfig DRIVER = DriverConfig.of("none");

    @Test
    void isReadBackAsWritten() throws IOException {
        Workload workload = Workloads.small()
                .section(Transactions.PIPELINE, new PipelineSpec(3, 40, Transform.UPPER_CASE))
                .continuingAfterLoss(true)
                .build();

        assertReadsBack(workload);
    }

    @Test
    void needsASubscription() throws IOException {
        assertRefused(
                "topics: 1\npartitionsPerTopic: 4\nproducersPerTopic: 2\nmessageSize: 4\nproducerRate: 5000\n",
                "pipeline: {}",
                "pipeline: needs a subscription that reads its output; set subscriptionsPerTopic to 1");
    }

    @Test
    void instancesOfAPipelineHaveTheLastHalfOfTheWorkersToThemselves() {
        Workload workload = Workloads.small()
                .topics(2, 3)
                .section(Transactions.PIPELINE, new PipelineSpec(3, 40, Transform.UPPER_CASE))
                .continuingAfterLoss(true)
                .build();
        RunPlan plan = RunPlan.of(workload, DRIVER, RUN, 5, Topology.SWARM);
        List<Assignment> assignments = plan.assignments();

        assertThat(plan.topics())
                .extracting(TopicSpec::name)
                .containsExactly(
                        "weir-" + RUN + "-0",
                        "weir-" + RUN + "-1",
                        "weir-" + RUN + "-0-output",
                        "weir-" + RUN + "-1-output");
        assertThat(plan.names()).hasSize(4);
        assertThat(assignments)
                .extracting(each -> each.clients().carryOnlyRelays())
                .containsExactly(false, false, true, true, true);
        assertThat(assignments.subList(0, 2)).allSatisfy(one -> {
            assertThat(one.clients().ofFeature(PipelineRole.class)).isEmpty();
            assertThat(one.clients().producers()).hasSize(2);
            assertThat(one.clients().consumers()).hasSize(2);
            assertThat(one.clients().consumers())
                    .allSatisfy(role -> assertThat(role.topic()).endsWith("-output"));
            assertThat(one.load().committedOnly()).isTrue();
        });
        List<PipelineRole> instances = assignments.stream()
                .flatMap(one -> one.clients().ofFeature(PipelineRole.class).stream())
                .toList();
        assertThat(instances).hasSize(6).extracting(PipelineRole::clientId).doesNotHaveDuplicates();
        assertThat(instances)
                .extracting(PipelineRole::group)
                .containsOnly("weir-" + RUN + "-0-pipeline", "weir-" + RUN + "-1-pipeline");
        assertThat(instances).allSatisfy(role -> assertThat(role.output()).isEqualTo(role.input() + "-output"));
    }

    @Test
    void theOnlyWorkerCarriesAPipelineBesideAllElse() {
        Assignment all = RunPlan.of(
                        Workloads.small()
                                .section(Transactions.PIPELINE, new PipelineSpec(2, 1, Transform.UPPER_CASE))
                                .build(),
                        DRIVER,
                        RUN,
                        1,
                        Topology.SWARM)
                .assignments()
                .get(0);

        assertThat(all.clients().relays()).hasSize(2);
        assertThat(all.clients().producers()).hasSize(2);
        assertThat(all.clients().consumers()).hasSize(2);
        assertThat(all.clients().carryOnlyRelays()).isFalse();
    }

    @Test
    void describesTheLoadInASentence() {
        assertThat(new Transactions().ofLoad(Map.of("pipeline", Map.of("instancesPerTopic", 2))))
                .contains("passed on in transactions by 2 pipeline instances for each topic");
        assertThat(new Transactions().ofLoad(Map.of())).isEmpty();
    }

    @Test
    void pagesHaveItsTableAndTheResultPageItsFields() throws IOException {
        Map<String, List<PipelineResult>> parts = Map.of(
                "pipelines",
                List.of(new PipelineResult(
                        3,
                        new ClientOrigin("host:1", "client"),
                        "topic-in",
                        "topic-out",
                        180,
                        new TransactionCounts(10, 0, 1),
                        LatencySummary.byName(new LatencySet()),
                        Map.of())));
        assertThat(PartPages.html(folder, parts))
                .contains("Slowest instances of the pipeline", "topic-in", "topic-out");
        PartPages.assertDescribed(parts, "input");
    }
}
