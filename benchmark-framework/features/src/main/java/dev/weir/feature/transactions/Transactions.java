package dev.weir.feature.transactions;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.feature.Feature;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.LoopSection.TransactionRole;
import dev.weir.feature.transactions.Pipeline.PipelineRole;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.plan.FeatureRole;
import dev.weir.plan.FeatureRoles;
import dev.weir.plan.RunPlan;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.LatencySummary;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.ClientKind;
import dev.weir.worker.client.SenderPart;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Transactions: the benchmark of closed loops, pipelines that pass messages on, and the transactions that ended in a run.
 * Their clients, their parts of a result, and how these are shown.
 */
public final class Transactions implements Feature, FeatureRoles, RunObserver.Maker, PartView, PartSection {
    public static final PipelineSection PIPELINE = new PipelineSection();

    public static final TransactionSection STREAM = new TransactionSection();

    /** Transactions that ended; missing if the run had none. */
    public static final ResultPart<TransactionCounts> COUNTS =
            new ResultPart<>("transactions", new TypeReference<>() {});

    /** In the order of the instances. */
    public static final ResultPart<List<PipelineResult>> PIPELINES =
            new ResultPart<>("pipelines", new TypeReference<>() {});

    /** Missing if the run had another load. */
    public static final ResultPart<TransactionLoopResult> LOOP =
            new ResultPart<>("transactionBenchmark", new TypeReference<>() {}, false);

    private static final String COMMIT = "transactionCommit";

    @Override
    public List<?> seats() {
        return List.of(
                this,
                new LoopSection(),
                PIPELINE,
                STREAM,
                new TransactionSection.DriverTransactions(),
                COUNTS,
                PIPELINES,
                LOOP,
                // A loop begins a transaction at once, so it has no due time.
                new Headline("transaction-latency", "transaction", "transaction", 4),
                new WireRecord(PipelineRole.class),
                new WireRecord(PipelineResult.PipelineClosed.class),
                new WireRecord(TransactionCounts.TransactionsEnded.class),
                new WireRecord(TransactionRole.class),
                new WireRecord(TransactionSection.TransactionSpec.class),
                new WireRecord(TransactionLoopResult.TransactionTimes.class),
                new ClientKind("pipelines", Pipeline::opening),
                new ClientKind("transactional producers", TransactionLoopClient::opening),
                (SenderPart.Maker) TransactionStream::of);
    }

    @Override
    public List<FeatureRole> roles(Workload workload, List<TopicSpec> topics, String run) {
        List<FeatureRole> roles = new ArrayList<>();
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        if (workload.load() instanceof TransactionLoop loop) {
            int clients = workload.topics().producersPerTopic();
            int partitions = workload.topics().partitionsPerTopic();
            for (int client = 0; client < clients; client++) {
                String id = run + "-client-" + client;
                roles.add(new TransactionRole(client, clients, id, names, partitions, loop));
            }
        }
        workload.run().sections().find(PIPELINE).ifPresent(pipeline -> {
            for (int i = 0; i < pipeline.instancesPerTopic(); i++) {
                for (String input : names.subList(0, workload.topics().count())) {
                    String id = run + "-pipeline-" + roles.size();
                    String group = input + "-pipeline";
                    String output = input + RunPlan.OUTPUT_SUFFIX;
                    roles.add(new PipelineRole(
                            roles.size(), id, input, group, output, pipeline.messages(), pipeline.transform()));
                }
            }
        });
        return roles;
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        var ended = new Ended(request.workload().commits());
        return request.workload().load() instanceof TransactionLoop loop
                ? List.of(ended, new LoopTally(loop, request.resultBase()))
                : List.of(ended);
    }

    /** Adds up the counts of all clients, and keeps the figures of instances. Used by the coordinator's thread. */
    private static final class Ended implements RunObserver {
        private final boolean expected;
        private final Map<Integer, PipelineResult> instances = new TreeMap<>();
        private TransactionCounts total = TransactionCounts.NONE;

        /** @param expected whether the workload has transactions */
        Ended(boolean expected) {
            this.expected = expected;
        }

        @Override
        public void message(WorkerLink worker, Message message) {
            if (message instanceof TransactionCounts.TransactionsEnded ended) {
                total = total.plus(ended.counts());
            } else if (message instanceof PipelineResult.PipelineClosed closed) {
                instances.put(closed.instance().instance(), closed.instance().of(worker.name()));
            }
        }

        @Override
        public List<Finding> findings() {
            long failed = total.failed();
            return failed == 0
                    ? List.of()
                    : List.of(Finding.of(FindingCode.OPERATIONS_FAILED, failed, "%,d transactions failed", failed));
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            List<PipelineResult> all = List.copyOf(instances.values());
            return expected ? Map.of(COUNTS.name(), total, PIPELINES.name(), all) : Map.of(PIPELINES.name(), all);
        }
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

    @Override
    public Optional<String> ofMessages(Map<?, ?> workload) {
        if (workload.get(TransactionSection.TRANSACTIONS.name()) instanceof Map<?, ?> batch
                && batch.get("messages") instanceof Number messages) {
            double aborted = batch.get("abortRatio") instanceof Number ratio ? ratio.doubleValue() : 0;
            return Optional.of("in transactions of " + Figures.count(messages.longValue())
                    + (aborted > 0 ? " (" + Figures.significant(100 * aborted) + " % aborted)" : ""));
        }
        return Optional.empty();
    }

