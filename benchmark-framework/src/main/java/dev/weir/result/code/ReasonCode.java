package dev.weir.result.code;

import java.util.Optional;

/**
 * Codes of statements about the instrument (Weir, its hosts and clocks). Each has the severities that its reasons can
 * have, from the least to the worst.
 */
public enum ReasonCode implements Code {
    // Whether the run measured what was asked for.

    NOTHING_MEASURED(
            Severity.INVALID,
            "No message that was due in the measurement was acknowledged or received before the end of the run.",
            "The result has no latencies and no throughput.",
            "Read the findings CLIENT_ERROR and the log of the coordinator, and make sure that the system "
                    + "accepts messages. If the run was interrupted, let it run for longer."),
    SENDERS_SATURATED(
            Severity.INVALID,
            "The sending threads cannot send 99 % of the target rate, even if the system never makes them "
                    + "wait. docs/result.md describes how this limit is computed.",
            "The run reports the limit of Weir's hosts, not the limit of the system.",
            "Use more workers or more producers, or a lower rate."),
    INTERRUPTED(
            Severity.NOTE,
            "A person ended the run before its planned end.",
            "The figures cover a shorter time than the workload asks for.",
            "Run it again if you need the whole measurement."),
    RECOVERED(
            Severity.DEGRADED,
            "The coordinator was killed, was ended at once or ran out of memory. The result was made from the "
                    + "journal. The text reports how many intervals the journal has, and how many bytes of incomplete "
                    + "lines were left out.",
            "Everything that is known only at the end of a run is missing: findings, thresholds, the audit "
                    + "and the figures of single clients.",
            "Find out why the coordinator ended, and run it again if you need these figures."),
    JOURNAL_INCOMPLETE(
            Severity.DEGRADED,
            "The journal or the histogram log could not be written to its end.",
            "The histogram log lacks intervals, and a killed run could not have been recovered. The result "
                    + "file is complete.",
            "Make room on the disk of the result folder, or choose another folder."),
    VERSIONS_DIFFER(
            Severity.DEGRADED,
            "Workers run another version of Weir than the coordinator.",
            "Workers of different versions may measure differently.",
            "Install the same version on all hosts."),

    // How many messages the figures cover.

    MESSAGES_UNSENT(
            Severity.DEGRADED,
            "Messages were due, but the load ended before they were sent.",
            "Only a lower bound of their latencies is known. The highest quantiles can therefore be lower bounds, "
                    + "too.",
            "Read the findings: unless SENDERS_SATURATED or SENDS_LATE says that the senders were too slow, the system "
                    + "held the producers back. Use a lower rate. More producers help only senders that are too slow."),
    MESSAGES_SKIPPED(
            Severity.DEGRADED,
            "Messages were late and were not sent, as the workload asks with catchUp: skip.",
            "Their latencies are unknown apart from a lower bound. The system received less load than the target.",
            "Use a lower rate, or leave out catchUp: skip."),
    LATENCIES_CENSORED(
            Severity.NOTE,
            "Messages of the measurement were not sent, failed, or were not delivered. For each latency, the text "
                    + "reports how many messages are missing, and from which quantile on the quantiles are lower "
                    + "bounds.",
            "These messages count as slower than all others. OMB's fields leave these messages out, so OMB's fields "
                    + "report a better run than it was.",
            "Read the findings to see why these messages have no latency."),
    FEW_SAMPLES(
            Severity.NOTE,
            Severity.DEGRADED,
            "A headline latency has fewer than 10 samples beyond its p99.9 (NOTE) or its p99 (DEGRADED). In a "
                    + "transactionBenchmark it is always a NOTE.",
            "A quantile with fewer samples beyond it is largely chance, so the result leaves it out.",
            "Measure for longer, or at a higher rate."),
    INTERVALS_WITHOUT_SAMPLES(
            Severity.NOTE,
            "In some intervals of the measurement, no message of a headline latency was completed.",
            "These intervals have no quantiles. Charts show gaps there.",
            "Read the events and findings of that time. If the rate is very low, use longer intervals "
                    + "(sampleRateMillis)."),
    CLIENT_LATENCIES_SHARED(
            Severity.NOTE,
            "A worker ran more than 64 producers, or more than 64 consumers, and recorded their latencies "
                    + "together to save memory.",
            "The result has no latencies of these single clients. The latencies of the run and of each "
                    + "subscription, and the counts of each client, are complete.",
            "Nothing, unless you need the latencies of single clients: then use more workers."),

