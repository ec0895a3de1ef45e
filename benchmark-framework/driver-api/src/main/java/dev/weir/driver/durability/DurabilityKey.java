package dev.weir.driver.durability;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings and facts that decide what an acknowledgement means, in the words of results and reports. */
public enum DurabilityKey {
    /** How many replicas acknowledge: {@code all}, {@code 1}, {@code 0}. */
    ACKS("acks", true),
    /** Whether a message that the client sends again is stored once: {@code true}, {@code false}. */
    IDEMPOTENCE("idempotence", true),
    /** Copies of each partition. */
    REPLICATION_FACTOR("replicationFactor", true),
    /** The number of copies that must be in sync, or nothing is acknowledged. */
    MIN_INSYNC_REPLICAS("minInsyncReplicas", true),
    /**
     * When a copy goes to the disk: {@link Durability#BEFORE_ACKNOWLEDGEMENT}, {@link
     * Durability#AFTER_ACKNOWLEDGEMENT}, {@link Durability#BY_THE_OS}, or {@link Durability#EVERY} with a period or an
     * amount.
     */
    FSYNC("fsync", true),
    /** Whether the system acknowledges from memory, if that is a setting. Its effect is in {@link #FSYNC}. */
    WRITE_CACHING("writeCaching", false),
    /** Whether a replica that lacks messages can become leader: {@code true}, {@code false}. */
    UNCLEAN_LEADER_ELECTION("uncleanLeaderElection", true),
    /** What protects the connection, such as {@code PLAINTEXT} or {@code SASL_SSL}. */
    SECURITY_PROTOCOL("securityProtocol", true),
    /** How clients authenticate. */
    SASL_MECHANISM("saslMechanism", true),
    /** How many brokers share the replicas. */
    BROKERS("brokers", true),
    /** The version of the brokers. */
    BROKER_VERSION("brokerVersion", false),
    /** The versions of the brokers' features, such as {@code eligible.leader.replicas.version 1}. */
    FEATURES("features", false),
    /** Name and version of the client library. */
    CLIENT_VERSION("clientVersion", false),
    /** Of the workers' JVMs: name and version. */
    CLIENT_JVM("clientJvm", false),
    /** Of the workers' JVMs: the limit of the heap. */
    CLIENT_HEAP("clientHeap", false),
    /** Of the workers' JVMs: the garbage collector. */
    CLIENT_GC("clientGc", false);

    private final String word;
    private final boolean decides;

    DurabilityKey(String word, boolean decides) {
        this.word = word;
        this.decides = decides;
    }

    /** The key with that word; empty if there is none, as in the result of a newer version. */
    public static Optional<DurabilityKey> of(String word) {
        return Stream.of(values()).filter(key -> key.word.equals(word)).findFirst();
    }

    /** As results and people have it. */
    public String word() {
        return word;
    }

    /**
     * Whether these known values, although they differ, mean the same to a client. Copies that go to the disk after the
     * acknowledgement are lost with the memory of all replicas, however long or short the period is.
     */
    public boolean isAlike(Collection<String> values) {
        return this == FSYNC
                && values.stream()
                        .flatMap(value -> Stream.of(value.split(" and ", -1)))
                        .allMatch(value -> value.equals(Durability.BY_THE_OS)
                                || value.equals(Durability.AFTER_ACKNOWLEDGEMENT)
                                || value.startsWith(Durability.EVERY));
    }

    /** Whether a comparison of two systems must report a difference in this value. */
    public boolean decides() {
        return decides;
    }
}
