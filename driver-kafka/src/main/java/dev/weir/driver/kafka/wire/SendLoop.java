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
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.InitProducerIdResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.jspecify.annotations.Nullable;

/** Sends the batches of one producer over the connections that Kafka's network client makes. */
final class SendLoop extends BatchSender {
    private static final long MAX_POLL_MILLIS = 100;
    /** Time between two searches for batches that have waited too long. */
    private static final long EXPIRY_NANOS = 100_000_000;

    private final @Nullable Node[] leaders;
    private int leadersVersion = -1;
    private @Nullable ProducerIdentity identity;
    private boolean asksForIdentity;
    private long identityNotBeforeNanos = System.nanoTime();
    private int firstQueue;
    private long expiredNanos = System.nanoTime();

    private volatile boolean sleeps;

    SendLoop(SendSettings settings, BrokerLinks links, BatchPool pool, PartitionQueue[] queues, SendListener listener) {
        super(settings, links, pool, queues, listener);
        this.leaders = new @Nullable Node[queues.length];
        this.identity = settings.idempotent() ? null : ProducerIdentity.NONE;
    }

    @Override
    void wake(int queue) {
        wakeup();
    }

    @Override
    void wakeup() {
        if (sleeps) {
            links.wakeup();
        }
    }

    @Override
    void forgetIdentity(int queue) {
        if (queues[queue].identity().equals(identity)) {
            identity = null;
        }
    }

    @Override
    void turn() {
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
        links.poll(wait <= 0 ? 0 : Math.min(MAX_POLL_MILLIS, wait / 1_000_000 + 1));
        sleeps = false;
        links.refusal().ifPresent(this::failWaiting);
    }

    /** Sends the batches that are due. Returns the nanoseconds until more are due, unless an answer comes before. */
    private long sendDue(long now) {
        ProducerIdentity current = identity;
        if (current == null) {
            return Long.MAX_VALUE;
        }
        if (leadersVersion != links.leadersVersion()) {
            leadersVersion = links.leadersVersion();
            Arrays.fill(leaders, null);
        }
        boolean flush = isClosing() || pool.isWaitedFor();
        Map<Node, List<Sent>> requests = new HashMap<>();
        long nowMillis = links.now();
        long wait = Long.MAX_VALUE;
        firstQueue = firstQueue + 1 >= queues.length ? 0 : firstQueue + 1;
        for (int step = 0; step < queues.length; step++) {
            PartitionQueue queue = queues[(firstQueue + step) % queues.length];
            BatchBuffer batch = queue.next(now, flush, current);
            if (batch == null) {
                wait = Math.min(wait, queue.nanosUntilDue(now, current));
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
            wait = Math.min(wait, queue.nanosUntilDue(now, current));
        }
        requests.forEach(this::send);
        return wait;
    }

    private static long bytes(List<Sent> request) {
        return request.stream().mapToLong(sent -> sent.batch().bytes()).sum();
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
        var topic = settings.topic(links.topicId());
        for (Sent sent : batches) {
            settings.add(topic, sent.queue().partition(), sent.batch());
        }
        long begin = System.nanoTime();
        links.send(broker, settings.request(topic), settings.acks() != 0, answer -> answered(batches, begin, answer));
    }

    private void answered(List<Sent> batches, long begin, ClientResponse answer) {
        Throwable failure = BrokerLinks.failure(answer);
        if (failure != null) {
            batches.forEach(sent -> resolve(sent, failure));
            return;
        }
        counters.request(System.nanoTime() - begin);
        if (!answer.hasResponse()) {
            // With acks=0 a broker does not answer.
            batches.forEach(sent -> resolve(sent, null));
            return;
        }
        Map<Integer, ProduceResponseData.PartitionProduceResponse> answers = new HashMap<>();
        var topics = ((ProduceResponse) answer.responseBody()).data().responses();
        topics.forEach(topic -> topic.partitionResponses().forEach(each -> answers.put(each.index(), each)));
        for (Sent sent : batches) {
            var own = answers.get(sent.queue().partition());
            resolve(sent, own == null ? Errors.UNKNOWN_SERVER_ERROR.exception() : exception(own));
        }
    }

    private void resolve(Sent sent, @Nullable Throwable failure) {
        resolve(sent.queue().partition(), sent.batch(), failure);
    }

    private void askForIdentity() {
        if (asksForIdentity || System.nanoTime() - identityNotBeforeNanos < 0) {
            return;
        }
        links.anyReady(links.now()).ifPresent(broker -> {
            asksForIdentity = true;
            links.send(broker, ProducerIdentity.request(), true, this::identified);
        });
    }

    private void identified(ClientResponse answer) {
        asksForIdentity = false;
        identityNotBeforeNanos = System.nanoTime() + settings.retryBackoffNanos();
        RuntimeException failure = BrokerLinks.failure(answer);
        try {
            if (failure != null) {
                throw failure;
            }
            identity = ProducerIdentity.of((InitProducerIdResponse) answer.responseBody());
        } catch (KafkaException e) {
            if (!(e instanceof RetriableException)) {
                // What comes later asks again.
                failWaiting(e);
            }
        }
    }

    private record Sent(PartitionQueue queue, BatchBuffer batch) {}
}
