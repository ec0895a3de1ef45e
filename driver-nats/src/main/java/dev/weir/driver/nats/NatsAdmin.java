package dev.weir.driver.nats;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.api.ServerInfo;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/** Administers JetStream: each partition is a stream, which is deleted with its consumers. */
record NatsAdmin(Connection connection, NatsSettings settings) implements Admin {
    private static final int NO_SUCH_STREAM = 10_059;

    private interface Request<T> {
        T call(JetStreamManagement jetStream) throws IOException, JetStreamApiException;
    }

    private final class Deadline {
        private final long endNanos;
        private final Duration whole;

        Deadline(Duration whole) {
            this.whole = whole;
            this.endNanos = System.nanoTime() + whole.toNanos();
        }

        <T> T call(String what, Request<T> request) {
            Duration left = Duration.ofNanos(endNanos - System.nanoTime());
            if (left.isNegative() || left.isZero()) {
                throw new DriverException("cannot " + what + " within " + whole.toMillis() + " ms");
            }
            try {
                return request.call(connection.jetStreamManagement(
                        JetStreamOptions.builder().requestTimeout(left).build()));
            } catch (JetStreamApiException | IOException | IllegalArgumentException | IllegalStateException e) {
                throw new DriverException("cannot " + what + ": " + FailureText.of(e), e);
            }
        }
    }

    @Override
    public void createTopics(List<TopicSpec> topics, Duration within, IntConsumer progress) {
        var deadline = new Deadline(within);
        // The server confirms the creation of a stream that exists with the same configuration.
        Set<String> existing = topics(deadline);
        List<String> created = new ArrayList<>();
        try {
            for (TopicSpec topic : topics) {
                if (existing.contains(topic.name())) {
                    throw new DriverException("topic " + topic.name() + " exists already");
                }
                created.add(topic.name());
                create(topic, deadline);
                progress.accept(created.size());
            }
        } catch (DriverException e) {
            deleteTopics(created, within);
            throw e;
        }
    }

    private void create(TopicSpec topic, Deadline deadline) {
        for (int partition = 0; partition < topic.partitions(); partition++) {
            StreamConfiguration stream = StreamConfiguration.builder()
                    .name(Partitions.stream(topic.name(), partition))
                    .subjects(Partitions.subject(topic.name(), partition))
                    .storageType(settings.storage())
                    .replicas(settings.replicas())
                    .maxBytes(settings.maxBytes())
                    .build();
            deadline.call("create the stream " + stream.getName(), jetStream -> jetStream.addStream(stream));
        }
    }

    @Override
    public void deleteTopics(Collection<String> topics, Duration within) {
        var deadline = new Deadline(within);
        for (String stream : deadline.call("list the streams", JetStreamManagement::getStreamNames)) {
            if (Partitions.topic(stream).filter(topics::contains).isPresent()) {
                deadline.call("delete the stream " + stream, jetStream -> deleteIfExists(jetStream, stream));
            }
        }
    }

    private static boolean deleteIfExists(JetStreamManagement jetStream, String stream)
            throws IOException, JetStreamApiException {
        try {
            return jetStream.deleteStream(stream);
        } catch (JetStreamApiException e) {
            if (e.getApiErrorCode() == NO_SUCH_STREAM) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public List<String> topicsWithPrefix(String prefix, Duration within) {
        return topics(new Deadline(within)).stream()
                .filter(topic -> topic.startsWith(prefix))
                .toList();
    }

    private static Set<String> topics(Deadline deadline) {
        Set<String> topics = new TreeSet<>();
        deadline.call("list the streams", JetStreamManagement::getStreamNames)
                .forEach(stream -> Partitions.topic(stream).ifPresent(topics::add));
        return topics;
    }

    @Override
    public Map<String, String> facts(Duration within) {
        ServerInfo server = connection.getServerInfo();
        var facts = new TreeMap<String, String>();
        facts.put("system", "NATS JetStream");
        facts.put("client", "jnats " + Nats.CLIENT_VERSION);
        facts.put("server.version", server.getVersion());
        facts.put("server.name", server.getServerName());
        facts.put("server.maxPayload", Long.toString(server.getMaxPayload()));
        if (server.getCluster() != null) {
            facts.put("cluster", server.getCluster());
        }
        facts.put("stream.storage", settings.storage().name().toLowerCase(Locale.ROOT));
        return facts;
    }

    @Override
    public void close() {
        NatsDriver.close(connection);
    }
}
