package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.feature.Features;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.ResultPart.DerivedPart;
import dev.weir.result.interval.Interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.workload.text.OptionNames;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Fields of a result under {@code weir}, in parts whose fields lie flat beside each other. */
public record RunDetails(
        @JsonUnwrapped RunVerdict verdict,
        @JsonUnwrapped RunCourse course,
        @JsonUnwrapped RunLoad load,
        @JsonUnwrapped RunMeasurements measurements,
        @JsonUnwrapped RunChecks checks,
        @JsonUnwrapped RunInstrument instrument,
        @JsonUnwrapped RunClients clients,
        @JsonUnwrapped RunOrigin origin,
        @JsonUnwrapped FeatureParts ofFeatures) {
    public RunDetails {
        ofFeatures = ofFeatures.withoutTheCore();
    }

    public RunDetails withHooks(List<HookResult> hooks) {
        return with(checks, new RunOrigin(origin.provenance(), hooks), ofFeatures);
    }

    /** Returns these details with parts of features: records, lists, maps, texts and numbers by name. */
    public RunDetails with(Map<String, ?> parts) {
        return with(checks, origin, ofFeatures.with(parts));
    }

    public RunDetails withThresholds(List<ThresholdCheck> thresholds) {
        return with(new RunChecks(checks.audit(), thresholds, checks.durability(), checks.clock()), origin, ofFeatures);
    }

    private RunDetails with(RunChecks otherChecks, RunOrigin otherOrigin, FeatureParts parts) {
        return new RunDetails(
                verdict, course, load, measurements, otherChecks, instrument, clients, otherOrigin, parts);
    }

    /** Returns these details with the parts that follow from them and the latencies of the measurement. */
    public RunDetails withDerived(LatencySet measured) {
        Map<String, Object> parts = new LinkedHashMap<>();
        Features.in(DerivedPart.class)
                .forEach(each -> each.of(measured, this).ifPresent(part -> parts.put(each.name(), part)));
        return with(parts);
    }

    /** Returns a field of the workload file in effect; empty if the result has no such file or field. */
    public Optional<Object> ofWorkload(String field) {
        return origin.provenance().map(provenance -> provenance.workload().get(field));
    }

    /** Returns how many entries of {@code subscriptions} in the workload file have a field. */
    public long subscriptionsWith(String field) {
        return ofWorkload("subscriptions").stream()
                .flatMap(all -> all instanceof List<?> list ? list.stream() : Stream.empty())
                .filter(each -> each instanceof Map<?, ?> fields && fields.containsKey(field))
                .count();
    }

    /** Returns whether consumers share partitions: a feature gives such a subscription a type. */
    public boolean sharesPartitions() {
        return subscriptionsWith("type") > 0;
    }

    /** Returns the number of messages of the target for which a read counts. */
    public int messagesPerRead() {
        return ofWorkload("recordsPerRequest").orElse(1) instanceof Number records ? records.intValue() : 1;
    }

    /** Returns a text that names options instead of fields, if the load of the run was described by options. */
    public String inItsOptions(String text) {
        Set<String> given =
                origin.provenance().map(Provenance::set).orElse(Map.of()).keySet();
        return OptionNames.in(text, given);
    }

    /** Details of a file without {@code weir}. */
    public static final RunDetails NONE = DocumentReader.empty(RunDetails.class);

    /**
     * Parts of a result that features add, by the names of their fields under {@code weir}. Those of features that this
     * build lacks are kept.
     */
    public record FeatureParts(@JsonAnySetter @JsonAnyGetter Map<String, JsonNode> byName) {
        public static final FeatureParts NONE = new FeatureParts(Map.of());

        private static final Set<String> OF_THE_CORE = Stream.of(RunDetails.class.getRecordComponents())
                .filter(part -> part.getType() != FeatureParts.class)
                .flatMap(part -> Stream.of(part.getType().getRecordComponents()))
                .map(field -> field.getName())
                .collect(Collectors.toUnmodifiableSet());

        public FeatureParts {
            byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
        }

        /** Jackson passes all fields that lie flat beside these, too. */
        FeatureParts withoutTheCore() {
            Map<String, JsonNode> parts = new LinkedHashMap<>(byName);
            parts.keySet().removeAll(OF_THE_CORE);
            return new FeatureParts(parts);
        }

        FeatureParts with(Map<String, ?> others) {
            Map<String, JsonNode> parts = new LinkedHashMap<>(byName);
            others.forEach((name, part) -> parts.put(name, DocumentReader.json().valueToTree(part)));
            return new FeatureParts(parts);
        }
    }

    /** Weir's own processes: workers in their order, and observations of each process during the measurement. */
    public record RunInstrument(List<Worker> workers, Optional<Harness> harness) {
        public RunInstrument {
            workers = List.copyOf(workers);
        }
    }

    /** Origin of a result, and the commands around the run. */
    public record RunOrigin(
            Optional<Provenance> provenance,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HookResult> hooks) {
        public RunOrigin {
            hooks = List.copyOf(hooks);
        }
    }

    /**
     * Load of a run.
     *
     * @param unsent messages that were due before the load ended but were not sent
     * @param skipped messages that were skipped because they were late
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record RunLoad(
            Optional<Payload> payload, Optional<Throughput> throughput, OptionalLong unsent, OptionalLong skipped) {
        /**
         * Contents of the messages.
         *
         * @param distinct number of different payloads; null if each message has its own
         * @param stampShare share of the bytes that Weir needs for itself, in [0, 1]
         * @param randomShare share of random bytes, in [0, 1]; null if the workload gives the contents
         */
        public record Payload(Optional<Integer> distinct, double stampShare, Optional<Double> randomShare) {}
    }

    /**
     * Course of a run: phases and events.
     *
     * @param run identity of the run; absent only in files that Weir did not write
     * @param phases in order
     * @param events in order
     */
    public record RunCourse(Optional<Run> run, List<PhaseSpan> phases, List<RunEvent> events, List<PartSummary> parts) {
        public RunCourse {
            phases = List.copyOf(phases);
            events = List.copyOf(events);
            parts = List.copyOf(parts);
        }

        /**
         * Identity of a run.
         *
         * @param begin ISO-8601
         * @param end ISO-8601
         * @param campaign name of its campaign; empty if it is no part of one, like the following fields
         * @param point values by which it differs from its workload file
         * @param repeat from 1; 0 for a discarded run
         * @param discarded whether it is excluded from comparisons
         */
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        public record Run(
                String id,
                String begin,
                String end,
                Optional<String> campaign,
                Optional<Map<String, String>> point,
                OptionalInt repeat,
                Optional<Boolean> discarded) {}
    }

    /**
     * Statements about the instrument and the system.
     *
     * @param reasons statements about the instrument, the one that weighs most first
     * @param failure why the run failed; an empty text if it did not
     * @param interrupted whether a person ended it early
     */
    public record RunVerdict(
            List<Reason> reasons, List<Finding> findings, Optional<String> failure, boolean interrupted) {
        public RunVerdict {
            reasons = reasons.stream().sorted(Reason.BY_WEIGHT).toList();
            findings = List.copyOf(findings);
        }
    }

    /**
     * Result of a command before or after a run.
     *
     * @param when {@code beforeRun} or {@code afterRun}
     * @param status exit status; empty if it was killed, because its time was over or a person interrupted
     * @param output name of the file beside the result with its output
     */
    public record HookResult(String when, String command, Optional<Integer> status, double seconds, String output) {
        public boolean hasSucceeded() {
            return status.filter(code -> code == 0).isPresent();
        }
    }

    /**
     * Checks of a run.
     *
     * @param audit whether each message arrived once and in order
     * @param durability what an acknowledgement meant, item by item
     */
    public record RunChecks(
            Optional<Audit> audit,
            List<ThresholdCheck> thresholds,
            List<DurabilityFact> durability,
            Optional<Clocks> clock) {
        public RunChecks {
            thresholds = List.copyOf(thresholds);
            durability = List.copyOf(durability);
        }

        /** Returns the largest error of end-to-end times by the clocks; empty if unknown. */
        public OptionalLong clockBound() {
            return clock.map(Clocks::endToEndBoundNanos).orElse(OptionalLong.empty());
        }

        /**
         * One condition on which the meaning of an acknowledgement depends.
         *
         * @param value {@code unknown} if it is not known
         * @param source how the value is known
         * @param note text for a person; empty if there is none
         */
        public record DurabilityFact(String item, String value, String source, String note) {
            public static List<DurabilityFact> of(dev.weir.driver.durability.Durability durability) {
                return durability.items().stream()
                        .map(item -> new DurabilityFact(
                                item.key().word(), item.value(), item.source().word(), item.note()))
                        .toList();
            }

            /** Converts stored items back, without those that only a newer version has. */
            public static dev.weir.driver.durability.Durability read(List<DurabilityFact> stored) {
                Map<DurabilityKey, DurabilityItem> items = new TreeMap<>();
                for (DurabilityFact each : stored) {
                    DurabilityKey.of(each.item).flatMap(each::read).ifPresent(item -> items.put(item.key(), item));
                }
                return new dev.weir.driver.durability.Durability(List.copyOf(items.values()));
            }

            private Optional<DurabilityItem> read(DurabilityKey key) {
                if (value.isBlank()) {
                    return Optional.empty();
                }
                return value.equals(DurabilityItem.UNKNOWN)
                        ? Optional.of(DurabilityItem.unknown(key, note))
                        : Stream.of(DurabilitySource.values())
                                .filter(known -> known != DurabilitySource.UNKNOWN)
                                .filter(known -> known.word().equals(source))
                                .findFirst()
                                .map(known -> new DurabilityItem(key, value, known, note));
            }
        }
    }

    /**
     * Latencies and intervals.
     *
     * @param latency latencies of the whole measurement, by name
     * @param intervals all of them, in order
     * @param requests requests of all producers; empty if messages are not sent in requests
     */
    public record RunMeasurements(
            Map<String, Distribution> latency,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RequestCounts> requests,
            List<IntervalSummary> intervals) {
        public RunMeasurements {
            intervals = List.copyOf(intervals);
        }

        /**
         * Returns the latencies of a whole measurement by name.
         *
         * @param endToEndBoundNanos largest error of end-to-end times by the clocks; empty if unknown
         * @param workers workers whose pacing can make response times longer by at most the coarsest precision, on
         *     average half of that
         */
        public static Map<String, Distribution> latencies(
                LatencySet measured, OptionalLong endToEndBoundNanos, List<Worker> workers) {
            LongStream precisions = workers.stream().mapToLong(Worker::pacingPrecisionNanos);
            OptionalLong pacing = precisions.filter(nanos -> nanos > 0).max();
            Map<String, Distribution> latencies = new LinkedHashMap<>();
            Stream.of(Latency.values())
                    .filter(measured::has)
                    .forEach(latency -> latencies.put(
                            latency.key(),
                            Distribution.of(
                                    measured.of(latency),
                                    latency.crossesHosts() ? endToEndBoundNanos : OptionalLong.empty(),
                                    latency.startsWhenDue() ? pacing : OptionalLong.empty())));
            return latencies;
        }

        /**
         * A latency of a whole measurement.
         *
         * @param summary its figures, nanoseconds
         * @param boundNanos largest error by the clocks
         * @param pacingBoundNanos largest increase by pacing
         * @param histogramNanos all samples: an HdrHistogram, compressed, in base64
         * @param negativeHistogramNanos magnitudes of the negative samples; empty if there are none
         * @param lowerBoundHistogramNanos lower bounds of latencies that did not end; empty if there are none
         */
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        public record Distribution(
                LatencySummary summary,
                OptionalLong boundNanos,
                OptionalLong pacingBoundNanos,
                String histogramNanos,
                String negativeHistogramNanos,
                String lowerBoundHistogramNanos) {
            private static Distribution of(
                    LatencySamples samples, OptionalLong boundNanos, OptionalLong pacingBoundNanos) {
                return new Distribution(
                        LatencySummary.of(samples),
                        boundNanos,
                        pacingBoundNanos,
                        base64(samples.values()),
                        base64IfAny(samples.negativeMagnitudes()),
                        base64IfAny(samples.lowerBounds()));
            }

            private static String base64IfAny(LatencyHistogram samples) {
                return samples.count() > 0 ? base64(samples) : "";
            }

            private static String base64(LatencyHistogram samples) {
                return Base64.getEncoder().encodeToString(samples.encodeCompressed());
            }
        }
    }

    /**
     * A worker.
     *
     * @param facts facts about its process and host, by name
     * @param counts counts of its messages; empty in a recovered result
     * @param clockOffsetNanos how far the clock of its host is ahead of the coordinator's
     * @param clockBoundNanos error of that offset
     * @param cpuSeconds CPU time of its process between its first and last snapshot; like {@code gcMillis}, empty if it
     *     sent fewer than two, and in a recovered result
     * @param pacingPrecisionNanos largest lateness of its send times
     * @param pacingSpinNanos time before a send in which the sender does not sleep
     * @param lost facts about its loss; null if it was not lost
     */
    public record Worker(
            String name,
            Map<String, Object> facts,
            int producers,
            int consumers,
            int pipelines,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Counts> counts,
            long clockOffsetNanos,
            long clockBoundNanos,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble cpuSeconds,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong gcMillis,
            long pacingPrecisionNanos,
            long pacingSpinNanos,
            Optional<WorkerLoss> lost) {
        private static final String HOST = "host";

        public Optional<String> host() {
            return host(facts);
        }

        public static Optional<String> host(Map<String, Object> facts) {
            return Optional.ofNullable(facts.get(HOST)).map(String::valueOf);
        }

        public String jvm() {
            return facts.getOrDefault(HOST, "") + " " + facts.getOrDefault("bootId", "") + " "
                    + facts.getOrDefault("processId", "");
        }

        /**
         * A lost worker that a run went on without.
         *
         * @param at when it was given up, ISO-8601, on the coordinator's clock
         * @param reason cause, for a person
         * @param lastSnapshot number of its last snapshot; -1 if there was none
         * @param lastSnapshotAt end of that snapshot, ISO-8601, on the coordinator's clock; empty if there was none
         * @param unsent messages that were due from it after that snapshot and may not have been sent
         */
        public record WorkerLoss(String at, String reason, long lastSnapshot, String lastSnapshotAt, long unsent) {}
    }
}
