package example;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.SendAcknowledgementHandler;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Drives Artemis through OMB's interfaces: the driver jar of the tests. The fields of its driver file are {@code brokerUrl}, and
 * the faults {@code loseEvery} and {@code duplicateEvery}, which count the messages of all its producers.
 */
public final class ArtemisBenchmarkDriver implements BenchmarkDriver {
    private final AtomicLong sent = new AtomicLong();
    private String file;
    private ServerLocator locator;
    private ClientSessionFactory sessions;

    @Override
    public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
        file = Files.readString(configurationFile.toPath());
        statsLogger.scope("test").getCounter("initialized").inc();
        try {
            locator = ActiveMQClient.createServerLocator(field("brokerUrl").orElseThrow());
            locator.setConfirmationWindowSize(1 << 20);
            locator.setAckBatchSize(0);
            locator.setBlockOnNonDurableSend(false);
            sessions = locator.createSessionFactory();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private Optional<String> field(String name) {
        return file.lines()
                .filter(line -> line.startsWith(name + ": "))
                .map(line -> line.substring(name.length() + 2))
                .findFirst();
    }

    private boolean isDue(String fault, long number) {
        return field(fault).map(Long::parseLong).filter(every -> number % every == 0).isPresent();
    }

    @Override
    public String getTopicNamePrefix() {
        return "artemis" + Long.toHexString(System.nanoTime());
    }

    @Override
    public CompletableFuture<Void> createTopic(String topic, int partitions) {
        try (ClientSession session = sessions.createSession()) {
            session.createAddress(SimpleString.of(topic), RoutingType.MULTICAST, false);
            return CompletableFuture.completedFuture(null);
        } catch (ActiveMQException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
        // On another thread, as some of OMB's drivers do.
        return CompletableFuture.supplyAsync(() -> {
            try {
                ClientSession session = sessions.createSession();
                session.start();
                return new Producer(session, session.createProducer(topic));
            } catch (ActiveMQException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Override
    public CompletableFuture<BenchmarkConsumer> createConsumer(
            String topic, String subscriptionName, ConsumerCallback callback) {
        try {
            ClientSession session = sessions.createSession();
            String queue = topic + "-" + subscriptionName;
            try {
                session.createQueue(QueueConfiguration.of(queue)
                        .setAddress(topic)
                        .setRoutingType(RoutingType.MULTICAST)
                        .setDurable(false));
            } catch (ActiveMQQueueExistsException e) {
                // Another consumer of this subscription was first.
            }
            session.createConsumer(queue).setMessageHandler(message -> {
                byte[] payload = new byte[message.getBodyBuffer().readableBytes()];
                message.getBodyBuffer().readBytes(payload);
                callback.messageReceived(payload, message.getTimestamp());
                acknowledge(message);
            });
            session.start();
            return CompletableFuture.completedFuture(session::close);
        } catch (ActiveMQException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void acknowledge(ClientMessage message) {
        try {
            message.acknowledge();
        } catch (ActiveMQException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        sessions.close();
        locator.close();
    }

    private final class Producer implements BenchmarkProducer {
        private final ClientSession session;
        private final ClientProducer producer;

        Producer(ClientSession session, ClientProducer producer) {
            this.session = session;
            this.producer = producer;
        }

        @Override
        public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            long number = sent.incrementAndGet();
            if (isDue("loseEvery", number)) {
                return CompletableFuture.completedFuture(null);
            }
            if (isDue("duplicateEvery", number)) {
                send(key, payload);
            }
            return send(key, payload);
        }

        private CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
            var result = new CompletableFuture<Void>();
            ClientMessage message = session.createMessage(false);
            key.ifPresent(text -> message.putStringProperty("key", text));
            message.getBodyBuffer().writeBytes(payload);
            try {
                producer.send(message, new SendAcknowledgementHandler() {
                    @Override
                    public void sendAcknowledged(Message sent) {
                        result.complete(null);
                    }

                    @Override
                    public void sendFailed(Message sent, Exception e) {
                        result.completeExceptionally(e);
                    }
                });
            } catch (ActiveMQException e) {
                result.completeExceptionally(e);
            }
            return result;
        }

        @Override
        public void close() throws ActiveMQException {
            session.close();
        }
    }
}
