package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.FeatureMessages;
import dev.weir.feature.PartPages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.transactions.LoopSection.TransactionBenchmark;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.LoopSection.TransactionRole;
import dev.weir.feature.transactions.Pipeline.PipelineRole;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionTimes;
import dev.weir.feature.transactions.TransactionSection.DriverTransactions;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions.PipelineResult;
import dev.weir.measure.Latency;
import dev.weir.plan.Assignment;
import dev.weir.plan.RunPlan;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.LatencySummary;
import dev.weir.wire.message.Message;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How transactions, a benchmark of them and a pipeline are read, planned, sent to workers, written and shown. */
class TransactionsTest extends SectionFiles implements FeatureMessages {
    private static final String BASE = TOPIC + "messageSize: 100\n" + CONSUMERS + "testDuration: 1m\n";
    private static final DriverConfig DRIVER = DriverConfig.of("none");
    private static final DriverConfig OF_TWO =
            DriverConfig.of("any").withSettings(Map.of(DriverTransactions.REQUESTS.name(), "2"));
    private static final PipelineResult INSTANCE = new PipelineResult(
            5,
            new ClientOrigin("host:1", "client-7"),
            "topic-in",
            "topic-out",
            Long.MAX_VALUE,
            new TransactionCounts(1, 2, 3),
            Map.of(
                    Latency.TRANSACTION_COMMIT.key(),
                    new LatencySummary(1000, 0, 1, 2, 30, Map.of("p99", 20L), 0, List.of())),
            Map.of("batch-size-avg", 2.5));

    /** Of a transaction benchmark. */
    private static final Map<String, TransactionLoopResult> PARTS = Map.of(
            Transactions.LOOP.name(),
            new TransactionLoopResult(
                    "stream",
                    1,
                    1,
                    new TransactionLoopResult.Times(
                            Optional.of(new TransactionFigures(4, 10, 1, 3, 4, 4)),
                            Optional.of(new TransactionFigures(4, 6, 1, 2, 2, 2)),
                            Optional.of(new TransactionFigures(4, 4, 1, 1, 1, 1)),
                            Optional.of(new TransactionFigures(4, 5, 1, 1, 2, 2))),
                    2,
                    1.5,
                    Optional.of("run-transactions.csv")));

    private final List<String> contradictions = new ArrayList<>();

    @Test
    void readsTransactionsOfOneMessageThatAreCommitted() throws IOException {
        assertThat(read(BASE, "producerRate: 100; transactions: {}")
                        .flatMap(each -> each.run().sections().find(Transactions.STREAM)))
                .contains(new TransactionSpec(1, 0));
        assertThat(read(BASE, "producerRate: 100; transactions:").map(Workload::commits))
                .contains(false);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producerRate: 100; transactions: {size: 3} | transactions.size: is not a field of a transactions mapping; the fields are messages, abortRatio
            mode: closed; transactions: {messages: 3} | transactions: needs an open loop: set mode to open, with a producerRate; or remove it
            producerRate: 100; subscriptionsPerTopic: 0; pipeline: {} | pipeline: needs a subscription that reads its output; set subscriptionsPerTopic to 1
            """)
    void reportsProblems(String fields, String expected) throws IOException {
        assertRefused(BASE, fields, expected);
    }

    @Test
    void effectiveFileReadsBackAsAnEqualWorkload() throws IOException {
        assertReadsBack(Workloads.small()
                .section(Transactions.STREAM, new TransactionSpec(10, 0.25))
                .section(Transactions.PIPELINE, new PipelineSpec(3, 40, Transform.UPPER_CASE))
                .continuingAfterLoss(true)
                .build());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producerRate: 5 | producerRate: has no effect beside a transactionBenchmark, which is no load; remove it
            topics: 2 | topics: has no effect beside a transactionBenchmark, which is no load; remove it
            messageSize: 7 | messageSize: must be at least 8 in a transactionBenchmark, got 7: messages carry a number
            transactions: {abortRatio: 0.5} | transactions: must not have an abortRatio beside a transactionBenchmark, which commits; remove that
            count: 1000000; producersPerTopic: 11; partitionsPerTopic: 11 | count: makes 11000000 samples of all clients, must be at most 10000000; lower it
            producersPerTopic: 2 | producersPerTopic: must be at most partitionsPerTopic, 1, in a stream, got 2: each client reads partitions of its own
            """)
    void reportsFieldsThatContradictABenchmark(String wrong, String message) throws IOException {
        assertRefused("transactionBenchmark: stream\n", wrong, message);
    }

