package dev.weir.workload.file;

import dev.weir.workload.Hooks;
import dev.weir.workload.RunSettings;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Timing;
import dev.weir.workload.TopicLayout;
import dev.weir.workload.Workload;
import dev.weir.workload.check.WorkloadChecks;
import dev.weir.workload.fields.ConnectionFields;
import dev.weir.workload.fields.FaultFields;
import dev.weir.workload.fields.HeaderFields;
import dev.weir.workload.fields.HookFields;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.PipelineFields;
import dev.weir.workload.fields.ProfileFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.TransactionFields;
import dev.weir.workload.fields.TransactionLoopFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.fields.goal.GoalFields;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.RateList.RatePoint;
import dev.weir.workload.load.TransactionBenchmark;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.ByteRates;
import dev.weir.workload.yaml.FieldReader;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Makes a workload of one run, whose changes are already applied. */
final class WorkloadReader {
    private WorkloadReader() {}

    /** Reads one run, whose changes are already applied. */
    static Optional<Workload> read(YamlFile yaml, MappingNode root, Path workingDirectory) {
        int before = yaml.problems().errorCount();
        FieldValues values = FieldReader.read(WorkloadFields.TABLE, yaml, root);
        WorkloadChecks.check(values);
        Optional<PayloadSpec> payload = new PayloadReader(values, workingDirectory)
                .read()
                .map(spec -> spec.withStampInHeader(HeaderFields.isStampInHeader(values)));
        return yaml.problems().errorCount() == before ? payload.map(spec -> workload(values, spec)) : Optional.empty();
    }

    /** Returns the mean bytes of payload and headers of a message; empty if the fields about it are wrong. */
    static Optional<Integer> meanBytes(YamlFile yaml, MappingNode root, Path workingDirectory) {
        FieldValues values = FieldReader.read(WorkloadFields.TABLE, yaml.with(new Problems(), ByteRates.none()), root);
        return new PayloadReader(values, workingDirectory)
                .read()
                .map(payload -> Math.toIntExact(payload.messageSize() + HeaderFields.bytes(values)));
    }

    private static Workload workload(FieldValues values, PayloadSpec payload) {
        boolean loop = TransactionLoopFields.isGiven(values);
        boolean audited = !loop && values.get(RunFields.AUDIT) && !TopicFields.isConsumeOnly(values);
        Load load = loop ? loop(values) : load(values);
        return new Workload(
                RunFields.name(values),
                loop ? loopTopics(values) : topics(values),
                new MessageSpec(
                        loop ? KeySpec.NONE : keys(values),
                        payload,
                        TopicFields.weights(values),
                        HeaderFields.headers(values)),
                loop ? Subscriptions.NONE : SubscriptionFields.of(values),
                load,
                timing(values, loop),
                PhaseFields.spec(values, load.rate().overall(test(values))),
                run(values, audited));
    }

    private static Load load(FieldValues values) {
        if (TopicFields.isConsumeOnly(values)) {
            return new ConsumeOnly();
        }
        PipelineSpec pipeline = values.find(PipelineFields.PIPELINE).orElse(PipelineSpec.NONE);
        LoadShape shape = LoadFields.shape(values);
        if (LoadFields.isClosed(values)) {
            return new ClosedLoop(shape, pipeline);
        }
        Rate rate = rate(values);
        return new OpenLoop(
                rate,
                warmupRate(values, rate),
                shape,
                values.find(TransactionFields.TRANSACTIONS).orElse(TransactionSpec.NONE),
                pipeline);
    }

    private static Rate rate(FieldValues values) {
        List<RatePoint> points = values.find(RateFields.RATES).orElse(List.of());
        if (!points.isEmpty()) {
            return new Rate.Curve(new RateList(points));
        }
        double given = values.find(RateFields.PRODUCER_RATE).orElse(Double.POSITIVE_INFINITY);
        return RateFields.search(values).<Rate>map(Rate.Search::new).orElseGet(() -> Rate.Constant.of(given));
    }

    /**
     * Returns the rate of the warm-up: that of the measurement if none is given; a curve begins its warm-up with at
     * least one message.
     */
    private static Rate.Constant warmupRate(FieldValues values, Rate rate) {
        double given = values.get(RateFields.WARMUP_RATE);
        double atBegin = rate.atBegin();
        return Rate.Constant.of(given != -1 ? given : atBegin == 0 ? rate.overall(test(values)) : atBegin);
    }

    private static TransactionLoop loop(FieldValues values) {
        TransactionBenchmark benchmark = TransactionLoopFields.benchmark(values).orElseThrow();
        int messages = benchmark.messages() == 0
                ? 0
                : values.find(TransactionFields.TRANSACTIONS)
                        .map(TransactionSpec::messages)
                        .orElse(benchmark.messages());
        return new TransactionLoop(
                benchmark,
                Math.toIntExact(values.find(TransactionLoopFields.COUNT).orElse((long) benchmark.count())),
                messages,
                values.get(TransactionLoopFields.BASELINE),
                values.get(TransactionLoopFields.RAW));
    }

    private static TopicLayout topics(FieldValues values) {
        List<String> existing = TopicFields.existing(values);
        return new TopicLayout(
                TopicFields.topics(values),
                TopicFields.partitions(values),
                existing.isEmpty() ? TopicFields.list(values, TopicFields.PARTITION_LIST) : List.of(),
                TopicFields.producers(values),
                TopicFields.isConsumeOnly(values) ? List.of() : TopicFields.list(values, TopicFields.PRODUCER_LIST),
                existing,
                ConnectionFields.of(values));
    }

    private static TopicLayout loopTopics(FieldValues values) {
        return TopicLayout.alike(
                TransactionLoopFields.benchmark(values).orElseThrow().topics(),
                (int) TransactionLoopFields.partitions(values),
                (int) TransactionLoopFields.clients(values));
    }

    /**
     * Returns the durations. A transaction benchmark ends by its number of transactions, and warms up by another
     * number.
     */
    private static Timing timing(FieldValues values, boolean loop) {
        return new Timing(
                loop ? Duration.ZERO : PhaseFields.warmupDuration(values),
                loop ? Optional.empty() : test(values),
                RunFields.interval(values));
    }

    private static Optional<Duration> test(FieldValues values) {
        return Optional.of(PhaseFields.testDuration(values)).filter(duration -> !duration.isZero());
    }

    private static RunSettings run(FieldValues values, boolean audited) {
        return new RunSettings(
                values.get(GoalFields.THRESHOLDS),
                audited,
                values.find(HookFields.HOOKS).orElse(Hooks.NONE),
                values.get(MetricsFields.BROKER_METRICS),
                values.get(FaultFields.FAULTS),
                PipelineFields.continuesAfterLoss(values),
                values.find(ProfileFields.PROFILE),
                values.get(RunFields.SEED));
    }

    private static KeySpec keys(FieldValues values) {
        return values.find(KeyFields.KEYS)
                .orElseGet(() -> values.find(KeyFields.KEY_DISTRIBUTOR)
                        .map(name -> KeySpec.of(KeyDistributor.valueOf(name)))
                        .orElse(KeySpec.NONE));
    }
}
