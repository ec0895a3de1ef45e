package dev.weir.result.code;

import java.util.Optional;

/** Codes of statements about the measured system. */
public enum FindingCode implements Code {
    // Throughput.

    LOAD_NOT_MET(
            "Less than 99 % of the target rate was acknowledged. Messages of aborted transactions and answered reads"
                    + " count, too. If Weir cannot send the target rate (SENDERS_SATURATED), the rate that it can send"
                    + " replaces the target. Messages that can be missing by chance or in flight make no finding: a tenth"
                    + " of a second's load, at least 5 messages, one request or one burst; with random arrivals, 3"
                    + " standard deviations more. count is the missing rate in messages per second.",
            "The system did not take the load. Latencies of an overloaded system depend mostly on how long "
                    + "the run was.",
            "Use a lower rate, or let a search find the highest rate that the system sustains (producerRate: "
                    + "0 in the workload file)."),
    DELIVERY_NOT_MET(
            "A subscription received less than 99 % of the messages that were acknowledged in the measurement,"
                    + " duplicates counted once. Or the backlog of all subscriptions grew by more than 1 % of the"
                    + " acknowledged rate times the number of subscriptions, which needs at least 3 intervals. As with"
                    + " LOAD_NOT_MET, messages that can be in flight make no finding. The text names the subscription"
                    + " that fell behind most. count is the missing rate, or the growth, in messages per second. Or"
                    + " consumers stopped catching up before a backlog was drained; count is the number of messages"
                    + " that stayed behind.",
            "Consumers do not keep up, so end-to-end latencies grow with the length of the run.",
            "Use more partitions and consumers, a lower rate, or a shorter consumerProcessingTime."),
    ENDED_BY_THRESHOLD(
            "The run missed a threshold that has abort: true in the workload.",
            "The run ended early, so the figures cover a shorter time.",
            "Read the threshold in the text, and the intervals before the end."),

    // Delivery.

    MESSAGES_LOST(
            "Messages were acknowledged and never delivered. audit.examples in the result names some of them.",
            "The system lost data that it had confirmed.",
            "Check acks, the replication factor, min.insync.replicas and the events of the run. Only acks=all "
                    + "with several replicas survives the loss of a broker."),
    MESSAGES_DUPLICATED(
            "Messages were delivered again after they had been delivered before.",
            "Applications receive these messages twice.",
            "Set enable.idempotence, and check the rebalances of the consumers. If the text names groups without a "
                    + "committed offset, let the consumers commit (enable.auto.commit): after a rebalance or a restart "
                    + "of a broker, they otherwise begin at auto.offset.reset."),
    MESSAGES_REORDERED(
            "Messages were delivered after a later message of the same producer and partition. With "
                    + "connectionsPerProducer, only messages of one connection have an order.",
            "Applications cannot rely on the order within a partition.",
            "Set enable.idempotence, or max.in.flight.requests.per.connection=1."),
    DELIVERED_THOUGH_FAILED(
            "The client reported messages as failed, but they were delivered.",
            "An application that sends failed messages again produces duplicates.",
            "Use a longer delivery.timeout.ms, and find out why the messages failed (CLIENT_ERROR)."),
    ABORTED_DELIVERED(
            "Messages were delivered although their transaction was aborted.",
            "Consumers read messages that do not exist for the application.",
            "Set isolation.level=read_committed for the consumers. If it is set, report it to the vendor of "
                    + "the system."),
    FOREIGN_MESSAGES(
            "Consumers received messages that this run did not send.",
            "Other clients use the topics. Their messages add load and are not in the audit.",
            "Use topics of the run's own, or stop the other producers."),

    // Errors.