    @Test
    void aBenchmarkIsTheLoadOfTheRun() throws IOException {
        Workload workload = read("transactionBenchmark: stream\nseed: 7\n").orElseThrow();

        assertThat(workload.load()).isEqualTo(new TransactionLoop(TransactionBenchmark.STREAM, 200, 1, true, false));
        assertThat(workload.topics().count()).isEqualTo(2);
        assertThat(workload.run().audited()).isFalse();
        assertThat(workload.messages().payload().messageSize()).isEqualTo(100);
        assertThat(workload.timing().test()).isEmpty();
        assertReadsBack(workload);
    }

    @Test
    void instancesOfAPipelineHaveTheLastHalfOfTheWorkersToThemselves() {
        Workload workload = Workloads.small()
                .topics(2, 3)
                .section(Transactions.PIPELINE, new PipelineSpec(3, 40, Transform.UPPER_CASE))
                .continuingAfterLoss(true)
                .build();
        RunPlan plan = RunPlan.of(workload, DRIVER, "r", 5, Topology.SWARM);
        List<Assignment> assignments = plan.assignments();

        assertThat(plan.topics())
                .extracting(TopicSpec::name)
                .containsExactly("weir-r-0", "weir-r-1", "weir-r-0-output", "weir-r-1-output");
        assertThat(plan.names()).hasSize(4);
        assertThat(assignments)
                .extracting(each -> each.clients().carryOnlyRelays())
                .containsExactly(false, false, true, true, true);
        assertThat(assignments.subList(0, 2)).allSatisfy(one -> {
            assertThat(one.clients().ofFeature(PipelineRole.class)).isEmpty();
            assertThat(one.clients().producers()).hasSize(2);
            assertThat(one.clients().consumers())
                    .hasSize(2)
                    .allSatisfy(role -> assertThat(role.topic()).endsWith("-output"));
            assertThat(one.load().committedOnly()).isTrue();
        });
        List<PipelineRole> instances = assignments.stream()
                .flatMap(one -> one.clients().ofFeature(PipelineRole.class).stream())
                .toList();
        assertThat(instances).hasSize(6).extracting(PipelineRole::clientId).doesNotHaveDuplicates();
        assertThat(instances).extracting(PipelineRole::group).containsOnly("weir-r-0-pipeline", "weir-r-1-pipeline");
        assertThat(instances).allSatisfy(role -> assertThat(role.output()).isEqualTo(role.input() + "-output"));
        // The only worker carries all.
        assertThat(RunPlan.of(workload, DRIVER, "r", 1, Topology.SWARM).assignments())
                .extracting(each -> each.clients().carryOnlyRelays())
                .containsExactly(false);
    }

    @Test
    void printsExactTimes() {
        assertThat(new Transactions().table(RunDetails.NONE.with(PARTS)))
                .containsExactly(
                        "stream, ns              total         min         p50         p99         max",
                        "transaction                10           1           3           4           4",
                        "  offsets                   6           1           2           2           2",
                        "  commit                    4           1           1           1           1",
                        "without                     5           1           1           2           2",
                        "a transaction takes 3.00 times as long as the same work without",
                        "2 timeouts; nothing succeeded for 1.5 s");
        assertThat(new Transactions().table(RunDetails.NONE)).isEmpty();
    }

