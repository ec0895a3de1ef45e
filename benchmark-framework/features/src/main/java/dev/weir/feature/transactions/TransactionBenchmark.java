package dev.weir.feature.transactions;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The four closed loops of Redpanda's transaction benchmarks, with one measured iteration of each, and their default
 * numbers. {@code docs/transactions.md} lists their steps.
 */
enum TransactionBenchmark {
    /** TxSendBench: begin, send to either topic, commit, await both sends. */
    SEND("send", 2, 2, 100, 1000),
    /** FetchBench: begin, send, await, commit, read from the offset before until the message is seen. */
    FETCH("fetch", 1, 1, 1, 1000),
    /** TxSendOffsetsBench: begin, send an offset, commit. */
    SEND_OFFSETS("sendOffsets", 1, 0, 10, 200),
    /** StreamBench: for each message read, begin, send it in upper case, send its offset, commit. */
    STREAM("stream", 2, 1, 10, 200);

    private final String key;
    private final int topics;
    private final int messages;
    private final int warmup;
    private final int count;

    TransactionBenchmark(String key, int topics, int messages, int warmup, int count) {
        this.key = key;
        this.topics = topics;
        this.messages = messages;
        this.warmup = warmup;
        this.count = count;
    }

    /** Returns its name in files and results. */
    public String key() {
        return key;
    }

    public int topics() {
        return topics;
    }

    /** Returns the default number of messages in a transaction; 0: it has none, whatever the workload sets. */
    public int messages() {
        return messages;
    }

    /** Returns how many iterations of each client come first and are not measured. */
    public int warmup() {
        return warmup;
    }

    /** Returns the default number of measured iterations of each client. */
    public int count() {
        return count;
    }

    public static Optional<TransactionBenchmark> of(String key) {
        return Stream.of(values()).filter(each -> each.key.equals(key)).findFirst();
    }
}
