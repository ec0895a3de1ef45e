package dev.weir.driver.kafka;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ConfigValues;
import dev.weir.driver.kafka.config.FailureRemedy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;

/** Checks that a broker answers at the addresses of a driver file, and finds out why none does. */
record BootstrapCheck(DriverConfig config) {
    /** A usable cluster answers at once; an unusable one should not cost a person minutes. */
    private static final Duration LIMIT = Duration.ofSeconds(7);

    /** On a host that is very busy, the kernel accepts connections long before a broker answers. */
    private static final Duration MORE_IF_LISTENING = Duration.ofSeconds(13);

    private static final Duration PROBE_LIMIT = Duration.ofSeconds(3);

    /** Of addresses that are tried; each may take a second. */
    private static final int MAX_TRIED = 3;

    private static final int CONNECT_MILLIS = 1000;
    private static final int BUFFER_BYTES = 64 * 1024;

    private static final String UNRESOLVED = " (this host cannot resolve the name)";
    private static final String ADVERTISED = "; set advertised.listeners of the brokers to addresses that clients can"
            + " reach (for brokers in containers: the name of their host and the published port), or let this host"
            + " resolve and reach these names";

    /**
     * Waits until a broker answers: 7 s, or 20 s if an address accepts connections for no reason that is found.
     *
     * @throws DriverException if none does, or if this host cannot resolve the address of a broker; with what to do
     */
    static void reach(KafkaDriverAdmin admin, DriverConfig config) {
        try {
            new BootstrapCheck(config).reach(admin);
        } catch (DriverException e) {
            String message = String.valueOf(e.getMessage());
            String redacted = ConfigValues.redacted(message, config);
            throw redacted.equals(message) ? e : new DriverException(redacted);
        }
    }

    private void reach(KafkaDriverAdmin admin) {
        Optional<DriverException> first = failure(admin, LIMIT);
        if (first.isEmpty()) {
            return;
        }
        List<InetSocketAddress> addresses = isTimeout(first.get()) ? addresses() : List.of();
        Optional<InetSocketAddress> listening =
                addresses.stream().filter(BootstrapCheck::accepts).findFirst();
        listening.flatMap(this::why).ifPresent(why -> {
            throw new DriverException(first.get().getMessage() + "; " + why, first.get());
        });
        Optional<DriverException> last = listening.isPresent() ? failure(admin, MORE_IF_LISTENING) : first;
        if (last.isPresent()) {
            DriverException failure = last.get();
            String advice = !isTimeout(failure)
                    ? ""
                    : listening
                            .map(address -> ", and none in the " + LIMIT.toMillis() + " ms before; "
                                    + Utils.formatAddress(address.getHostString(), address.getPort())
                                    + " accepts connections: check that it is a broker's port, and security.protocol")
                            .orElse("; no address accepts connections: check the addresses and ports, that the brokers"
                                    + " run, and that no firewall keeps this host from them");
            throw new DriverException(failure.getMessage() + advice, failure);
        }
    }

