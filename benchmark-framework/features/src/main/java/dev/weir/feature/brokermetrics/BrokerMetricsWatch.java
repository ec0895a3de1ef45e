package dev.weir.feature.brokermetrics;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.exception.DriverException;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.RunChecks;
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
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Samples metrics of the system's hosts during the load, and until the clients are closed: messages that are still held up
 * then have a cause, too. Problems with it do not affect the run's own figures. Used by the coordinator's thread.
 */
final class BrokerMetricsWatch implements RunObserver {
    private static final Duration ENDPOINTS_LIMIT = Duration.ofSeconds(10);
    private static final Duration EMBEDDED_INTERVAL = Duration.ofSeconds(1);

    private final RunRequest request;
    private final Clock clock;
    private final List<Reason> reasons = new ArrayList<>();
    private Optional<BrokerSampler> sampler = Optional.empty();
    private Optional<BrokerSampler> started = Optional.empty();

    BrokerMetricsWatch(RunRequest request, Clock clock) {
        this.request = request;
        this.clock = clock;
    }

    /** Finds the endpoints and checks whether they answer, long enough for a person to notice the progress. */
    @Override
    public void inspect(Admin admin) throws InterruptedException {
        Collection<MetricsEndpoint> endpoints = endpoints(admin);
        if (!endpoints.isEmpty()) {
            boolean isEmbedded = request.setup().embeddedBrokers() > 0;
            // Embedded brokers answer on loopback, so a sample each second costs little.
            Duration interval =
                    isEmbedded ? EMBEDDED_INTERVAL : request.workload().timing().sampleInterval();
            var made = new BrokerSampler(List.copyOf(endpoints), interval, clock);
            sampler = Optional.of(made);
            made.checkEndpoints()
                    .forEach((endpoint, why) -> note("%s was unusable before the load began: %s", endpoint, why));
        }
    }

    @Override
    public boolean seesTrouble() {
        return started.filter(BrokerSampler::isAnyInTrouble).isPresent();
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

    @Override
    public void loadBegins(long atNanos, List<TopicSpec> topics) {
        sampler.ifPresent(each -> each.start(atNanos));
        started = sampler;
    }

    /** Takes a sample without waiting for it, because workers go on sending messages. */
    @Override
    public void loadEnds() {
        sampler.ifPresent(BrokerSampler::sampleNow);
    }

    @Override
    public void close() {
        sampler.ifPresent(BrokerSampler::close);
    }

    /** Returns the sampled metrics; none if there was nothing to sample, or no load. */
    @Override
    public Map<String, ?> parts(EndedRun run) {
        RunDetails details = run.details();
        Map<String, String> facts = new TreeMap<>();
        details.origin()
                .provenance()
                .ifPresent(provenance ->
                        provenance.system().forEach((name, value) -> facts.put(name, String.valueOf(value))));
        Throughput throughput = Throughput.of(details.measurements().intervals());
        return started.flatMap(BrokerSampler::samples)
                .map(samples -> BrokerFigures.of(
                        samples, details.course().phases(), throughput, replicas(details, facts), hosts(facts)))
                .map(metrics -> Map.of(BrokerMetricsFeature.PART.name(), metrics))
                .orElse(Map.of());
    }

    /** Returns the number of replicas that the topics had, as the system reported it; empty if it is unknown. */
    private OptionalInt replicas(RunDetails details, Map<String, String> facts) {
        return request.workload().topics().exist()
                ? OptionalInt.empty()
                : RunChecks.DurabilityFact.read(details.checks().durability())
                        .find(DurabilityKey.REPLICATION_FACTOR)
                        .map(DurabilityItem::value)
                        .filter(value -> value.matches("[1-9][0-9]{0,4}"))
                        .map(value -> OptionalInt.of(Integer.parseInt(value)))
                        .orElseGet(() -> request.system().driver().topics().replicas(facts));
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
        started.ifPresent(each -> {
            each.samples().ifPresent(samples -> samples.endpoints().forEach(log -> all.addAll(log.missing())));
            if (!each.failure().isEmpty()) {
                all.add(Reason.of(ReasonCode.BROKER_METRICS_MISSING, "the sampler failed: %s", each.failure()));
            }
        });
        return all;
    }

    private void note(String format, @Nullable Object... values) {
        reasons.add(Reason.of(ReasonCode.BROKER_METRICS_MISSING, format, values));
    }
}
