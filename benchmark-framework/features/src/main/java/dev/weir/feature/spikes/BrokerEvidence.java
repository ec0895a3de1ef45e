package dev.weir.feature.spikes;

import dev.weir.feature.brokermetrics.BrokerMetrics;
import dev.weir.feature.brokermetrics.BrokerMetrics.Endpoint;
import dev.weir.feature.brokermetrics.BrokerMetrics.MetricSeries;
import dev.weir.feature.brokermetrics.BrokerMetricsFeature;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.RunDetails;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Evidence from metrics of the brokers, if they were sampled about once a second. */
final class BrokerEvidence {
    private static final long MAX_NANOS = 2_500_000_000L;

    /** A process that does not run for more than this share of a stretch is disturbed, even if it is so most of the time. */
    private static final double MAX_USUAL_PAUSE = 0.5;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Series that count how long messages are held up. */
    private static final Map<String, Meaning> DURATIONS = Map.of(
            "jvm_gc_collection_seconds_sum",
            new Meaning(SpikeCause.BROKER_PAUSE, "garbage collection of %s", 0, NANOS_PER_SECOND),
            BrokerMetrics.EMBEDDED_PAUSES,
            new Meaning(SpikeCause.BROKER_PAUSE, "%s did not run", 1, NANOS_PER_SECOND),
            "kafka_network_requestmetrics_localtimems_sum",
            new Meaning(SpikeCause.BROKER, "log of %s", 0, NANOS_PER_MILLI),
            "kafka_network_requestmetrics_remotetimems_sum",
            new Meaning(SpikeCause.BROKER, "replicas of %s", 1, NANOS_PER_MILLI),
            "kafka_network_requestmetrics_requestqueuetimems_sum",
            new Meaning(SpikeCause.BROKER, "request queue of %s", 2, NANOS_PER_MILLI),
            BrokerMetrics.REQUEST_LATENCY + "_sum",
            new Meaning(SpikeCause.BROKER, "requests in %s", 0, NANOS_PER_SECOND));

    /** Series of which any change is evidence; of partitions without a leader, any value above 0. */
    private static final List<String> LEADER_CHANGES = List.of(
            "kafka_server_replicamanager_leadercount",
            BrokerMetrics.LEADERSHIP_CHANGES,
            BrokerMetrics.LEADERSHIP_CHANGES + "_total",
            BrokerMetrics.UNAVAILABLE_PARTITIONS);

    private final BrokerMetrics metrics;
    private final List<Evidence> evidence = new ArrayList<>();

    private BrokerEvidence(BrokerMetrics metrics) {
        this.metrics = metrics;
    }

    /**
     * What a series counts.
     *
     * @param where format of {@link Evidence#where}
     * @param order as {@link Evidence#order}
     * @param nanos of a unit
     */
    private record Meaning(SpikeCause cause, String where, int order, double nanos) {}

    /** Returns the evidence of a run; none if no metrics were sampled. */
    static List<Evidence> in(RunDetails details) {
        return BrokerMetricsFeature.PART
                .in(details)
                .filter(metrics -> metrics.begin().isPresent())
                .map(BrokerEvidence::of)
                .orElse(List.of());
    }

    static List<Evidence> of(BrokerMetrics metrics) {
        var found = new BrokerEvidence(metrics);
        metrics.endpoints().forEach(found::add);
        return found.evidence;
    }

    private void add(Endpoint endpoint) {
        for (MetricSeries series : endpoint.series()) {
            String name = series.name().toLowerCase(Locale.ROOT).replaceFirst("_value$", "");
            Meaning meaning = DURATIONS.get(name);
            if (meaning != null && series.perSecond() && isOfProduce(series)) {
                addDurations(endpoint, series, meaning);
            }
            if (LEADER_CHANGES.contains(name)) {
                addChanges(endpoint, series);
            }
        }
    }

    /** Returns the host of an endpoint, with its port if the host has several endpoints. */
    private String host(Endpoint endpoint) {
        boolean alone = metrics.endpoints().stream()
                        .filter(each -> each.host().equals(endpoint.host()))
                        .count()
                == 1;
        int port = URI.create(endpoint.url()).getPort();
        return alone || port < 0 ? endpoint.host() : endpoint.host() + ":" + port;
    }

    /** A fetch waits for data: only in a produce request does waiting hold messages up. */
    private static boolean isOfProduce(MetricSeries series) {
        Map<String, String> labels = series.labels();
        return labels.getOrDefault("request", "Produce").equals("Produce")
                && labels.getOrDefault("redpanda_request", "produce").equals("produce");
    }

    private void addDurations(Endpoint endpoint, MetricSeries series, Meaning meaning) {
        String where = String.format(Locale.ROOT, meaning.where(), host(endpoint));
        var sums = new SecondSums();
        boolean ofProcess = series.name().equals(BrokerMetrics.EMBEDDED_PAUSES);
        int first = 0;
        for (int i = 0; i < series.values().size(); i++) {
            // A counter that goes on over a missing sample can have grown at any time in both stretches.
            boolean goesOn = isMissing(endpoint, i) && series.values().get(i) != null;
            if (goesOn && stretch(first, i + 1).isPresent()) {
                continue;
            }
            Optional<TimeRange> stretch = stretch(first, i);
            first = i + 1;
            Number perSecond = series.values().get(i);
            if (stretch.isEmpty() || (perSecond == null && !ofProcess)) {
                continue;
            }
            TimeRange each = stretch.get();
            // An embedded broker that does not answer on loopback any more does not run.
            double share = perSecond == null ? 1 : perSecond.doubleValue() * meaning.nanos() / NANOS_PER_SECOND;
            long held = Math.round(share * (each.endNanos() - each.beginNanos()));
            if (ofProcess && share > MAX_USUAL_PAUSE) {
                add(meaning.cause(), where, meaning.order(), each, held);
            } else {
                sums.add(each.beginNanos(), each.endNanos(), held);
            }
        }
        sums.unusual().forEach(each -> evidence.add(each.lasting(meaning.cause(), where, meaning.order())));
    }

    /** Returns whether the endpoint did not answer at the end of an interval; unknown if it has counters only. */
    private static boolean isMissing(Endpoint endpoint, int interval) {
        List<MetricSeries> gauges =
                endpoint.series().stream().filter(each -> !each.perSecond()).toList();
        return !gauges.isEmpty()
                && gauges.stream().allMatch(each -> each.values().get(interval) == null);
    }

    private void addChanges(Endpoint endpoint, MetricSeries series) {
        boolean isOfUnavailable = series.name().equalsIgnoreCase(BrokerMetrics.UNAVAILABLE_PARTITIONS);
        Number before = null;
        for (int i = 0; i < series.values().size(); i++) {
            Number now = series.values().get(i);
            if (now == null) {
                continue;
            }
            boolean changed = (series.perSecond() || isOfUnavailable)
                    ? now.doubleValue() > 0
                    : before != null && now.doubleValue() != before.doubleValue();
            if (changed) {
                stretch(i, i).ifPresent(each -> add(SpikeCause.LEADER_CHANGE, host(endpoint), 0, each, Evidence.ANY));
            }
            before = now;
        }
    }

    private void add(SpikeCause cause, String where, int order, TimeRange time, long heldNanos) {
        evidence.add(new Evidence(cause, where, order, time.beginNanos(), time.endNanos(), heldNanos));
    }

    /** Returns the stretch of these intervals; empty if it is too long, or there is no such interval. */
    private Optional<TimeRange> stretch(int first, int last) {
        return metrics.stretch(first, last).filter(each -> each.endNanos() - each.beginNanos() <= MAX_NANOS);
    }
}
