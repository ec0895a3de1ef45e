package dev.weir.feature.transactions;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.coordinator.workers.EndedRun;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.feature.Feature;
import dev.weir.plan.FeatureRoles;
import dev.weir.plan.RunPlan;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.run.ClientOrigin;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.ClientKind;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Pipelines that pass messages on in transactions: their instances, their part of a result, and how it is shown. */
public final class Pipelines implements Feature, FeatureRoles, PartView, PartSection {
    public static final PipelineSection SECTION = new PipelineSection();

    /** Missing if the run had no pipeline. */
    public static final ResultPart<List<PipelineResult>> PART = new ResultPart<>("pipelines", new TypeReference<>() {});

    private static final String COMMIT = "transactionCommit";

    @Override
    public List<?> seats() {
        return List.of(
                this,
                SECTION,
                PART,
                new WireRecord(PipelineRole.class),
                new WireRecord(PipelineClosed.class),
                new ClientKind("pipelines", Pipeline::opening),
                (RunObservers) (request, clock) ->
                        spec(request.workload()).isPresent() ? List.of(new Instances()) : List.of());
    }

    private static Optional<PipelineSpec> spec(Workload workload) {
        return workload.run().sections().find(SECTION);
    }

    @Override
    public List<PipelineRole> roles(Workload workload, List<TopicSpec> topics, String run) {
        List<PipelineRole> roles = new ArrayList<>();
        spec(workload).ifPresent(pipeline -> {
            for (int i = 0; i < pipeline.instancesPerTopic(); i++) {
                for (TopicSpec input : topics.subList(0, workload.topics().count())) {
                    roles.add(new PipelineRole(
                            roles.size(),
                            run + "-pipeline-" + roles.size(),
                            input.name(),
                            input.name() + "-pipeline",
                            input.name() + RunPlan.OUTPUT_SUFFIX,
                            pipeline.messages(),
                            pipeline.transform()));
                }
            }
        });
        return roles;
    }

    /** Collects the figures of instances. Used by the coordinator's thread. */
    private static final class Instances implements RunObserver {
        private final Map<Integer, PipelineResult> results = new TreeMap<>();

        @Override
        public void message(WorkerLink worker, Message message) {
            if (message instanceof PipelineClosed figures) {
                PipelineRole role = figures.role();
                results.put(
                        role.instance(),
                        new PipelineResult(
                                role.instance(),
                                new ClientOrigin(worker.name(), role.clientId()),
                                role.input(),
                                role.output(),
                                figures.messages(),
                                figures.transactions(),
                                LatencySummary.byName(figures.measured()),
                                figures.metrics()));
            }
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            return Map.of(PART.name(), List.copyOf(results.values()));
        }
    }

    @Override
    public Optional<String> ofLoad(Map<?, ?> workload) {
        return workload.get(SECTION.field().name()) instanceof Map<?, ?> pipeline
                        && pipeline.get("instancesPerTopic") instanceof Number instances
                ? Optional.of("passed on in transactions by "
                        + NumberText.counted(instances.longValue(), "pipeline instance") + " for each topic")
                : Optional.empty();
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add(
                "Slowest instances of the pipeline",
                table(PART.in(run.result().weir()).orElse(List.of())),
                tags);
        return tags;
    }

    /** Returns instances, the one with the largest p99 of its commits first; of many, the slowest and the median one. */
    private static Table table(List<PipelineResult> instances) {
        List<PipelineResult> sorted = instances.stream()
                .sorted(Comparator.comparingDouble(each -> -LoadSections.quantile(each.latency(), COMMIT, "p99")))
                .toList();
        return RowTable.of(LoadSections.standingOut(sorted))
                .text("instance", each -> NumberKind.MESSAGES.text(each.instance()) + LoadSections.middle(each, sorted))
                .text("worker", each -> each.client().worker())
                .text("from", PipelineResult::input)
                .text("to", PipelineResult::output)
                .messages("messages", PipelineResult::messages)
                .messages("committed", each -> each.transactions().committed())
                .messages("aborted", each -> each.transactions().aborted())
                .messages("failed", each -> each.transactions().failed())
                .millis(COMMIT + " p99 ms", each -> LoadSections.quantile(each.latency(), COMMIT, "p99"))
                .millis("max ms", each -> LoadSections.largest(each.latency(), COMMIT))
                .table();
    }
}