    // What the workload implies.

    AUDIT_OFF(
            Severity.NOTE,
            "No message was followed to its delivery: the workload has audit: false, produces nothing, or is "
                    + "a transactionBenchmark.",
            "Lost, duplicated and reordered messages are unknown.",
            "Leave out audit: false if you want to know them."),
    CONSUME_ONLY(
            Severity.NOTE,
            "The run produced nothing. All messages of the topics count as received, also those of "
                    + "other clients and old ones.",
            "There are no latencies, no backlog and no target.",
            "Nothing: the workload asks for it."),
    ALL_CONSUMED(
            Severity.NOTE,
            "A consume-only run ended because no message had arrived for 5 s. The text reports how many "
                    + "messages had arrived by then.",
            "The rates of the result cover the time until the last message, without those 5 s.",
            "Consume topics with more messages if that time is short."),
    TARGET_ABOVE_CEILING(
            Severity.NOTE,
            "The target rate is higher than the rate that the consumers of a subscription can handle with the "
                    + "consumerProcessingTime of the workload.",
            "The backlog and the end-to-end latency grow, whatever the system does.",
            "Use a lower rate, more consumers, or a shorter consumerProcessingTime."),
    REQUESTS_APPROXIMATED(
            Severity.NOTE,
            "A request of recordsPerRequest messages consists of that many send calls. The request ends with the "
                    + "last acknowledgement.",
            "The client groups messages into batches of its own. The system may therefore receive more or fewer "
                    + "requests than the workload asks for. With Kafka, batch.size and linger.ms decide the batches.",
            "Nothing, unless the number of requests at the system matters: then set the batch settings of the "
                    + "client accordingly."),
    READS_APPROXIMATED(
            Severity.NOTE,
            "A read is a seek and a poll of a client.",
            "The client fetches ahead, and its settings decide how many messages a poll returns. The system may "
                    + "therefore receive other requests than the workload asks for. With Kafka, max.poll.records and "
                    + "max.partition.fetch.bytes are these settings.",
            "Nothing, unless the number of requests at the system matters: then set the fetch settings of the "
                    + "client accordingly."),
    SERVICE_TIMES_ONLY(
            Severity.NOTE,
            "The load had no rate, so messages have no intended send times.",
            "There are no response times. A stall of the system delays few messages, because the clients stop "
                    + "sending while they wait (coordinated omission).",
            "Use a producerRate to measure response times."),
    NO_ACKNOWLEDGEMENTS(
            Severity.NOTE,
            "The client does not wait for acknowledgements (acks=0).",
            "There are no publish latencies. A message counts as acknowledged when the client has handed it to the "
                    + "network.",
            "Use acks=1 or acks=all to measure publish latencies."),
    STAMP_IN_HEADER(
            Severity.NOTE,
            "The 32 bytes that Weir adds to each message to measure it travel as a header: the workload has stamp: "
                    + "header, or some or all messages are smaller than 32 bytes.",
            "The system receives more bytes than messageSize and headers. No figure counts the stamp.",
            "Use messages of at least 32 bytes without stamp: header, or take the header into account."),
    PARTITIONS_UNKNOWN(
            Severity.NOTE,
            "The driver does not report the partition and offset of a message. No driver of OMB does.",
            "The order of messages, figures of single partitions, and offsets are unknown.",
            "Use a driver of Weir's own for the system, if there is one."),
    PAYLOADS_REPEAT(
            Severity.NOTE,
            "Compression is on, and the pool of payloads is less than 50 times as large as what the client "
                    + "compresses together.",
            "Payloads repeat within a batch, so messages compress better than each of them alone. The load on "
                    + "network and disks is therefore lower than with real data.",
            "Leave out useRandomizedPayloads, or use at least as many payloads as in the text."),
    EMBEDDED_CLUSTER(
            Severity.NOTE,
            "The brokers ran on the same host as the coordinator and its load.",
            "The figures describe this host, not Kafka on hosts of its own.",
            "Use -d with a driver file to measure your own brokers."),

