package dev.weir.driver.nats;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How topics and their partitions are called in JetStream. */
final class Partitions {
    private static final Pattern STREAM = Pattern.compile("(.+)_\\d+");

    private Partitions() {}

    /** The stream that is a partition. */
    static String stream(String topic, int partition) {
        return topic + "_" + partition;
    }

    /** The subject that its messages are sent to. */
    static String subject(String topic, int partition) {
        return topic + "." + partition;
    }

    /** The partition of a subject, or of another name that ends like one. */
    static int ofSubject(String subject) {
        return Integer.parseInt(subject, subject.lastIndexOf('.') + 1, subject.length(), 10);
    }

    /** The topic that a stream belongs to; empty if it is none of ours. */
    static Optional<String> topic(String stream) {
        Matcher matcher = STREAM.matcher(stream);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** A name in which only letters, digits, underscores and hyphens remain, as durable consumers and subjects want it. */
    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9_-]", "_");
    }
}
