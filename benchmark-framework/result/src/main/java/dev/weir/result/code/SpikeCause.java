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
    CLIENT_PAUSE(
            "%s",
            "A worker's process collected garbage, was stopped or did not get the processor, or its host's cores were "
                    + "full. This lasted for at least 60 % of the spike's extra delay.",
            "The spike probably comes from Weir's own process or its host, not from the system. On a host that brokers "
                    + "share with the worker, brokers may take the processor.",
            "If the worker collected garbage, give it more memory, or fewer clients. Otherwise use more or larger "
                    + "client hosts, and let nothing else run there."),
    BROKER_PAUSE(
            "%s",
            "A broker collected garbage, or the process of an embedded broker did not run, for at least 60 % of the "
                    + "spike's extra delay.",
            "Messages waited for the broker's JVM, or for a process that was stopped or did not get the processor.",
            "If the broker collected garbage, give its JVM more memory, or another collector. Otherwise find out what "
                    + "else uses the processors of the broker's host."),
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
    BROKER(
            "%s",
            "Produce requests spent the time of the spike in a broker: in its queue of requests, in writing to its log, "
                    + "or in waiting for the replicas of its partitions. The text names that stage, unless the broker's "
                    + "metrics do not divide the time of requests.",
            "The broker, its drives or its replicas held up the messages, not the clients or their network.",
            "Look at the log of the broker, and at the charts of its drives and processors. If requests waited for "
                    + "replicas, look at the other brokers at that time. If requests waited in the queue, use more "
                    + "processors or request threads, or a lower load."),
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
        return compareTo(BROKER) >= 0;
    }

    public String text(String where) {
        return String.format(Locale.ROOT, text, where);
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