    // The instrument: pauses and late sends.

    SENDS_LATE(
            Severity.NOTE,
            Severity.DEGRADED,
            "Weir itself sent messages more than 1 ms later than its pacing allows. The sender woke up late, "
                    + "or its work for earlier messages took too long. The time in which the client waited for room "
                    + "in its buffer or for metadata does not count. It is a NOTE if at least 1 % of the messages are "
                    + "late, or if it explains the p99.99 or the maximum. It is DEGRADED if it explains the p50, p95, "
                    + "p99 or p99.9.",
            "These messages have a higher response time than the system caused.",
            "Give the worker's host more CPU time, use more workers or fewer producers on each, or a lower rate."),
    GC_PAUSES(
            Severity.NOTE,
            Severity.DEGRADED,
            "Garbage collection stopped a worker. The reason is a NOTE if the pauses take at least 5 % of the time, "
                    + "or explain the p99.99 or the maximum. The reason is DEGRADED if the pauses explain the p50, "
                    + "p95, p99 or p99.9.",
            "Messages that were due or in flight during a pause have a higher latency than the system caused.",
            "Give the workers a larger heap or a collector with shorter pauses, or use more workers."),
    HICCUPS(
            Severity.NOTE,
            Severity.DEGRADED,
            "The host or the JVM stopped a thread of a worker, apart from garbage collection. The reason is a NOTE "
                    + "if these stops explain the p99.99 or the maximum. The reason is DEGRADED if they explain the "
                    + "p50, p95, p99 or p99.9.",
            "Messages that were due or in flight at that time have a higher latency than the system caused.",
            "Stop other load on the worker's host, or use a host with more or with dedicated CPU cores."),
    PAUSES_TOGETHER(
            Severity.DEGRADED,
            "Late sends, garbage collections and hiccups together explain the p50, p95, p99 or p99.9, "
                    + "although none of them does so alone.",
            "These quantiles are higher than the system caused.",
            "Do what SENDS_LATE, GC_PAUSES and HICCUPS advise."),
    WORKER_STOOD_STILL(
            Severity.NOTE,
            Severity.DEGRADED,
            "A control thread of a worker woke up at least a second too late: the process was stopped or got no CPU "
                    + "time. It is DEGRADED if that happened in the measurement; its figures are of that time then.",
            "During this time, the clients of this worker sent, received and timed messages late. The worker caused "
                    + "this delay. The availability figures and LOAD_NOT_MET leave this time out. The latencies "
                    + "include it.",
            "Find out what stopped the process: a suspended virtual machine, swapping, or a host with too "
                    + "much load."),
    COORDINATOR_STOOD_STILL(
            Severity.NOTE,
            Severity.DEGRADED,
            "The process of the coordinator did not run for 2 s or longer. It is DEGRADED if workers ended "
                    + "their load because of that.",
            "The workers measure on their own, so the figures are valid. Workers that wait too long for the "
                    + "coordinator end their load by themselves. The result attributes the loss of these workers to "
                    + "the coordinator.",
            "Do not suspend the coordinator's host. A longer --coordinator-silence of bin/benchmark-worker "
                    + "tolerates longer gaps."),
    ORDERS_LATE(
            Severity.NOTE,
            Severity.DEGRADED,
            "The coordinator's order to change the phase or the rate reached a worker too late. The worker had already "
                    + "sent messages that belong to the new phase or rate. The reason is DEGRADED from 0.1 % of the "
                    + "messages.",
            "These messages count in the previous phase, or were sent at the previous rate.",
            "Check the network between coordinator and workers, and the load on the worker's host."),

    // The instrument: hosts and network.