    private Optional<DriverException> failure(KafkaDriverAdmin admin, Duration within) {
        try {
            List<String> unknown = admin.reach(within).stream()
                    .filter(broker -> !isKnown(broker.host()))
                    .map(broker -> Utils.formatAddress(broker.host(), broker.port()) + UNRESOLVED)
                    .toList();
            return unknown.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new DriverException(
                            "a broker answers, but not all brokers can be used: their cluster names "
                                    + String.join(", ", unknown) + ADVERTISED));
        } catch (DriverException e) {
            return Optional.of(e);
        }
    }

    private static boolean isTimeout(DriverException e) {
        return e.getCause() instanceof TimeoutException
                || (e.getCause() instanceof ExecutionException answered
                        && answered.getCause() instanceof org.apache.kafka.common.errors.TimeoutException);
    }

    /** Returns why no broker can be used although an address accepts connections; empty if that is unknown. */
    private Optional<String> why(InetSocketAddress address) {
        String at = Utils.formatAddress(address.getHostString(), address.getPort());
        String protocol = ClientProperties.securityProtocol(config);
        Answer answer = ask(address, protocol);
        if (answer.refusal().isPresent()) {
            return answer.refusal().map(FailureRemedy::text);
        }
        if (!answer.brokers().isEmpty()) {
            List<String> unusable = answer.brokers().stream()
                    .flatMap(broker -> unusable(broker).stream())
                    .toList();
            return unusable.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "a broker answers at " + at + ", but its cluster names addresses that this host cannot"
                                    + " use: " + String.join(", ", unusable) + ADVERTISED);
        }
        boolean tls = protocol.contains("SSL");
        if (answer.spoke()) {
            return protocol.contains("SASL")
                    ? Optional.empty()
                    : Optional.of(at + " closes the connection before it answers: it probably demands a login; set"
                            + " security.protocol to SASL_" + (tls ? "SSL" : "PLAINTEXT")
                            + ", sasl.mechanism and sasl.jaas.config in commonConfig");
        }
        Answer other = ask(address, tls ? "PLAINTEXT" : "SSL");
        boolean speaksOther = other.spoke()
                || other.refusal()
                        .filter(SslAuthenticationException.class::isInstance)
                        .filter(refusal -> !isWithoutTls(refusal))
                        .isPresent();
        if (!speaksOther) {
            return Optional.empty();
        }
        return Optional.of(
                tls
                        ? at
                                + " does not use TLS: set security.protocol to PLAINTEXT or SASL_PLAINTEXT, or use the"
                                + " port for TLS"
                        : at + " uses TLS: set security.protocol to SSL or SASL_SSL, or use the port without TLS");
    }

    /** Returns whether the other end answered something else than TLS, as a web server without it does. */
    private static boolean isWithoutTls(Throwable refusal) {
        return FailureText.chain(refusal).stream()
                .anyMatch(each -> String.valueOf(each.getMessage()).contains("unrecognized SSL message"));
    }

    private Answer ask(InetSocketAddress address, String protocol) {
        Map<String, Object> properties = ClientProperties.forAdmin(config);
        if (!protocol.equals(properties.get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG))) {
            properties.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        }
        return probe(new AdminClientConfig(properties), address, PROBE_LIMIT);
    }

    /** Returns a broker's address with why this host cannot use it; empty if it can. */
    private static Optional<String> unusable(Node broker) {
        String at = Utils.formatAddress(broker.host(), broker.port());
        if (!isKnown(broker.host())) {
            return Optional.of(at + UNRESOLVED);
        }
        String late = "no connection within " + CONNECT_MILLIS + " ms";
        return connectionFailure(new InetSocketAddress(broker.host(), broker.port()))
                .map(e -> at + " (" + (e instanceof SocketTimeoutException ? late : e.getMessage()) + ")");
    }

    private static boolean isKnown(String host) {
        try {
            return InetAddress.getAllByName(host).length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Returns the first addresses of the file; none if no name can be resolved any more. */
    private List<InetSocketAddress> addresses() {
        try {
            return ClientUtils.parseAndValidateAddresses(new AdminClientConfig(ClientProperties.forAdmin(config)))
                    .stream()
                    .limit(MAX_TRIED)
                    .toList();
        } catch (KafkaException e) {
            return List.of();
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        return connectionFailure(address).isEmpty();
    }

    /** Returns why no connection can be made; empty if one can. */
    private static Optional<IOException> connectionFailure(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /**
     * @param spoke whether it agreed with the client about versions, so that it is a broker that speaks this protocol
     * @param brokers the addresses in its metadata; empty if it sent none
     * @param refusal why one end refused the other; empty if none did
     */
    private record Answer(boolean spoke, List<Node> brokers, Optional<AuthenticationException> refusal) {}

    /**
     * Asks one address for the brokers of the cluster. Kafka's clients go on to the addresses in the answer, and report
     * only a timeout if none of them can be used. Waits for an answer at most this long for each of two steps. Creates no
     * topic.
     */
    private static Answer probe(AbstractConfig config, InetSocketAddress address, Duration limit) {
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
            List<Node> brokers = answer.responseBody() instanceof MetadataResponse metadata
                    ? List.copyOf(metadata.brokers())
                    : List.of();
            return new Answer(true, brokers, Optional.empty());
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
