package dev.weir.workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/** Reads workload files: OMB's as they are, and our fields beyond. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Reads a workload file. A {@code payloadFile} in it is looked for beside the file, then, as OMB does, in the working
     * directory, then in the folders above the file.
     *
     * @param problems gets all that is wrong with the file, each mistake once, however many runs have it
     * @return empty if there was an error
     */
    public static Optional<WorkloadSeries> readAll(Path file, Problems problems) {
        return readAll(file, Path.of(""), problems);
    }

    /** The same of a file that asks for one run; of another one its first. */
    public static Optional<Workload> read(Path file, Problems problems) {
        return read(file, Path.of(""), problems);
    }

    static Optional<Workload> read(Path file, Path workingDirectory, Problems problems) {
        return readAll(file, workingDirectory, problems)
                .map(series -> series.points().get(0).workload());
    }

    private static Optional<WorkloadSeries> readAll(Path file, Path workingDirectory, Problems problems) {
        var yaml = new YamlFile(file, WorkloadFields.TABLE.kind(), problems);
        return yaml.root()
                .filter(root -> InputFile.WORKLOAD.isPossibly(yaml, root))
                .flatMap(root -> new SeriesReader(yaml, workingDirectory).read(root));
    }

    /** One run, of which nothing is to be changed any more. */
    static Optional<Workload> readRun(YamlFile yaml, MappingNode root, Path workingDirectory) {
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
            return TransactionLoopFields.workload(values, payload);
        }
        Particulars particulars = particulars(values);
        RateList rates = particulars.rates();
        boolean consumeOnly = TopicFields.isConsumeOnly(values);
        Duration test = WorkloadFields.testDuration(values);
        Goals goals = GoalFields.goals(values);
        double rate = rates.isEmpty()
                ? goals.search()
                        .map(SearchSpec::start)
                        .or(() -> values.find(WorkloadFields.PRODUCER_RATE))
                        .filter(given -> !consumeOnly)
                        .orElse(Double.POSITIVE_INFINITY)
                : RateFields.meanRate(rates, test);
        double warmupRate = values.get(WorkloadFields.WARMUP_RATE);
        double otherwise = rates.isEmpty() || rates.first() == 0 ? rate : rates.first();
        long interval =
                values.find(WorkloadFields.LOG_INTERVAL).orElseGet(() -> values.get(WorkloadFields.SAMPLE_RATE));
        return new Workload(
                values.find(WorkloadFields.NAME).orElseGet(() -> values.file().baseName()),
                TopicFields.topics(values),
                TopicFields.partitions(values),
                keys(values),
                payload,
                TopicFields.subscriptions(values),
                values.number(WorkloadFields.CONSUMERS),
                TopicFields.producers(values),
                rate,
                warmupRate == -1 || consumeOnly ? otherwise : warmupRate,
                LoadFields.shape(values),
                WorkloadFields.warmupDuration(values),
                Optional.of(test).filter(duration -> !duration.isZero()),
                Duration.ofMillis(interval),
                values.get(WorkloadFields.AUDIT) && !consumeOnly,
                PhaseFields.spec(values, rate),
                goals,
                values.find(WorkloadFields.HOOKS).orElse(Hooks.NONE),
                particulars,
                values.find(TransactionFields.TRANSACTIONS).orElse(TransactionSpec.NONE),
                values.find(PipelineFields.PIPELINE).orElse(PipelineSpec.NONE),
                values.get(WorkloadFields.SEED));
    }

    private static Particulars particulars(FieldValues values) {
        boolean consumeOnly = TopicFields.isConsumeOnly(values);
        List<String> existing = TopicFields.existing(values);
        return new Particulars(
                consumeOnly ? RateList.NONE : RateFields.rates(values),
                existing.isEmpty() ? TopicFields.list(values, TopicFields.PARTITIONS) : List.of(),
                consumeOnly ? List.of() : TopicFields.list(values, TopicFields.PRODUCERS),
                existing,
                TopicFields.weights(values),
                values.get(WorkloadFields.PROCESSING).toNanos(),
                Optional.empty(),
                values.get(WorkloadFields.BROKER_METRICS),
                values.get(WorkloadFields.FAULTS),
                PipelineFields.outlivesWorkers(values));
    }

    private static KeySpec keys(FieldValues values) {
        return values.find(WorkloadFields.KEYS)
                .orElseGet(() -> values.find(WorkloadFields.KEY_DISTRIBUTOR)
                        .map(name -> KeySpec.of(KeyDistributor.valueOf(name)))
                        .orElse(KeySpec.NONE));
    }
}
