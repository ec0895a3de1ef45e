package dev.weir.coordinator.system;

import dev.weir.brokermetrics.BrokerSampler;
import dev.weir.brokermetrics.EndpointLog;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.EndedRun.BrokerTrouble;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.TakenSnapshot;
import dev.weir.coordinator.workers.Tick;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.BrokerNode;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.BrokerFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.workload.text.Secrets;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Samples metrics of the system's hosts during the load, and until the clients are closed: messages that are still held up
 * then have a cause, too. Problems with it do not affect the run's own figures. Used by
 * the coordinator's thread.
 */
public final class BrokerWatch implements RunObserver {
    private static final Duration ENDPOINTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration EMBEDDED_INTERVAL = Duration.ofSeconds(1);

    private final RunRequest request;
    private final Clock clock;
    private final List<Reason> reasons = new ArrayList<>();
    private @Nullable BrokerSampler sampler;
    private boolean sampled;
    private final TroubleSigns signs = new TroubleSigns();
    private Optional<BrokerPresence> presence = Optional.empty();
    private int reported;
    private boolean clientErrors;

    public BrokerWatch(RunRequest request, Clock clock) {
        this.request = request;
        this.clock = clock;
    }

    /** Finds the endpoints and checks whether they answer, long enough for a person to notice the progress. */
    public void prepare(Admin admin) throws InterruptedException {
        // Weir itself knows what happens to brokers that it started.
        boolean isOurs = request.setup().embeddedBrokers() > 0
                || request.system().faults().isPresent();
        presence = isOurs ? Optional.empty() : presence(admin);
        Collection<MetricsEndpoint> endpoints = endpoints(admin);
        if (!endpoints.isEmpty()) {
            var made = new BrokerSampler(List.copyOf(endpoints), interval(), clock);
            sampler = made;
            made.checkEndpoints()
                    .forEach(trouble ->
                            note("%s was unusable before the load began: %s", trouble.endpoint(), trouble.why()));
        }
    }

    private Optional<BrokerPresence> presence(Admin admin) {
        try {
            List<BrokerNode> nodes = admin.brokers(ENDPOINTS_LIMIT);
            return nodes.isEmpty() ? Optional.empty() : Optional.of(new BrokerPresence(admin, nodes, clock));
        } catch (DriverException e) {
            return Optional.empty();
        }
    }

    /** Takes errors of a worker's clients, such as ended connections, as signs of trouble in the next merged snapshot. */
    @Override
    public void taken(TakenSnapshot taken) {
        clientErrors |= !taken.message().errors().isEmpty();
    }

    /** Looks for absent brokers while merged snapshots of all workers, or the metrics, show trouble. Does not wait for them. */
    @Override
    public void tick(Tick merged) {
        Interval tick = merged.interval();
        signs.tick(tick, merged.target(), clientErrors);
        clientErrors = false;
        boolean metrics = sampled && sampler != null && sampler.isAnyInTrouble();
        boolean trouble = signs.isTrouble(tick.toNanos());
        presence.ifPresent(each -> each.trouble(trouble || metrics, trouble ? signs.sinceNanos() : tick.fromNanos()));
    }

    /** Returns which brokers left and returned, or lost leaderships. */
    @Override
    public List<RunEvent> takeEvents() {
        List<RunEvent> all = presence.map(BrokerPresence::events).orElse(List.of());
        List<RunEvent> fresh = List.copyOf(all.subList(reported, all.size()));
        reported = all.size();
        return fresh;
    }

    /** Returns the times in which brokers were absent, or partitions without their leaders. */
    public List<BrokerTrouble> troubles() {
        return presence.map(BrokerPresence::troubles).orElse(List.of());
    }

    /** Returns the time between two samples. Embedded brokers answer on loopback, so a sample each second costs little. */
    private Duration interval() {
        boolean isEmbedded = request.setup().embeddedBrokers() > 0;
        return isEmbedded ? EMBEDDED_INTERVAL : request.workload().timing().sampleInterval();
    }

    /**
     * Returns the endpoints of the driver file first, then those that brokers report. If several report the same one,
     * the first description counts.
     */
    private Collection<MetricsEndpoint> endpoints(Admin admin) {
        Map<URI, MetricsEndpoint> all = new LinkedHashMap<>();
        request.system().driver().brokerMetrics().forEach(each -> all.putIfAbsent(each.url(), each));
        request.workload().run().brokerMetrics().forEach(each -> all.putIfAbsent(each.url(), each));
        try {
            for (URI url : admin.metricsEndpoints(ENDPOINTS_LIMIT)) {
                if (MetricsEndpoint.isUsable(url)) {
                    all.putIfAbsent(url, MetricsEndpoint.of(url));
                } else {
                    note("the system names an endpoint that cannot be asked: %s", Secrets.text(url.toString()));
                }
            }
        } catch (DriverException e) {
            note("the system does not report where its metrics are: %s", e.getMessage());
        }
        return all.values();
    }

    /**
     * Samples from that time on.
     *
     * @param topics of the run
     */
    public void begin(long atNanos, List<TopicSpec> topics) {
        presence.ifPresent(each -> each.begin(topics));
        if (sampler != null) {
            sampler.start(atNanos);
            sampled = true;
        }
    }

    /** Takes a sample without waiting for it, because workers go on sending messages. */
    public void loadEnds() {
        if (sampler != null) {
            sampler.sampleNow();
        }
    }

    /** Ends the search for brokers and leaders: partitions of topics that are deleted have no leader. */
    public void clientsAreClosed() {
        presence.ifPresent(BrokerPresence::close);
    }