    @Test
    void pagesHaveTheirTablesAndTheResultPageTheirFields() throws IOException {
        assertThat(PartPages.html(folder, PARTS))
                .contains(
                        "Transaction benchmark",
                        "run-transactions.csv",
                        "Transaction benchmark, ms",
                        "the same work as a transaction, done without one");
        assertThat(PartPages.html(folder, Map.of("pipelines", List.of(INSTANCE))))
                .contains("Slowest instances of the pipeline", "topic-in", "topic-out");
    }

    @Test
    void theFirstFiguresOfAPageAreThoseOfItsTransactions() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        ObjectNode latency = (ObjectNode) SampleFiles.weir(file).path("latency");
        JsonNode measured = latency.path("publishResponse");
        latency.removeAll();
        latency.set("transaction", measured);
        ((ObjectNode) SampleFiles.weir(file).path("audit")).put("subscriptions", 0);

        String page = PartPages.html(folder, file);
        int tiles = page.indexOf("<ul class=\"tiles\">");

        assertThat(page.substring(tiles, page.indexOf("</ul>", tiles)))
                .contains("<span>transaction p99 (transaction)</span>", "<b>not audited</b>")
                .doesNotContain("unknown", "publish", "end-to-end");
    }

    @Test
    void describesLoadsInSentences() {
        var transactions = new Transactions();

        assertThat(transactions.load(Map.of(
                        "transactionBenchmark",
                        "send",
                        "producersPerTopic",
                        3,
                        "messageSize",
                        1024,
                        "transactions",
                        Map.of("messages", 100))))
                .contains("the transaction benchmark send, 3 clients, each with one transaction after the other of"
                        + " 100 messages of 1,024 bytes");
        assertThat(transactions.load(Map.of("mode", "closed"))).isEmpty();
        assertThat(transactions.ofMessages(Map.of("transactions", Map.of("messages", 50, "abortRatio", 0.1))))
                .contains("in transactions of 50 (10 % aborted)");
        assertThat(transactions.ofLoad(Map.of("pipeline", Map.of("instancesPerTopic", 2))))
                .contains("passed on in transactions by 2 pipeline instances for each topic");
        assertThat(transactions.ofLoad(Map.of())).isEmpty();
    }

    @Test
    void thoseOfADriverBecomeTheLoadsAndDoNotChangeAnEqualLoad() {
        Workload plain = Workloads.small().build();

        assertThat(on(OF_TWO, plain))
                .isEqualTo(Workloads.small()
                        .section(Transactions.STREAM, new TransactionSpec(2, 0))
                        .build());
        assertThat(on(DriverConfig.of("any"), plain)).isSameAs(plain);
        Workload same = Workloads.small()
                .section(Transactions.STREAM, new TransactionSpec(2, 0.5))
                .build();

        assertThat(on(OF_TWO, same)).isSameAs(same);
        assertThat(contradictions).isEmpty();
    }

    @Test
    void thoseOfADriverAreRefusedWhereTheLoadSaysSomethingElse() {
        on(
                OF_TWO,
                Workloads.small()
                        .section(Transactions.STREAM, new TransactionSpec(10, 0))
                        .build());
        var closed = new LoadShape(Arrival.UNIFORM, LoadShape.BURST_PERIOD_NANOS, false, 3, OptionalLong.empty());
        on(OF_TWO, Workloads.small().shape(closed).build());
        on(OF_TWO, Workloads.small().requests(5).build());

        assertThat(contradictions)
                .satisfiesExactly(
                        why -> assertThat(why)
                                .contains(
                                        "asks for transactions of 2 messages",
                                        "has transactions of 10; remove one of them"),
                        why -> assertThat(why).contains("closed loop"),
                        why -> assertThat(why).contains("requests"));
    }

    @Test
    void thoseOfADriverAreKeptForTheRunAndHiddenFromIt() throws IOException {
        DriverConfig config = driver("driver: none\nfailEvery: 5\nrequestsPerTransaction: 2\n")
                .orElseThrow();

        assertThat(config.settings()).isEqualTo(Map.of("failEvery", "5", "requestsPerTransaction", "2"));
        assertThat(DriverFile.forDriver(config).settings()).isEqualTo(Map.of("failEvery", "5"));
        assertThat(driver("driver: none\nrequestsPerTransaction: 0\n")
                        .orElseThrow()
                        .settings())
                .isEmpty();
    }

    @Test
    void refusesAWrongNumberInADriverFile() throws IOException {
        assertThat(driver("driver: none\nrequestsPerTransaction: -1\n")).isEmpty();
        assertThat(problems.errors())
                .singleElement()
                .asString()
                .contains(":2: requestsPerTransaction: must be a whole number in [0, 100000] (messages), got -1");
    }

    private Workload on(DriverConfig config, Workload workload) {
        return new DriverTransactions().on(config, workload, contradictions::add);
    }

    private Optional<DriverConfig> driver(String text) throws IOException {
        return DriverFile.read(file(text), Drivers.onClassPath(), problems);
    }

    @Override
    public List<Message> messages() {
        return List.of(
                assignment(),
                new TransactionCounts.TransactionsEnded(new TransactionCounts(11, 12, 13)),
                new PipelineResult.PipelineClosed(INSTANCE),
                new TransactionTimes(
                        3, List.of(5L, Long.MAX_VALUE), List.of(0L, 1L), List.of(2L, 3L), List.of(4L), 5, 6));
    }

    /** Names of a message, of a class, and of nothing: none of them is a role. They are as long as the right one. */
    @ParameterizedTest
    @ValueSource(strings = {"clockCorrection", "TransactionRole", "transactionrole"})
    void refusesARoleOfAnotherName(String name) {
        FeatureMessages.assertTypeRefused(assignment(), "transactionRole", name);
    }

    @Test
    void writesEachTimeOfABenchmark() throws IOException {
        LoopTally tally = closed(folder.resolve("r"));

        assertThat(tally.result().rawFile()).contains("r-transactions.csv");
        assertThat(Files.readAllLines(folder.resolve("r-transactions.csv")))
                .containsExactly(
                        "client,transaction,nanos,offsetsNanos,commitNanos",
                        "0,0,30,0,20",
                        "0,1,50,0,40",
                        "0,without-0,10,0,0");
        assertThat(tally.reasons()).isEmpty();
    }

    @Test
    void keepsTheFiguresWhoseTimesCannotBeWritten() {
        LoopTally tally = closed(folder.resolve("no-such-folder").resolve("r"));

        assertThat(tally.result().rawFile()).isEmpty();
        assertThat(tally.result().times().transaction().orElseThrow().maxNanos())
                .isEqualTo(50);
        assertThat(tally.reasons()).extracting(Reason::code).containsExactly(ReasonCode.RAW_TIMES_MISSING);
    }

    private static LoopTally closed(Path base) {
        var tally = new LoopTally(new TransactionLoop(TransactionBenchmark.SEND, 2, 2, true, true), base);
        tally.message(
                new WorkerLink(0, "worker"),
                new TransactionTimes(0, List.of(30L, 50L), List.of(0L, 0L), List.of(20L, 40L), List.of(10L), 0, 0));
        tally.close();
        return tally;
    }

    private static Message.Assign assignment() {
        var loop = new TransactionLoop(TransactionBenchmark.SEND_OFFSETS, 7, 0, true, true);
        return FeatureMessages.assign(
                List.of(),
                List.of(
                        new TransactionRole(6, 9, "client-6", List.of("topic", "other"), 4, loop),
                        new PipelineRole(3, "client-7", "in", "group-2", "out", 17, Transform.UPPER_CASE)),
                new TransactionSpec(3, 0.25));
    }
}