    CPU_SATURATED(
            Severity.NOTE,
            Severity.DEGRADED,
            "The control group (pod or container) of a worker had at most 5 % of its CPU quota left, or all cores of "
                    + "a worker's host together had at most 5 % of their time left, other processes included. It is "
                    + "a NOTE from 5 % of the measurement and DEGRADED from 20 %.",
            "Threads waited for CPU time, and that time counts as latency.",
            "Stop other load on the host, use a host with more cores, or more workers on other hosts. In a pod or "
                    + "container, raise its CPU limit."),
    CORE_SATURATED(
            Severity.NOTE,
            "One core of a worker's host had at most 2 % of its time left for 20 % of the measurement, "
                    + "although other cores had more.",
            "A single thread may be at its limit, and its messages wait for it.",
            "Check whether the full core belongs to a sender or a client thread. If so, use more producers or "
                    + "consumers."),
    CPU_STOLEN(
            Severity.NOTE,
            Severity.DEGRADED,
            "The host of a worker's virtual machine gave CPU time to other machines. It is a NOTE from 1 % of "
                    + "the CPU time and DEGRADED from 5 %.",
            "The worker stood still during that time, which counts as latency.",
            "Use dedicated hosts, or another instance type."),
    CPU_THROTTLED(
            Severity.NOTE,
            Severity.DEGRADED,
            "The kernel throttled the control group (pod or container) of a worker, because the group had used up its "
                    + "CPU quota of a period, usually 100 ms. The kernel adds up the throttled time of all cores. It "
                    + "is DEGRADED if that sum is at least 1 % of the time.",
            "The worker stood still until the end of each such period, which counts as latency.",
            "Raise the CPU limit of the pod or container, or remove it. In Kubernetes, whole CPUs and the kubelet's "
                    + "static CPU manager policy give a worker cores of its own."),
    MEMORY_NEAR_LIMIT(
            Severity.NOTE,
            Severity.DEGRADED,
            "The control group (pod or container) of a worker used at least 90 % of its memory limit for 5 % of the "
                    + "measurement. Cached files that the kernel gives up first do not count. It is DEGRADED if the "
                    + "group was at its limit meanwhile, or if the kernel killed one of its processes.",
            "At the limit, threads wait until the kernel has found free memory, which counts as latency. If it finds "
                    + "none, it kills the worker.",
            "Raise the memory limit of the pod or container, or give the worker a smaller heap "
                    + "(WEIR_JAVA_OPTS=-Xmx...)."),
    NETWORK_SATURATED(
            Severity.NOTE,
            Severity.DEGRADED,
            "A network card of a worker's host carried 70 % of its capacity in one direction within a second "
                    + "(NOTE), or 90 % for 5 % of the measurement (DEGRADED).",
            "Messages wait in front of a full link. The link limits the throughput, and the latency is too high.",
            "Use more workers on other hosts, faster links, or a lower rate."),
    NETWORK_ERRORS(
            Severity.NOTE,
            "A network card of a worker's host dropped packets or found errors in them.",
            "Lost packets are sent again, which takes at least some milliseconds.",
            "Check the card, its driver and its buffers (ethtool -S)."),
    TCP_RETRANSMITS(
            Severity.NOTE,
            Severity.DEGRADED,
            "A worker's host sent TCP segments again. It is a NOTE from 0.5 % of at least 1,000 segments and "
                    + "DEGRADED from 2 %.",
            "Each loss delays the messages behind it, and the network may have caused it, not the system.",
            "Check the network between workers and brokers for loss and for full links."),
    NETWORK_ALLOWANCE_EXCEEDED(
            Severity.DEGRADED,
            "Amazon's network card held packets of a worker's host back, because the instance exceeded its "
                    + "network allowance.",
            "The cloud limited the throughput and raised the latency, not the system.",
            "Use a larger instance type, more workers, or a lower rate."),
    BEYOND_CALIBRATION(
            Severity.NOTE,
            Severity.DEGRADED,
            "A worker sent or received at least 50 % (NOTE) or 80 % (DEGRADED) of the messages per second "
                    + "that bin/benchmark doctor --calibrate measured on its host.",
            "Close to this limit, Weir's own work adds to the latency.",
            "Use more workers on other hosts."),

