package dev.weir.driver.kafka.wire;

import dev.weir.driver.client.SendListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ClientResponse;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.requests.InitProducerIdRequest;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.jspecify.annotations.Nullable;

/**
 * Sends the batches of one producer and hands the answers to the listener. Everything happens on its one thread, except
 * {@link #wake} and {@link #close}.
 */
final class SendLoop implements Runnable {
    private static final long LONGEST_POLL_MILLIS = 100;
    /** How often it looks for batches that have waited too long. */
    private static final long EXPIRY_NANOS = 100_000_000;

    private final SendSettings settings;
    private final BrokerLinks links;
    private final BatchPool pool;
    private final PartitionQueue[] queues;
    private final SendListener listener;
    private final SendCounters counters = new SendCounters();

    private final @Nullable Node[] leaders;
    private int leadersVersion = -1;
    private @Nullable ProducerIdentity identity;
    private boolean asksForIdentity;
    private long identityNotBeforeNanos = System.nanoTime();
    private int firstQueue;
    private long expiredNanos = System.nanoTime();

    private volatile boolean sleeps;
    private volatile long closeByNanos;
    private volatile boolean closing;

    SendLoop(SendSettings settings, BrokerLinks links, BatchPool pool, PartitionQueue[] queues, SendListener listener) {
        this.settings = settings;
        this.links = links;
        this.pool = pool;
        this.queues = queues;
        this.listener = listener;
        this.leaders = new @Nullable Node[queues.length];
        this.identity = settings.idempotent() ? null : ProducerIdentity.NONE;
    }

    SendCounters counters() {
        return counters;
    }

    /** A batch is full, or was begun. Any thread. */
    void wake() {
        if (sleeps) {
            links.wakeup();
        }
    }

    /** Ends the thread when nothing is left to send, or at a moment. Any thread. */
    void close(long byNanos) {
        closeByNanos = byNanos;
        closing = true;
        links.wakeup();
    }

    @Override
    public void run() {
        Throwable reason = new KafkaException("the producer was closed before the message was acknowledged");
        try {
            while (!closing || !(isIdle() || System.nanoTime() - closeByNanos > 0)) {
                turn();
            }
        } catch (RuntimeException | Error e) {
            reason = e;
        } finally {
            pool.close();
            links.close();
            Throwable cause = reason;
            for (PartitionQueue queue : queues) {
                // Before the rest is taken: a message of a sender that is in its send call now would be forgotten.
                queue.close();
                queue.takeInFlight().forEach(batch -> fail(batch, cause));
            }
            failWaiting(cause);
        }
    }

    private boolean isIdle() {
        return Arrays.stream(queues).allMatch(PartitionQueue::isIdle);
    }

    private void turn() {
        if (System.nanoTime() - expiredNanos > EXPIRY_NANOS) {
            expiredNanos = System.nanoTime();
            expire(expiredNanos - settings.deliveryTimeoutNanos());
        }
        if (identity == null) {
            askForIdentity();
        }
        sleeps = true;
        // After the flag is set: a batch that is finished from now on wakes the poll.
        long wait = sendDue(System.nanoTime());
        links.poll(wait <= 0 ? 0 : Math.min(LONGEST_POLL_MILLIS, wait / 1_000_000 + 1));
        sleeps = false;
        links.refusal().ifPresent(this::failWaiting);
    }

    private void expire(long before) {
        for (PartitionQueue queue : queues) {
            List<BatchBuffer> old = queue.takeOpenedBefore(before);
            if (!old.isEmpty()) {
                var cause = new TimeoutException(old.size() + " batches for partition " + queue.partition()
                        + " were not acknowledged within delivery.timeout.ms");
                old.forEach(batch -> giveUp(queue, batch, cause));
            }
        }
    }

    /** Sends what is due, and returns how many nanoseconds later more is due, unless an answer comes before. */
    private long sendDue(long now) {
        ProducerIdentity current = identity;
        if (current == null) {
            return Long.MAX_VALUE;
        }
        updateLeaders();
        boolean flush = closing || pool.isWaitedFor();
        Map<Node, List<Sent>> requests = new HashMap<>();
        long nowMillis = links.now();
        long wait = Long.MAX_VALUE;
        firstQueue = firstQueue + 1 >= queues.length ? 0 : firstQueue + 1;
        for (int step = 0; step < queues.length; step++) {
            PartitionQueue queue = queues[(firstQueue + step) % queues.length];
            BatchBuffer batch = queue.next(now, flush, current);
            if (batch == null) {
                wait = Math.min(wait, queue.nanosUntilDue(now));
                continue;
            }
            Node leader = leader(queue.partition());
            if (leader == null) {
                continue;
            }
            if (!links.isReady(leader, nowMillis)) {
                wait = Math.min(wait, links.nanosUntilReady(leader, nowMillis));
                continue;
            }
            List<Sent> request = requests.computeIfAbsent(leader, node -> new ArrayList<>());
            if (request.isEmpty() || bytes(request) + batch.bytes() <= settings.mostRequestBytes()) {
                queue.sends(batch, current, now);
                request.add(new Sent(queue, batch));
            }
            wait = Math.min(wait, queue.nanosUntilDue(now));
        }
        requests.forEach(this::send);
        return wait;
    }

    private static long bytes(List<Sent> request) {
        return request.stream().mapToLong(sent -> sent.batch().bytes()).sum();
    }

    private void updateLeaders() {
        if (leadersVersion != links.leadersVersion()) {
            leadersVersion = links.leadersVersion();
            Arrays.fill(leaders, null);
        }
    }

