package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.measure.LatencySet;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.report.html.HtmlReport;
import dev.weir.result.ResultPageTest;
import dev.weir.result.SampleResults;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.ClientOrigin;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a pipeline is read, planned and shown. */
class PipelinesTest {
    private static final String RUN = "0123abcd";
    private static final DriverConfig DRIVER = DriverConfig.of("none");

    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    @Test
    void isReadBackAsWritten() throws IOException {
        Workload workload = Workloads.small()
                .section(Transactions.PIPELINE, new PipelineSpec(3, 40, Transform.UPPER_CASE))
                .continuingAfterLoss(true)
                .build();

        assertThat(WorkloadFile.read(
                        write("small.yaml", EffectiveFiles.yaml(EffectiveFiles.of(workload), "effective")), problems))
                .contains(workload);
    }

    @Test
    void needsASubscription() throws IOException {
        Path file = write("w.yaml", """
                topics: 1
                partitionsPerTopic: 4
                producersPerTopic: 2
                messageSize: 4
                producerRate: 5000
                pipeline: {}
                """);

        assertThat(WorkloadFile.read(file, problems)).isEmpty();
        assertThat(problems.errors())
                .extracting(Problem::toString)
                .containsExactly(file
                        + ":6: pipeline: needs a subscription that reads its output; set subscriptionsPerTopic to 1");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
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
        ObjectNode result = (ObjectNode) DocumentReader.json().readTree(SampleResults.FILE.toFile());
        ((ObjectNode) result.path("weir"))
                .setAll((ObjectNode) DocumentReader.json().valueToTree(parts));
        StoredResult stored = StoredResult.read(write("r.json", result.toString()), new Problems())
                .orElseThrow();

        assertThat(HtmlReport.of(List.of(stored)).html(Optional.empty(), folder.resolve("page.html")))
                .contains("Slowest instances of the pipeline", "topic-in", "topic-out");
        Set<String> fields = new TreeSet<>();
        ResultPageTest.fieldsIn(DocumentReader.json().valueToTree(parts), fields);
        assertThat(fields).contains("input").isSubsetOf(ResultPageTest.named());
    }
}