    // The instrument: clocks.

    CLOCK_BOUND(
            Severity.DEGRADED,
            "End-to-end latencies between workers can be wrong by more than 1 ms, or by an unknown amount.",
            "Differences below this bound mean nothing.",
            "Synchronise the clocks of the workers' hosts (chrony, PTP), or run producers and consumers in "
                    + "one worker."),
    END_TO_END_BELOW_BOUND(
            Severity.NOTE,
            "The median of the end-to-end latencies is lower than the error bound of the clocks.",
            "The clocks are not exact enough for such short latencies.",
            "Improve the clock synchronisation, or run producers and consumers in one worker."),
    NEGATIVE_LATENCIES(
            Severity.DEGRADED,
            "Messages seem to have arrived before they were due or sent, by more than the error bound of the "
                    + "clocks.",
            "The clocks were further apart than Weir could find out. All end-to-end latencies are in doubt.",
            "Check the clock synchronisation of the workers' hosts."),
    WALL_CLOCK_STEPPED(
            Severity.DEGRADED,
            "The wall clock of a process was set while the run went on.",
            "Latencies use the monotonic clock, which does not step. But if the host was suspended, that "
                    + "clock stood still, too.",
            "Configure the time service so that it slews the clock during a run, and do not suspend hosts."),

    // The instrument: workers and topics.

    WORKER_LOST(
            Severity.DEGRADED,
            "The run went on without a worker, as the workload asks with workerLoss: continue. The text "
                    + "reports how much of the load is missing.",
            "The load was lower after that. Messages that only this worker had received are unknown. Messages that "
                    + "waited until other consumers took over its partitions have long end-to-end latencies.",
            "Find out why the worker ended or could not be reached, and run it again."),
    CLIENTS_LEFT(
            Severity.NOTE,
            "It is unknown whether the clients of a worker were closed.",
            "The figures of these clients may be missing, and the clients may still be connected to the system.",
            "Read the log of the worker. Stop the worker if it still holds connections."),
    TOPICS_LEFT(
            Severity.NOTE,
            "Topics of the run could not be deleted, or reset: true left topics of earlier runs, because a name is no "
                    + "proof that a run has ended. The text names the topics and the cause.",
            "The topics use disk space and metadata of the system, which can affect later runs. A run that is still "
                    + "under way shares the system with this one.",
            "Run bin/benchmark recover -d DRIVERFILE, or delete the topics yourself if nothing uses them."),

    // The phases of the load.

    WARM_UP_UNFINISHED(
            Severity.NOTE,
            Severity.DEGRADED,
            "The warm-up reached its longest duration before the condition of warmupUntil was met. The reason is a "
                    + "NOTE if warmupUntil: steady was asked for and the measurement itself was judged (NOT_STEADY).",
            "The measurement may include effects of the start.",
            "Use a longer warmupDuration."),
    NOT_STEADY(
            Severity.NOTE,
            Severity.DEGRADED,
            "Throughput or median latency changed by more than 10 % during the measurement, and by more than "
                    + "chance explains. It is a NOTE where the target rate was not achieved.",
            "Figures of the whole measurement mix the time before the change with the time after the change.",
            "Warm up for longer (warmupUntil: steady), or read the intervals."),
    STEADINESS_UNKNOWN(
            Severity.NOTE,
            "The seconds of the measurement differ so much that chance could hide a drift of 20 %.",
            "Whether the load was steady is unknown.",
            "Measure for longer."),
    CATCH_UP_UNFINISHED(
            Severity.NOTE,
            "A subscription that began at the first message, while the load ran, had not caught up by the end of the "
                    + "measurement.",
            "The time that the subscription needs to catch up is unknown. Its rate until the end of the measurement "
                    + "is known.",
            "Use a longer testDuration, more consumers, or a lower rate."),
    SUBSCRIPTION_NOT_AUDITED(
            Severity.DEGRADED,
            "The consumers of a subscription that began while the load ran never had positions in all partitions.",
            "It is unknown which messages the subscription should have received, so its losses are unknown.",
            "Look at the errors of its consumers in the result, or use a longer testDuration."),
    LAG_UNKNOWN(
            Severity.DEGRADED,
            "While a backlog was built or drained, the consumer lag was unknown for more than 5 s.",
            "The times and rates of the backlog can be wrong by that much.",
            "Check why the system did not report the ends of its logs. The text has the last error."),