    private @Nullable Node leader(int partition) {
        Node known = leaders[partition];
        if (known == null) {
            known = links.leader(partition).orElse(null);
            leaders[partition] = known;
        }
        return known;
    }

    private void send(Node broker, List<Sent> batches) {
        var topic = new ProduceRequestData.TopicProduceData()
                .setName(settings.topic())
                .setTopicId(links.topicId());
        for (Sent sent : batches) {
            topic.partitionData()
                    .add(new ProduceRequestData.PartitionProduceData()
                            .setIndex(sent.queue().partition())
                            .setRecords(sent.batch().encoded(settings.compression())));
        }
        var data = new ProduceRequestData()
                .setAcks(settings.acks())
                .setTimeoutMs(settings.requestTimeoutMillis())
                .setTransactionalId(null);
        data.topicData().add(topic);
        long begin = System.nanoTime();
        links.send(
                broker, ProduceRequest.builder(data), settings.acks() != 0, answer -> answered(batches, begin, answer));
    }

    private void answered(List<Sent> batches, long begin, ClientResponse answer) {
        counters.request(System.nanoTime() - begin, batches.size());
        Throwable failure = BrokerLinks.failure(answer);
        if (failure != null) {
            batches.forEach(sent -> resolve(sent, failure));
            return;
        }
        if (!answer.hasResponse()) {
            // With acks=0 a broker does not answer.
            batches.forEach(sent -> resolve(sent, null));
            return;
        }
        Map<Integer, ProduceResponseData.PartitionProduceResponse> answers = new HashMap<>();
        ((ProduceResponse) answer.responseBody())
                .data()
                .responses()
                .forEach(topic -> topic.partitionResponses().forEach(each -> answers.put(each.index(), each)));
        for (Sent sent : batches) {
            var own = answers.get(sent.queue().partition());
            resolve(sent, own == null ? Errors.UNKNOWN_SERVER_ERROR.exception() : exception(own));
        }
    }

    private static @Nullable Throwable exception(ProduceResponseData.PartitionProduceResponse answer) {
        Errors error = Errors.forCode(answer.errorCode());
        return error == Errors.NONE || error == Errors.DUPLICATE_SEQUENCE_NUMBER
                ? null
                : error.exception(answer.errorMessage());
    }

    private void resolve(Sent sent, @Nullable Throwable failure) {
        PartitionQueue queue = sent.queue();
        BatchBuffer batch = sent.batch();
        if (failure == null) {
            queue.resolved(batch);
            counters.batch(batch.count(), batch.bytes(), batch.waitedNanos());
            listener.acknowledged(batch.numbers(), batch.count());
            pool.give(batch);
            return;
        }
        if (failure instanceof InvalidMetadataException || failure instanceof DisconnectException) {
            links.askForLeaders();
        }
        // A batch before it failed and will be sent again.
        boolean follows = failure instanceof OutOfOrderSequenceException && !queue.isOldest(batch);
        if (failure instanceof RetriableException || follows) {
            queue.failed(batch, System.nanoTime() + settings.retryBackoffNanos());
        } else {
            giveUp(queue, batch, failure);
        }
    }

    private void giveUp(PartitionQueue queue, BatchBuffer batch, Throwable cause) {
        queue.resolved(batch);
        if (batch.hasIdentity()) {
            // Sequence numbers are missing now, so later batches need another identity. The cluster may have batches of
            // the old identity and would store them again under the new one. So these are given up, too.
            queue.takeAgain().forEach(other -> fail(other, cause));
            identity = null;
        }
        fail(batch, cause);
    }

    private void fail(BatchBuffer batch, Throwable cause) {
        long[] numbers = batch.numbers();
        for (int i = 0; i < batch.count() * BatchBuffer.NUMBERS; i += BatchBuffer.NUMBERS) {
            listener.failed(numbers[i], numbers[i + 1], numbers[i + 2], cause);
        }
        pool.give(batch);
    }

    private void askForIdentity() {
        if (asksForIdentity || System.nanoTime() - identityNotBeforeNanos < 0) {
            return;
        }
        links.anyReady(links.now()).ifPresent(broker -> {
            asksForIdentity = true;
            var request = new InitProducerIdRequest.Builder(new InitProducerIdRequestData()
                    .setTransactionalId(null)
                    .setTransactionTimeoutMs(Integer.MAX_VALUE)
                    .setProducerId(RecordBatch.NO_PRODUCER_ID)
                    .setProducerEpoch(RecordBatch.NO_PRODUCER_EPOCH));
            links.send(broker, request, true, this::identified);
        });
    }

    private void identified(ClientResponse answer) {
        asksForIdentity = false;
        identityNotBeforeNanos = System.nanoTime() + settings.retryBackoffNanos();
        Throwable failure = BrokerLinks.failure(answer);
        if (failure == null) {
            InitProducerIdResponseData data = ((InitProducerIdResponse) answer.responseBody()).data();
            failure = Errors.forCode(data.errorCode()).exception();
            if (failure == null) {
                identity = new ProducerIdentity(data.producerId(), data.producerEpoch());
                return;
            }
        }
        if (!(failure instanceof RetriableException)) {
            // What comes later asks again.
            failWaiting(failure);
        }
    }

    private void failWaiting(Throwable cause) {
        for (PartitionQueue queue : queues) {
            queue.takeOpenedBefore(System.nanoTime()).forEach(batch -> giveUp(queue, batch, cause));
        }
    }

    /** A batch on its way to the leader of its partition. */
    private record Sent(PartitionQueue queue, BatchBuffer batch) {}
}
