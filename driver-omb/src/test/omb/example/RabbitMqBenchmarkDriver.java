package example;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * Drives RabbitMQ through OMB's interfaces, as OMB's own driver does: a topic is a fanout exchange, a subscription a durable queue.
 * The fields of its driver file are {@code uri}, and {@code loseEvery}: every so many messages of a producer, one goes to an
 * exchange that no queue is bound to. RabbitMQ acknowledges such a message, and drops it.
 */
public final class RabbitMqBenchmarkDriver implements BenchmarkDriver {
    private static final String UNBOUND = "-without-queue";

    private String file;
    private Connection connection;

    @Override
    public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
        file = Files.readString(configurationFile.toPath());
        try {
            var factory = new ConnectionFactory();
            factory.setUri(field("uri").orElseThrow());
            connection = factory.newConnection();
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

    /** As OMB's: topics have an address in their name. */
    @Override
    public String getTopicNamePrefix() {
        return field("uri").orElseThrow() + "?exchange=test-exchange";
    }

    private static String exchange(String topic) {
        return topic.substring(topic.indexOf('=') + 1);
    }

    @Override
    public CompletableFuture<Void> createTopic(String topic, int partitions) {
        if (partitions != 1) {
            throw new IllegalArgumentException("Cannot create topic with partitions in RabbitMQ");
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new Producer(connection.createChannel(), exchange(topic));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public CompletableFuture<BenchmarkConsumer> createConsumer(
            String topic, String subscriptionName, ConsumerCallback callback) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                Channel channel = connection.createChannel();
                String exchange = exchange(topic);
                String queue = exchange + "-" + subscriptionName;
                channel.exchangeDeclare(exchange, BuiltinExchangeType.FANOUT, true);
                channel.queueDeclare(queue, true, false, false, Map.of());
                channel.queueBind(queue, exchange, "");
                channel.basicConsume(queue, true, new DefaultConsumer(channel) {
                    @Override
                    public void handleDelivery(
                            String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                        callback.messageReceived(body, 0);
                    }
                });
                return channel::close;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private final class Producer implements BenchmarkProducer {
        private final ConcurrentNavigableMap<Long, CompletableFuture<Void>> unconfirmed = new ConcurrentSkipListMap<>();
        private final long loseEvery = field("loseEvery").map(Long::parseLong).orElse(Long.MAX_VALUE);
        private final Channel channel;
        private final String exchange;
        private long sent;

        Producer(Channel channel, String exchange) throws IOException {
            this.channel = channel;
            this.exchange = exchange;
            channel.exchangeDeclare(exchange, BuiltinExchangeType.FANOUT, true);
            channel.exchangeDeclare(exchange + UNBOUND, BuiltinExchangeType.FANOUT, true);
            channel.confirmSelect();
            ConfirmCallback refused = (tag, multiple) -> resolve(tag, multiple, new IOException("refused by the broker"));
            channel.addConfirmListener((tag, multiple) -> resolve(tag, multiple, null), refused);
        }

        private void resolve(long tag, boolean multiple, IOException failure) {
            Map<Long, CompletableFuture<Void>> confirmed =
                    multiple ? unconfirmed.headMap(tag, true) : unconfirmed.subMap(tag, true, tag, true);
            confirmed.values().forEach(sending -> {
                if (failure == null) {
                    sending.complete(null);
                } else {
                    sending.completeExceptionally(failure);
                }
            });
            confirmed.clear();
        }

        @Override
        public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
            var sending = new CompletableFuture<Void>();
            try {
                sent++;
                unconfirmed.put(channel.getNextPublishSeqNo(), sending);
                channel.basicPublish(
                        sent % loseEvery == 0 ? exchange + UNBOUND : exchange, key.orElse(""), null, payload);
            } catch (IOException | RuntimeException e) {
                sending.completeExceptionally(e);
            }
            return sending;
        }

        @Override
        public void close() throws Exception {
            channel.close();
        }
    }
}
