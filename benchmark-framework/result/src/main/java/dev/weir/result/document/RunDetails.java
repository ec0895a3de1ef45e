package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.feature.Features;
import dev.weir.measure.LatencySet;
import dev.weir.result.run.HookResult;
import dev.weir.workload.text.OptionNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fields of a result under {@code weir}, in parts whose fields lie flat beside each other.
 */
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

    public RunDetails(
            RunVerdict verdict,
            RunCourse course,
            RunLoad load,
            RunMeasurements measurements,
            RunChecks checks,
            RunInstrument instrument,
            RunClients clients,
            RunOrigin origin) {
        this(verdict, course, load, measurements, checks, instrument, clients, origin, FeatureParts.NONE);
    }

    public RunDetails withHooks(List<HookResult> hooks) {
        return with(checks, new RunOrigin(origin.provenance(), hooks), ofFeatures);
    }

    /** Returns these details with parts of features: records, lists, maps, texts and numbers by name. */
    public RunDetails with(Map<String, ?> parts) {
        return with(checks, origin, ofFeatures.with(parts));
    }

    /** Returns these details with the results of thresholds. */
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
        return ofWorkload("recordsPerRequest")
                .map(records -> records instanceof Number number ? number.intValue() : 1)
                .orElse(1);
    }

    /** Returns a text that names options instead of fields, if the load of the run was described by options. */
    public String inItsOptions(String text) {
        return origin.provenance()
                .map(provenance -> OptionNames.in(text, provenance.set().keySet()))
                .orElse(text);
    }

    /** Details of a file without {@code weir}. */
    public static final RunDetails NONE = DocumentReader.empty(RunDetails.class);
}
