package dev.weir.driver.nats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of topics and their partitions in JetStream. */
final class Partitions {
    private static final Pattern STREAM = Pattern.compile("(.+)_\\d+");

    private Partitions() {}

    static String stream(String topic, int partition) {
        return topic + "_" + partition;
    }

    static String subject(String topic, int partition) {
        return topic + "." + partition;
    }

    /** Returns the partition of a subject, or of another name that ends like one. */
    static int ofSubject(String subject) {
        return Integer.parseInt(subject, subject.lastIndexOf('.') + 1, subject.length(), 10);
    }

    /** Returns the topic of a stream; empty if it does not belong to Weir. */
    static Optional<String> topic(String stream) {
        Matcher matcher = STREAM.matcher(stream);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Returns a name with only letters, digits, underscores and hyphens, as durable consumers and subjects need it. */
    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9_-]", "_");
    }
}
