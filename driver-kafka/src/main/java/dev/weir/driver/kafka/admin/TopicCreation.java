package dev.weir.driver.kafka.admin;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.config.FailureRemedy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates topics, and knows which of them may exist because of it. The client repeats requests that a quota of the
 * cluster refuses, so that a creation takes as long as the quota asks for. Used by one thread.
 */
record TopicCreation(
        Admin admin, AnswerDeadline deadline, IntConsumer progress, Set<String> created, Set<String> unknown) {
    /** Controllers refuse requests for more than 10,000 partitions at once. */
    private static final int PARTITIONS_PER_REQUEST = 5_000;

    /** How long a broker may go on with a request that was given up. */
    private static final Duration LATE_LIMIT = Duration.ofSeconds(5);

    /** @param progress receives the number of topics that have been created so far */
    TopicCreation(Admin admin, AnswerDeadline deadline, IntConsumer progress) {
        this(admin, deadline, progress, new TreeSet<>(), new TreeSet<>());
    }

    /** @throws DriverException with the first failure */
    void create(List<NewTopic> topics) {
        List<NewTopic> request = new ArrayList<>();
        int partitions = 0;
        for (NewTopic topic : topics) {
            if (!request.isEmpty() && partitions + topic.numPartitions() > PARTITIONS_PER_REQUEST) {
                send(request);
                request.clear();
                partitions = 0;
            }
            partitions += topic.numPartitions();
            request.add(topic);
        }
        send(request);
    }

    /** Waits for each answer, also after a failure, to know what exists. */
    private void send(List<NewTopic> request) {
        var answers = admin.createTopics(request, deadline.limit(new CreateTopicsOptions()));
        Optional<DriverException> first = Optional.empty();
        for (Map.Entry<String, KafkaFuture<Void>> answer : answers.values().entrySet()) {
            Optional<DriverException> failure = failure(answer.getKey(), answer.getValue());
            first = first.or(() -> failure);
            progress.accept(created.size());
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private Optional<DriverException> failure(String topic, KafkaFuture<Void> answer) {
        try {
            deadline.await("create topic " + topic, answer);
            created.add(topic);
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                unknown.add(topic);
            }
            String why = e.getCause() instanceof TopicExistsException
                    ? "topic " + topic + " exists already"
                    : "cannot create topic " + topic + ": " + FailureRemedy.text(e);
            return Optional.of(new DriverException(why, e));
        } catch (DriverException e) {
            unknown.add(topic);
            return Optional.of(e);
        }
    }

    /** Returns the topics that exist because of this creation; waits for requests that were given up. */
    Set<String> left(AnswerDeadline undo) throws ExecutionException {
        Set<String> left = new TreeSet<>(created);
        if (!unknown.isEmpty()) {
            var late = new AnswerDeadline(LATE_LIMIT);
            Set<String> found = existing(undo);
            while (found.size() < unknown.size() && !late.isOver()) {
                undo.pause("it is unknown whether topics were created");
                found = existing(undo);
            }
            left.addAll(found);
        }
        return left;
    }

    private Set<String> existing(AnswerDeadline undo) throws ExecutionException {
        var answer = admin.listTopics(undo.limit(new ListTopicsOptions()));
        Set<String> found = new TreeSet<>(undo.await("list topics", answer.names()));
        found.retainAll(unknown);
        return found;
    }
}