    /** Waits until sampling has ended. */
    @Override
    public void close() {
        clientsAreClosed();
        if (sampler != null) {
            sampler.close();
        }
    }

    /**
     * Returns the sampled metrics; empty if there was nothing to sample, or no load.
     *
     * @param replication number of replicas that the topics had, as the system reported it
     */
    public Optional<BrokerMetrics> metrics(
            List<PhaseSpan> phases,
            Throughput throughput,
            Map<String, String> systemFacts,
            Optional<DurabilityItem> replication) {
        if (sampler == null || !sampled) {
            return Optional.empty();
        }
        OptionalInt replicas = request.workload().topics().exist()
                ? OptionalInt.empty()
                : replication
                        .map(DurabilityItem::value)
                        .filter(value -> value.matches("[1-9][0-9]{0,4}"))
                        .map(value -> OptionalInt.of(Integer.parseInt(value)))
                        .orElseGet(() -> request.system().driver().topics().replicas(systemFacts));
        return sampler.samples()
                .map(samples -> BrokerFigures.of(samples, phases, throughput, replicas, hosts(systemFacts)));
    }

    /**
     * Returns the number of hosts: known for clusters made for the run, otherwise the number of brokers, because
     * brokers do not report whether they share a host.
     */
    private OptionalInt hosts(Map<String, String> systemFacts) {
        if (request.setup().embeddedBrokers() > 0) {
            return OptionalInt.of(1);
        }
        String brokers = systemFacts.getOrDefault("brokers", "");
        return brokers.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(brokers)) : OptionalInt.empty();
    }

    /** Returns reasons about missing metrics, after sampling has ended. */
    @Override
    public List<Reason> reasons() {
        List<Reason> all = new ArrayList<>(reasons);
        if (sampler != null && sampled) {
            sampler.samples().ifPresent(samples -> samples.endpoints().forEach(endpoint -> judge(endpoint, all)));
            if (!sampler.failure().isEmpty()) {
                all.add(Reason.of(ReasonCode.BROKER_METRICS_MISSING, "the sampler failed: %s", sampler.failure()));
            }
        }
        return all;
    }

    private static void judge(EndpointLog endpoint, List<Reason> all) {
        if (endpoint.failedScrapes() > 0) {
            all.add(Reason.of(
                    ReasonCode.BROKER_METRICS_MISSING,
                    "%s gave no usable answer in %,d of %,d scrapes; the last time, %s",
                    endpoint.endpoint(),
                    endpoint.failedScrapes(),
                    endpoint.scrapes(),
                    endpoint.trouble()));
        }
        if (endpoint.leftOutSeries() > 0) {
            all.add(Reason.of(
                    ReasonCode.BROKER_METRICS_MISSING,
                    "%,d series of %s were left out, after the %,d that were kept: name fewer in series:",
                    endpoint.leftOutSeries(),
                    endpoint.endpoint(),
                    endpoint.series().size()));
        }
    }

    private void note(String format, @Nullable Object... values) {
        reasons.add(Reason.of(ReasonCode.BROKER_METRICS_MISSING, format, values));
    }

    /**
     * Decides from snapshots whether the system may be in trouble: errors of clients, failed sends, late acknowledgements, or
     * fewer of them or of deliveries than are due. Used by the coordinator's thread.
     */
    static final class TroubleSigns {
        private static final double SECOND = 1;
        private static final double MIN_SHARE = 0.8;
        private static final double MIN_DUE = 10;
        private static final long LATE_NANOS = 1_000_000_000;
        /** Time without signs after which the trouble is over. */
        private static final long QUIET_NANOS = 5_000_000_000L;

        private double seconds;
        private double due;
        private double answered;
        private long received;
        private boolean wasReceiving;
        private long fromNanos;
        private long sinceNanos;
        private long lastNanos = Long.MIN_VALUE;

        /**
         * Adds a merged snapshot of all workers.
         *
         * @param clientErrors whether clients reported errors in it
         */
        void tick(Interval tick, OptionalDouble target, boolean clientErrors) {
            if (!tick.phase().isLoaded()) {
                return;
            }
            fromNanos = seconds == 0 ? tick.fromNanos() : fromNanos;
            Counts counts = tick.counts();
            seconds += tick.seconds();
            due += target.orElse(0) * tick.seconds();
            answered += counts.sends().acknowledged() + counts.sends().aborted() + tick.reads();
            received += counts.receipts().received();
            boolean late = tick.latencies().has(Latency.PUBLISH_SERVICE)
                    && tick.latencies().of(Latency.PUBLISH_SERVICE).values().maxNanos() >= LATE_NANOS;
            if (late || clientErrors || counts.sends().failed() > 0) {
                sign(tick.fromNanos(), tick.toNanos());
            }
            if (seconds >= SECOND) {
                boolean slow = due >= MIN_DUE && answered < MIN_SHARE * due;
                if (slow || (wasReceiving && received == 0)) {
                    sign(fromNanos, tick.toNanos());
                }
                wasReceiving = received > 0;
                seconds = 0;
                due = 0;
                answered = 0;
                received = 0;
            }
        }

        private void sign(long beginNanos, long endNanos) {
            sinceNanos = isTrouble(endNanos) ? sinceNanos : beginNanos;
            lastNanos = endNanos;
        }

        /** Returns whether there were signs of trouble shortly before a time. */
        boolean isTrouble(long atNanos) {
            return lastNanos != Long.MIN_VALUE && atNanos - lastNanos < QUIET_NANOS;
        }

        /** Returns since when there is trouble. */
        long sinceNanos() {
            return sinceNanos;
        }
    }
}