    private static String counted(@Nullable Object count, String noun) {
        return NumberText.counted(count instanceof Number number ? number.longValue() : 0, noun);
    }

    @Override
    public Optional<String> ofLoad(Map<?, ?> workload) {
        return workload.get(PIPELINE.field().name()) instanceof Map<?, ?> pipeline
                        && pipeline.get("instancesPerTopic") instanceof Number instances
                ? Optional.of("passed on in transactions by "
                        + NumberText.counted(instances.longValue(), "pipeline instance") + " for each topic")
                : Optional.empty();
    }

    @Override
    public List<List<String>> words() {
        return List.of(
                List.of("transaction", "a whole transaction of a closed loop, from its begin call to its end"),
                List.of("transactionBegin, -Send, -Offsets, -Commit, -Abort", "its calls, one by one"),
                List.of("transactionVisible", "from the commit call to the poll that received the last message"),
                List.of(
                        "transactionFailed, -TimedOut",
                        "a transaction that was not committed; one for which no answer came in time"),
                List.of("withoutTransaction", "the same work as a transaction, done without one"));
    }

    @Override
    public List<String> table(RunDetails details) {
        return LOOP.in(details).map(Transactions::lines).orElse(List.of());
    }

    /** Returns lines in the format of Redpanda's benchmark: nanoseconds, exact. */
    private static List<String> lines(TransactionLoopResult loop) {
        List<String> lines = new ArrayList<>();
        lines.add(row(loop.benchmark() + ", ns", "total", "min", "p50", "p99", "max"));
        add("transaction", loop.times().transaction(), lines);
        add("  offsets", loop.times().offsets(), lines);
        add("  commit", loop.times().commit(), lines);
        add("without", loop.times().withoutTransaction(), lines);
        loop.times()
                .overheadRatio()
                .ifPresent(ratio -> lines.add(String.format(
                        Locale.ROOT, "a transaction takes %.2f times as long as the same work without", ratio)));
        double seconds = loop.unavailableSeconds();
        if (loop.timeouts() > 0 || seconds > 0) {
            lines.add(
                    String.format(Locale.ROOT, "%,d timeouts; nothing succeeded for %.1f s", loop.timeouts(), seconds));
        }
        return lines;
    }

    private static void add(String name, Optional<TransactionFigures> figures, List<String> lines) {
        figures.ifPresent(found -> lines.add(
                row(name, found.totalNanos(), found.minNanos(), found.p50Nanos(), found.p99Nanos(), found.maxNanos())));
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-14s%15s%12s%12s%12s%12s", cells);
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        RunDetails details = run.result().weir();
        Optional<TransactionLoopResult> loop = LOOP.in(details);
        List<Tag> tags = new ArrayList<>();
        LoadSections.add(
                "Slowest instances of the pipeline", table(PIPELINES.in(details).orElse(List.of())), tags);
        LoadSections.add("Transactions", LoadSections.figures(COUNTS.in(details)), tags);
        LoadSections.add("Transaction benchmark", LoadSections.figures(loop), tags);
        loop.map(TransactionLoopResult::times)
                .ifPresent(times -> LoadSections.add("Transaction benchmark, ms", table(times), tags));
        return tags;
    }

    /** Returns instances, the one with the largest p99 of its commits first; of many, the slowest and the median one. */
    private static Table table(List<PipelineResult> instances) {
        List<PipelineResult> sorted = instances.stream()
                .sorted(Comparator.comparingDouble(each -> -LoadSections.nanos(each.latency(), COMMIT, "p99")))
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
                .millis(COMMIT + " p99 ms", each -> LoadSections.nanos(each.latency(), COMMIT, "p99"))
                .millis("max ms", each -> LoadSections.nanos(each.latency(), COMMIT, "max"))
                .table();
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

    /**
     * What one instance of a pipeline did in a run.
     *
     * @param instance its number in the run, from 0
     * @param input topic that it read
     * @param output topic that it wrote
     * @param messages messages in committed transactions, of the whole run
     * @param transactions transactions that ended, of the whole run
     * @param latency latencies by name, of transactions whose last message was due in the measurement
     * @param metrics metrics of its producer's client library when it was closed, in its own names and units
     */
    public record PipelineResult(
            int instance,
            @JsonUnwrapped ClientOrigin client,
            String input,
            String output,
            long messages,
            TransactionCounts transactions,
            Map<String, LatencySummary> latency,
            Map<String, Double> metrics) {
        public PipelineResult {
            latency = Collections.unmodifiableMap(new TreeMap<>(latency));
            metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
        }

        /** Message of a worker that has closed an instance. */
        record PipelineClosed(PipelineResult instance) implements Message.OfFeature {}

        /** Returns these figures with the name of the worker, which only the coordinator knows. */
        PipelineResult of(String worker) {
            var origin = new ClientOrigin(worker, client.clientId());
            return new PipelineResult(instance, origin, input, output, messages, transactions, latency, metrics);
        }
    }
}
