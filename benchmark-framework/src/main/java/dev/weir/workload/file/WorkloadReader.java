package dev.weir.workload.file;

import dev.weir.workload.Hooks;
import dev.weir.workload.Particulars;
import dev.weir.workload.Workload;
import dev.weir.workload.check.WorkloadChecks;
import dev.weir.workload.fields.ConsumerFields;
import dev.weir.workload.fields.FaultFields;
import dev.weir.workload.fields.HookFields;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.PipelineFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TransactionFields;
import dev.weir.workload.fields.TransactionLoopFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.fields.goal.GoalFields;
import dev.weir.workload.fields.goal.SearchFields;
import dev.weir.workload.goal.Goals;
import dev.weir.workload.goal.SearchSpec;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Makes a workload of one run, whose fields nothing changes any more. */
final class WorkloadReader {
    private WorkloadReader() {}

    /** One run, of which nothing is to be changed any more. */
    static Optional<Workload> read(YamlFile yaml, MappingNode root, Path workingDirectory) {
        int before = yaml.problems().errors().size();
        FieldValues values = FieldReader.read(WorkloadFields.TABLE, yaml, root);
        WorkloadChecks.check(values);
        Optional<PayloadSpec> payload = new PayloadReader(values, workingDirectory).read();
        return yaml.problems().errors().size() == before
                ? payload.map(spec -> workload(values, spec))
                : Optional.empty();
    }

    private static Workload workload(FieldValues values, PayloadSpec payload) {
        if (TransactionLoopFields.isGiven(values)) {
            return loop(values, payload);
        }
        Particulars particulars = particulars(values);
        RateList rates = particulars.rates();
        boolean consumeOnly = TopicFields.isConsumeOnly(values);
        Duration test = PhaseFields.testDuration(values);
        Goals goals = goals(values);
        double rate = rates.isEmpty()
                ? goals.search()
                        .map(SearchSpec::start)
                        .or(() -> values.find(RateFields.PRODUCER_RATE))
                        .filter(given -> !consumeOnly)
                        .orElse(Double.POSITIVE_INFINITY)
                : RateFields.meanRate(rates, test);
        double warmupRate = values.get(RateFields.WARMUP_RATE);
        double otherwise = rates.isEmpty() || rates.first() == 0 ? rate : rates.first();
        return new Workload(
                RunFields.name(values),
                TopicFields.topics(values),
                TopicFields.partitions(values),
                keys(values),
                payload,
                TopicFields.subscriptions(values),
                values.number(ConsumerFields.CONSUMERS),
                TopicFields.producers(values),
                rate,
                warmupRate == -1 || consumeOnly ? otherwise : warmupRate,
                LoadFields.shape(values),
                PhaseFields.warmupDuration(values),
                Optional.of(test).filter(duration -> !duration.isZero()),
                RunFields.interval(values),
                values.get(RunFields.AUDIT) && !consumeOnly,
                PhaseFields.spec(values, rate),
                goals,
                values.find(HookFields.HOOKS).orElse(Hooks.NONE),
                particulars,
                values.find(TransactionFields.TRANSACTIONS).orElse(TransactionSpec.NONE),
                values.find(PipelineFields.PIPELINE).orElse(PipelineSpec.NONE),
                values.get(RunFields.SEED));
    }

    private static Workload loop(FieldValues values, PayloadSpec payload) {
        TransactionBenchmark benchmark = TransactionLoopFields.benchmark(values).orElseThrow();
        int messages = benchmark.messages() == 0
                ? 0
                : values.find(TransactionFields.TRANSACTIONS)
                        .map(TransactionSpec::messages)
                        .orElse(benchmark.messages());
        var loop = new TransactionLoop(
                benchmark,
                Math.toIntExact(values.find(TransactionLoopFields.COUNT).orElse((long) benchmark.count())),
                messages,
                values.get(TransactionLoopFields.BASELINE),
                values.get(TransactionLoopFields.RAW));
        double noRate = Double.POSITIVE_INFINITY;
        LoadShape usual = LoadShape.UNIFORM;
        return new Workload(
                RunFields.name(values),
                benchmark.topics(),
                (int) TransactionLoopFields.partitions(values),
                KeySpec.NONE,
                payload,
                0,
                0,
                (int) TransactionLoopFields.clients(values),
                noRate,
                noRate,
                new LoadShape(usual.arrival(), usual.burstPeriodNanos(), false, 1, usual.pacingPrecisionNanos()),
                Duration.ZERO,
                Optional.empty(),
                RunFields.interval(values),
                false,
                PhaseFields.spec(values, noRate),
                goals(values),
                values.find(HookFields.HOOKS).orElse(Hooks.NONE),
                Particulars.NONE.withTransactionLoop(loop).withBrokerMetrics(values.get(MetricsFields.BROKER_METRICS)),
                TransactionSpec.NONE,
                PipelineSpec.NONE,
                values.get(RunFields.SEED));
    }

    private static Particulars particulars(FieldValues values) {
        boolean consumeOnly = TopicFields.isConsumeOnly(values);
        List<String> existing = TopicFields.existing(values);
        return new Particulars(
                consumeOnly ? RateList.NONE : RateFields.rates(values),
                existing.isEmpty() ? TopicFields.list(values, TopicFields.PARTITION_LIST) : List.of(),
                consumeOnly ? List.of() : TopicFields.list(values, TopicFields.PRODUCER_LIST),
                existing,
                TopicFields.weights(values),
                values.get(ConsumerFields.PROCESSING).toNanos(),
                Optional.empty(),
                values.get(MetricsFields.BROKER_METRICS),
                values.get(FaultFields.FAULTS),
                PipelineFields.outlivesWorkers(values));
    }

    private static Goals goals(FieldValues values) {
        boolean byRate = values.find(RateFields.PRODUCER_RATE).orElse(-1.0) == 0
                && !values.given(RateFields.RATES)
                && !TopicFields.isConsumeOnly(values);
        Optional<SearchSpec> search = values.find(GoalFields.SEARCH)
                .or(() -> byRate ? Optional.of(SearchFields.defaults()) : Optional.empty());
        return new Goals(values.get(GoalFields.THRESHOLDS), search);
    }

    private static KeySpec keys(FieldValues values) {
        return values.find(KeyFields.KEYS)
                .orElseGet(() -> values.find(KeyFields.KEY_DISTRIBUTOR)
                        .map(name -> KeySpec.of(KeyDistributor.valueOf(name)))
                        .orElse(KeySpec.NONE));
    }
}
