package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;

/** Checks without connecting whether the properties of a driver file allow what a workload does. */
public final class UseCheck {
    private static final String MAX_MESSAGE = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
    private static final String BROKER_MAX_MESSAGE = "message.max.bytes";

    /** Default of brokers: a mebibyte for the records, and the overhead of their batch. */
    private static final long DEFAULT_MAX_MESSAGE = 1_048_588;

    private static final Map<String, List<String>> OF_TRANSACTIONS = Map.of(
            ProducerConfig.ACKS_CONFIG, List.of("-1", "all"),
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, List.of("true"));

    private final DriverConfig config;
    private final ClientUse use;
    private final List<ConfigProblem> problems = new ArrayList<>();

    private UseCheck(DriverConfig config, ClientUse use) {
        this.config = config;
        this.use = use;
    }

    /** Returns the errors and warnings of a configuration without problems of its own. */
    public static List<ConfigProblem> problems(DriverConfig config, ClientUse use) {
        var check = new UseCheck(ConfigValues.resolved(config), use);
        use.largestMessage().ifPresent(check::sizes);
        if (use.transactional()) {
            check.transactions();
        }
        check.instances();
        return ConfigValues.redacted(check.problems, config);
    }

    private void sizes(ClientUse.MessageBytes message) {
        Header[] headers = message.headers().entrySet().stream()
                .map(each -> new RecordHeader(each.getKey(), new byte[each.getValue()]))
                .toArray(Header[]::new);
        // The client counts the most that a record may need, the broker what it needs.
        long perBatch = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;
        long record = DefaultRecord.sizeInBytes(0, 0, message.key(), message.value(), headers);
        long atClient = perBatch
                + DefaultRecord.MAX_RECORD_OVERHEAD
                // Without attributes and two deltas of a byte each.
                + DefaultRecord.sizeOfBodyInBytes(0, 0, message.key(), message.value(), headers)
                - 3;
        ProducerConfig producer = ClientProperties.parsedProducer(config, "check");
        int mostRequestBytes = producer.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        limit(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, mostRequestBytes, atClient);
        limit(ProducerConfig.BUFFER_MEMORY_CONFIG, producer.getLong(ProducerConfig.BUFFER_MEMORY_CONFIG), atClient);
        if (use.createsTopics()) {
            String compression = producer.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG);
            topicLimit(perBatch + record, !compression.equals("none"));
        }
    }

    private void limit(String property, long most, long needed) {
        if (needed > most) {
            String message = tooLow(property, needed, String.valueOf(most));
            problems.add(new ConfigProblem(ConfigCheck.producerField(config, property), property, message));
        }
    }

    private static String tooLow(String property, long needed, String got) {
        return property + " must be at least " + needed + " for the largest messages, got " + got
                + ": raise it, or lower messageSize";
    }

    /** Checks the largest batch that the topics accept. Brokers see batches compressed, so then it is a warning. */
    private void topicLimit(long needed, boolean compresses) {
        String ofTopic = config.topics().properties().get(MAX_MESSAGE);
        String ofBrokers = config.clusterConfig().get(BROKER_MAX_MESSAGE);
        String given = ofTopic != null ? ofTopic : ofBrokers;
        long most = given == null ? DEFAULT_MAX_MESSAGE : number(given);
        if (needed > most) {
            String field = given == null || ofTopic != null ? "topicConfig" : "clusterConfig";
            String property = field.equals("topicConfig") ? MAX_MESSAGE : BROKER_MAX_MESSAGE;
            String message = property + " must be at least " + needed + " for the largest messages, "
                    + (given == null ? "and brokers have " + most + " by default" : "got " + most)
                    + ": set it, or lower messageSize";
            problems.add(new ConfigProblem(field, property, message, given != null && !compresses));
        }
        String name = TopicConfig.SEGMENT_BYTES_CONFIG;
        String segment = config.topics().properties().getOrDefault(name, "");
        if (needed > number(segment) && !compresses) {
            problems.add(new ConfigProblem("topicConfig", name, tooLow(name, needed, segment.strip())));
        }
    }

    /** Returns the number in a text; the largest one if there is none. */
    private static long number(String text) {
        return text.strip().matches("[0-9]{1,18}") ? Long.parseLong(text.strip()) : Long.MAX_VALUE;
    }

    private void transactions() {
        OF_TRANSACTIONS.forEach((name, allowed) -> {
            String got = config.clients().effectiveProducer().get(name);
            if (got != null && !allowed.contains(got.strip())) {
                String right = String.join(" or ", allowed) + " for transactions, got " + got;
                String message = name + " must be " + right + ": take it out of the driver file";
                problems.add(new ConfigProblem(ConfigCheck.producerField(config, name), name, message));
            }
        });
        if (ClientKind.of(config) == ClientKind.WIRE) {
            problems.add(
                    new ConfigProblem("client", "", "client must be kafka for transactions, got wire, which has none"));
        }
        String isolation = ConsumerConfig.ISOLATION_LEVEL_CONFIG;
        String got = config.clients().effectiveConsumer().getOrDefault(isolation, "read_committed");
        if (!got.strip().equals("read_committed")) {
            String message =
                    isolation + " " + got + " has no effect with transactions: consumers read committed messages";
            problems.add(ConfigProblem.warning(ConfigCheck.consumerField(config, isolation), isolation, message));
        }
    }

    /** Checks that static members of a group differ. */
    private void instances() {
        String name = ConsumerConfig.GROUP_INSTANCE_ID_CONFIG;
        String got = config.clients().effectiveConsumer().getOrDefault(name, "");
        if (!got.isBlank() && use.membersPerGroup() > 1 && !got.contains(ClientProperties.CONSUMER)) {
            String message = " must differ between the " + use.membersPerGroup() + " consumers of a group, got " + got
                    + " for all of them; write " + got.strip() + "-" + ClientProperties.CONSUMER
                    + ", in which Weir puts the name of each consumer";
            problems.add(new ConfigProblem(ConfigCheck.consumerField(config, name), name, name + message));
        }
    }
}
