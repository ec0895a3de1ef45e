package dev.weir.driver.kafka.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * Asks one address for the brokers of the cluster. Kafka's clients go on to the addresses in the answer, and report
 * only a timeout if none of them can be used.
 */
public final class MetadataProbe {
    private static final int BUFFER_BYTES = 64 * 1024;

    private MetadataProbe() {}

    /**
     * What an address answered.
     *
     * @param spoke whether it agreed with the client about versions, so that it is a broker that speaks this protocol
     * @param brokers the addresses in its metadata; empty if it sent none
     * @param refusal why one end refused the other; empty if none did
     */
    public record Answer(boolean spoke, List<Node> brokers, Optional<AuthenticationException> refusal) {}

    /** Waits for an answer at most this long for each of two steps. Creates no topic. */
    public static Answer ask(AbstractConfig config, InetSocketAddress address, Duration limit) {
        Time time = Time.SYSTEM;
        var log = new LogContext();
        var node = new Node(-1, address.getHostString(), address.getPort());
        int millis = (int) limit.toMillis();
        boolean spoke = false;
        try (var metrics = new Metrics();
                var client = client(config, metrics, millis, time, log)) {
            if (!NetworkClientUtils.awaitReady(client, node, time, millis)) {
                return new Answer(false, List.of(), Optional.empty());
            }
            spoke = true;
            var request = client.newClientRequest(
                    node.idString(), new MetadataRequest.Builder(List.of(), false), time.milliseconds(), true);
            var answer = NetworkClientUtils.sendAndReceive(client, request, time);
            return new Answer(
                    true,
                    answer.responseBody() instanceof MetadataResponse metadata
                            ? List.copyOf(metadata.brokers())
                            : List.of(),
                    Optional.empty());
        } catch (AuthenticationException e) {
            return new Answer(false, List.of(), Optional.of(e));
        } catch (IOException e) {
            // The other end closed the connection.
            return new Answer(spoke, List.of(), Optional.empty());
        }
    }

    private static NetworkClient client(AbstractConfig config, Metrics metrics, int millis, Time time, LogContext log) {
        var selector =
                new Selector(millis, metrics, time, "probe", ClientUtils.createChannelBuilder(config, time, log), log);
        return new NetworkClient(
                selector,
                new ManualMetadataUpdater(),
                config.getString(CommonClientConfigs.CLIENT_ID_CONFIG),
                1,
                millis,
                millis,
                BUFFER_BYTES,
                BUFFER_BYTES,
                millis,
                millis,
                millis,
                time,
                true,
                new ApiVersions(),
                log,
                MetadataRecoveryStrategy.NONE);
    }
}