    // Faults and cluster settings.

    FAULT_NOT_DONE(
            Severity.INVALID,
            "One of the faults of the workload could not be carried out.",
            "The run did not test what the workload asks for.",
            "Read the error in the text, correct its cause and run the workload again."),
    FAULT_NOT_ENDED(
            Severity.DEGRADED,
            "A broker that was to return after a fault did not return.",
            "The rest of this run, and later runs on this cluster, lack that broker.",
            "Start the broker, or restart the embedded cluster, before the next run."),
    CLUSTER_NOT_RESTORED(
            Severity.DEGRADED,
            "Settings of the cluster that the run had changed (clusterConfig) could not be restored, or it is "
                    + "unknown whether they were.",
            "Later runs and other users of the cluster work with changed settings.",
            "Run bin/benchmark recover. The file that the text names has the old values. The next run on this "
                    + "cluster also tries to restore them."),
    CLUSTER_NOT_CHECKED(
            Severity.NOTE,
            "This host has a record of cluster settings that an earlier run left changed. Whether they belong "
                    + "to this cluster could not be found out.",
            "This run may have used settings of an earlier run.",
            "Run bin/benchmark recover when the cluster answers."),
    CLUSTER_RESTORED(
            Severity.NOTE,
            "Before this run, Weir restored settings of the cluster that an earlier, killed run had left changed.",
            "Runs between that run and this one used the changed settings.",
            "Check results of runs in between."),
    CLUSTER_CHANGED_BY_ANOTHER(
            Severity.DEGRADED,
            "Another campaign of this host had changed settings of the same cluster when this run began.",
            "The run used settings of the cluster that its driver file does not mention.",
            "Run campaigns on one cluster one after the other."),

    // Files and metrics beside the result.

    RAW_TIMES_MISSING(
            Severity.DEGRADED,
            "The file with the single times of a transactionBenchmark could not be written.",
            "Only the file is missing. The figures of the result are complete.",
            "Make room on the disk of the result folder, or choose another folder."),
    BROKER_METRICS_MISSING(
            Severity.NOTE,
            "A metrics endpoint was unusable before the load began. It did not answer, did not use "
                    + "Prometheus' format, or had none of the series that were asked for.",
            "Metrics of this broker may be missing. Weir asks the endpoint again throughout the run.",
            "Check the address and the series in brokerMetrics."),
    BROKER_METRICS_GAPS(
            Severity.NOTE,
            "A metrics endpoint did not answer some of the requests, or the sampler failed.",
            "The charts of this broker have gaps, and the write amplification may be unknown.",
            "Check the endpoint. The text has the last error."),
    BROKER_METRICS_CAPPED(
            Severity.NOTE,
            "A metrics endpoint has more than 500 series.",
            "Weir keeps the first 500 of them and leaves the others out.",
            "Name the series that you need in brokerMetrics.");

    private final Severity least;
    private final Severity worst;

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: it is a record of three texts
    private final Explanation explanation;

    ReasonCode(Severity severity, String happened, String matters, String remedy) {
        this(severity, severity, happened, matters, remedy);
    }

    ReasonCode(Severity least, Severity worst, String happened, String matters, String remedy) {
        this.least = least;
        this.worst = worst;
        explanation = new Explanation(happened, matters, remedy);
    }

    /** Returns the lowest severity that a reason with this code can have. */
    public Severity least() {
        return least;
    }

    /** Returns the highest severity that a reason with this code can have. */
    public Severity worst() {
        return worst;
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
