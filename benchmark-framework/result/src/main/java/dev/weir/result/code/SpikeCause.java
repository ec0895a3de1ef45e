package dev.weir.result.code;

import java.util.Locale;
import java.util.Optional;

/**
 * What can hold up messages in a latency spike. If several coincide with it to the same extent, the first of them is
 * named, because it can also bring about the others.
 */
public enum SpikeCause implements Code {
    FAULT(
            "%s",
            "Weir killed, paused, stopped or started a broker.",
            "The spike shows how the system copes with that.",
            "Nothing: the workload asks for it."),
    BROKER_ABSENT(
            "%s was absent",
            "A broker had left the cluster, or its address refused connections, in the time of the spike.",
            "Messages wait until other brokers lead the partitions, or until the broker returns.",
            "Look into the broker's log for the cause."),
    CLIENT_COLLECTION(
            "garbage collection of worker %s",
            "A garbage collection of a worker lasted for at least 60 % of the spike's extra delay.",
            "The spike probably comes from Weir's own process, not from the system.",
            "Give the worker more memory, or fewer clients."),
    CLIENT_PAUSE(
            "worker %s did not get the processor",
            "A worker's process was stopped or did not get the processor, or its host's cores were full. This lasted "
                    + "for at least 60 % of the spike's extra delay.",
            "The spike probably comes from the client host, not from the system. On a host that brokers share with "
                    + "the worker, brokers may take the processor.",
            "Use more or larger client hosts, and let nothing else run there."),
    BROKER_COLLECTION(
            "garbage collection of %s",
            "A broker collected garbage for at least 60 % of the spike's extra delay.",
            "Messages waited for the broker's JVM.",
            "Give the broker's JVM more memory, or another collector."),
    BROKER_PAUSE(
            "%s did not run",
            "The process of an embedded broker did not run for at least 60 % of the spike's extra delay.",
            "Messages waited for a process that was stopped or did not get the processor.",
            "Find out what else uses the processors of the broker's host."),
    REBALANCE(
            "%s",
            "A consumer joined its group, left it, stopped or was killed, as the workload asks.",
            "Partitions move to other consumers. Their messages wait until the new consumers read them.",
            "Compare group protocols and assignors."),
    LEADER_CHANGE(
            "change of leaders at %s",
            "A broker became or ceased to be leader of partitions, or partitions had no leader.",
            "Clients wait until they have found the new leaders.",
            "Look into the brokers' logs for the cause."),
    QUOTA(
            "quota of %s",
            "A broker delayed responses, because clients exceeded their quota.",
            "The quota limits the load, not the system's hardware.",
            "Raise or remove the quota of the clients."),
    LOG(
            "log of %s",
            "Produce requests spent the time of the spike in writing to a broker's log.",
            "The broker's drive, file system or page cache held up the messages.",
            "Compare the broker's drives with the chart of their writes."),
    REPLICATION(
            "replicas of %s",
            "Produce requests waited for the replicas of a broker's partitions.",
            "Another broker, or the network between brokers, held up the messages.",
            "Look for the same time in the metrics of the other brokers."),
    REQUEST_QUEUE(
            "request queue of %s",
            "Produce requests waited for a thread of a broker.",
            "The broker had too few threads or processors for its requests.",
            "Give the broker more processors or request threads, or lower the load."),
    BROKER(
            "requests in %s",
            "Produce requests spent the time of the spike in a broker. Its metrics do not divide this time.",
            "The broker or its replicas held up the messages, not the clients or their network.",
            "Look at the drives, the processors and the log of the broker."),
    NETWORK(
            "delayed or lost packets at the host of worker %s",
            "TCP on the host of a worker missed at least three more acknowledgements within a second than usual.",
            "Kernels acknowledge packets also for processes that stand still, so the network held up or lost packets.",
            "Check the network between clients and brokers."),
    UNKNOWN_CAUSE(
            "unknown",
            "Nothing that Weir observes in the spike's time explains at least 60 % of its extra delay. A wait of requests "
                    + "does not count if something else explains 40 to 60 %: that may have caused the wait.",
            "The system or the hosts may have held up the messages. Weir has not enough evidence for either.",
            "Let Weir observe more: list brokerMetrics of all brokers. Intervals of 1 s (sampleRateMillis) help, too.");

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: it is a record of three texts
    private final Explanation explanation;

    SpikeCause(String text, String happened, String matters, String remedy) {
        this.text = text;
        explanation = new Explanation(happened, matters, remedy);
    }

    /** Returns whether another cause can have made messages wait there. */
    public boolean isWait() {
        return compareTo(LOG) >= 0;
    }

    public String text(String where) {
        return String.format(Locale.ROOT, text, where);
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
