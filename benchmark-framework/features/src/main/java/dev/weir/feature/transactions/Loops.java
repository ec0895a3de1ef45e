package dev.weir.feature.transactions;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.feature.Feature;
import dev.weir.plan.FeatureRoles;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.LoadTables;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.ClientKind;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Transaction benchmarks: their clients, their part {@code transactionBenchmark} of a result, and how it is shown. */
public final class Loops implements Feature, FeatureRoles, RunObservers, PartView, PartSection {
    /** Missing if the run had another load. */
    public static final ResultPart<TransactionLoopResult> PART =
            new ResultPart<>("transactionBenchmark", new TypeReference<>() {}, false);

    @Override
    public List<?> seats() {
        return List.of(
                this,
                new LoopSection(),
                new WireRecord(TransactionRole.class),
                new WireRecord(TransactionTimes.class),
                new ClientKind("transactional producers", TransactionLoopClient::opening),
                PART);
    }

    @Override
    public List<TransactionRole> roles(Workload workload, List<TopicSpec> topics, String run) {
        List<TransactionRole> roles = new ArrayList<>();
        if (workload.load() instanceof TransactionLoop loop) {
            int clients = workload.topics().producersPerTopic();
            for (int client = 0; client < clients; client++) {
                roles.add(new TransactionRole(
                        client,
                        clients,
                        run + "-client-" + client,
                        topics.stream().map(TopicSpec::name).toList(),
                        workload.topics().partitionsPerTopic(),
                        loop));
            }
        }
        return roles;
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        return request.workload().load() instanceof TransactionLoop loop
                ? List.of(new LoopTally(loop, request.resultBase()))
                : List.of();
    }

    @Override
    public Optional<String> load(Map<?, ?> workload) {
        return Optional.ofNullable(workload.get(LoopSection.BENCHMARK.name()))
                .map(benchmark -> "the transaction benchmark " + benchmark + ", "
                        + counted(workload.get("producersPerTopic"), "client")
                        + ", each with one transaction after the other"
                        + (workload.get("transactions") instanceof Map<?, ?> batch
                                ? " of " + counted(batch.get("messages"), "message") + " of "
                                        + counted(workload.get("messageSize"), "byte")
                                : ""));
    }

    private static String counted(@Nullable Object count, String noun) {
        return NumberText.counted(count instanceof Number number ? number.longValue() : 0, noun);
    }

    @Override
    public List<String> table(RunDetails details) {
        return PART.in(details).map(TransactionTable::lines).orElse(List.of());
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        Optional<TransactionLoopResult> loop = PART.in(run.result().weir());
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Transaction benchmark", LoadTables.figures(loop), tags);
        loop.map(TransactionLoopResult::times)
                .ifPresent(times -> LoadSections.add("Transaction benchmark, ms", table(times), tags));
        return tags;
    }

    private static Table table(TransactionLoopResult.Times times) {
        Map<String, TransactionFigures> rows = new LinkedHashMap<>();
        times.transaction().ifPresent(each -> rows.put("transaction", each));
        times.offsets().ifPresent(each -> rows.put("offsets", each));
        times.commit().ifPresent(each -> rows.put("commit", each));
        times.withoutTransaction().ifPresent(each -> rows.put("withoutTransaction", each));
        return RowTable.of(List.copyOf(rows.entrySet()))
                .text("", Map.Entry::getKey)
                .messages("count", each -> each.getValue().count())
                .millis("min", each -> each.getValue().minNanos())
                .millis("p50", each -> each.getValue().p50Nanos())
                .millis("p99", each -> each.getValue().p99Nanos())
                .millis("max", each -> each.getValue().maxNanos())
                .table();
    }
}