    OPERATIONS_FAILED(
            "Messages could not be sent, transactions were aborted because of an error or given up so that their"
                    + " outcome is unknown, or consumers and reads of producers reported errors. Each kind has a"
                    + " finding of its own, and count is the number of operations.",
            "An application would have lost these messages, or would have to repeat the messages and transactions."
                    + " Delivery stopped or was late at consumers with errors.",
            "Read the findings CLIENT_ERROR for the cause."),
    MESSAGES_EXPIRED(
            "Messages were removed before consumers received them: by retention, DeleteRecords or compaction, or with"
                    + " a topic that was deleted. Messages that a client then passes over because its auto.offset.reset is"
                    + " latest count, too. count is the number of deliveries.",
            "The system did what it is set up to do, and lost nothing. But an application would miss these messages."
                    + " Rates and latencies of consumers are those of the messages that they received, and such a backlog"
                    + " was not drained.",
            "Let consumers keep up: use more partitions and consumers, a lower rate, or a shorter"
                    + " consumerProcessingTime. Or keep messages for longer: raise retention.bytes and retention.ms of the"
                    + " topics. If a topic was deleted, or its messages, find out who did it."),
    CONNECTIONS_MISSING(
            "Some of the connections that the workload asks for (connectionsPerProducer) were not open when the"
                    + " measurement began; count is their number. Or attempts to make such a connection failed, or such"
                    + " connections ended before the run did; count is the number of attempts and ended connections."
                    + " Weir made these connections again. count includes connections that Weir ended because the"
                    + " leader of their partition moved, and connections for which no leader could be reached within"
                    + " socket.connection.setup.timeout.ms.",
            "Messages that were due on these connections waited until the connections were made, and their response"
                    + " times contain the wait. The system, or the network before it, did not keep as many connections"
                    + " as were asked for, or not all of the time.",
            "If connections were missing at the begin, use a longer warm-up or a higher connectionRate, and read"
                    + " connectionTcp, connectionTls and connectionSasl. A run without a warm-up measures a connection"
                    + " storm, and this finding is its result. If connections failed or ended, read the findings"
                    + " CLIENT_ERROR. Check max.connections, max.connections.per.ip, max.connection.creation.rate,"
                    + " socket.listen.backlog.size and the open files of the brokers."),
    CLIENT_ERROR(
            "Clients reported errors while the load ran. There is one finding for each kind of error, with an "
                    + "example. Errors count even if a later attempt succeeded.",
            "Errors explain failed messages, and repeated attempts explain high latencies.",
            "Look up the error in the documentation of the client, and in the log of the broker at that time."),

    // Availability and faults.

    THROTTLED(
            "Brokers delayed clients in the measurement, because the clients exceeded a quota for their user or client "
                    + "id. The text has the share of time, as a mean over all clients of a kind. Without "
                    + "acknowledgements (acks=0), brokers report no delay to producers. count is the delay of all "
                    + "clients together in milliseconds.",
            "The quota limits the throughput, and delayed messages have high latencies. The figures describe the "
                    + "quota, not what the system can do. A time in which a quota stops the clients is no outage.",
            "Raise or remove the quota of the clients (kafka-configs --entity-type clients or users; of a managed "
                    + "service, its plan), or use a rate below the quota."),

    UNAVAILABLE(
            "For some time, nothing was acknowledged although messages were waiting, or nothing was received although"
                    + " acknowledged messages were outstanding: of all partitions, or of some. Publishing and delivery"
                    + " each have a finding of their own, and count is the number of outages.",
            "The system accepted no data, or consumers received none, during that time.",
            "Compare the time with the events of the run and with the logs of the brokers. For delivery, look for"
                    + " rebalances of the consumers."),
    RECOVERED_AFTER(
            "After a fault or an outage, throughput and backlog returned to their previous level. count is "
                    + "the time that this took in milliseconds, 0 if the load was not disturbed.",
            "Users of the system notice a fault for this time.",
            "Nothing: a run with faults measures this time."),
    NOT_RECOVERED(
            "After a fault or an outage, throughput and backlog did not return to their previous level before "
                    + "the measurement ended.",
            "The time to recover is unknown. It is longer than the rest of the measurement after the fault or outage.",
            "Measure for longer after the fault, or use a lower rate so that the system can catch up."),

    // Backlog.

    BACKLOG_NOT_BUILT(
            "The backlog did not reach the size that the workload asks for. count is the number of missing "
                    + "messages.",
            "The consumers drain a smaller backlog than the workload asks for.",
            "Use a higher rate while the backlog is built, or a longer test duration.");

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: it is a record of three texts
    private final Explanation explanation;

    FindingCode(String happened, String matters, String remedy) {
        explanation = new Explanation(happened, matters, remedy);
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
