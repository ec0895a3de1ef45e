package dev.weir.workload.file;

import dev.weir.workload.Hooks;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Workload;
import dev.weir.workload.Workload.RunSettings;
import dev.weir.workload.Workload.Timing;
import dev.weir.workload.Workload.TopicLayout;
import dev.weir.workload.fields.HeaderFields;
import dev.weir.workload.fields.KeyFields;
import dev.weir.workload.fields.LoadFields;
import dev.weir.workload.fields.MetricsFields;
import dev.weir.workload.fields.PhaseFields;
import dev.weir.workload.fields.RateFields;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.SearchFields;
import dev.weir.workload.fields.SubscriptionFields;
import dev.weir.workload.fields.ThresholdFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.fields.WorkloadChecks;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import dev.weir.workload.load.Load.ConsumeOnly;
import dev.weir.workload.load.Load.OpenLoop;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.section.Sections;
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

    static Optional<Workload> read(YamlFile yaml, MappingNode root, Path workingDirectory) {
        int before = yaml.problems().errorCount();
        FieldValues values = FieldReader.read(WorkloadFields.TABLE, yaml, root);
        if (WorkloadFields.lackFeature(values)) {
            return Optional.empty();
        }
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
        Optional<Load.OfFeature> ofFeature = Sections.load(values).flatMap(section -> section.in(values));
        boolean audited = ofFeature.isEmpty() && values.get(RunFields.AUDIT) && !TopicFields.isConsumeOnly(values);
        Optional<Duration> test = Optional.of(PhaseFields.testDuration(values)).filter(duration -> !duration.isZero());
        // The load of a feature ends when its clients have done their work.
        Timing timing = ofFeature.isPresent()
                ? new Timing(Duration.ZERO, Optional.empty(), RunFields.interval(values))
                : new Timing(PhaseFields.warmupDuration(values), test, RunFields.interval(values));
        Load load = ofFeature.<Load>map(each -> each).orElseGet(() -> load(values, test));
        return new Workload(
                RunFields.name(values),
                ofFeature.map(each -> topics(each, values)).orElseGet(() -> topics(values)),
                new MessageSpec(keys(values), payload, TopicFields.weights(values), HeaderFields.headers(values)),
                ofFeature.isPresent() ? Subscriptions.NONE : SubscriptionFields.of(values),
                load,
                timing,
                PhaseFields.spec(values),
                run(values, audited));
    }

    private static Load load(FieldValues values, Optional<Duration> test) {
        if (TopicFields.isConsumeOnly(values)) {
            return new ConsumeOnly();
        }
        LoadShape shape = LoadFields.shape(values);
        if (LoadFields.isClosed(values)) {
            return new ClosedLoop(shape);
        }
        List<RatePoint> points = values.find(RateFields.RATES).orElse(List.of());
        double given = values.find(RateFields.PRODUCER_RATE).orElse(Double.POSITIVE_INFINITY);
        Rate rate = points.isEmpty()
                ? SearchFields.of(values).<Rate>map(Rate.Search::new).orElseGet(() -> Rate.Constant.of(given))
                : new Rate.Curve(points);
        double warmup = values.get(RateFields.WARMUP_RATE);
        // A warm-up needs a rate above 0. If a curve begins with 0, its mean rate is used.
        double otherwise = rate.atBegin() == 0 ? rate.overall(test) : rate.atBegin();
        return new OpenLoop(rate, Rate.Constant.of(warmup != -1 ? warmup : otherwise), shape);
    }

    private static TopicLayout topics(FieldValues values) {
        List<String> existing = TopicFields.existing(values);
        return new TopicLayout(
                TopicFields.topics(values),
                TopicFields.partitions(values),
                existing.isEmpty() ? TopicFields.list(values, TopicFields.PARTITION_LIST) : List.of(),
                TopicFields.producers(values),
                TopicFields.isConsumeOnly(values) ? List.of() : TopicFields.list(values, TopicFields.PRODUCER_LIST),
                existing);
    }

    private static TopicLayout topics(Load.OfFeature load, FieldValues values) {
        return TopicLayout.alike(
                load.topics(),
                values.find(TopicFields.PARTITIONS).map(Math::toIntExact).orElse(1),
                values.find(TopicFields.PRODUCERS).map(Math::toIntExact).orElse(1));
    }

    private static RunSettings run(FieldValues values, boolean audited) {
        return new RunSettings(
                values.get(ThresholdFields.THRESHOLDS),
                audited,
                values.find(RunFields.HOOKS).orElse(Hooks.NONE),
                values.get(MetricsFields.BROKER_METRICS),
                Sections.of(values),
                RunFields.continuesAfterLoss(values),
                values.get(RunFields.SEED));
    }

    private static KeySpec keys(FieldValues values) {
        return values.find(KeyFields.KEYS)
                .orElseGet(() -> values.find(KeyFields.KEY_DISTRIBUTOR)
                        .map(name -> KeySpec.of(KeyDistributor.valueOf(name)))
                        .orElse(KeySpec.NONE));
    }
}
