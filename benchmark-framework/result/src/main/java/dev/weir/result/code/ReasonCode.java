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
            "The sending threads cannot send 99 % of the target rate, even if the system never makes them wait.",
            "The run reports the limit of Weir's hosts, not the limit of the system.",
            "Use more producers if the hosts have idle processors, more workers if not, or a lower rate."),
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

    LATENCIES_CENSORED(
            Severity.NOTE,
            Severity.DEGRADED,
            "Messages of the measurement have no latency. A DEGRADED reason counts messages that were due but not sent: the "
                    + "load ended first, or catchUp: skip left them out. A NOTE counts, for each latency, all messages "
                    + "that were not sent, failed or were not delivered. It names the quantile from which on quantiles "
                    + "are lower bounds.",
            "Only a lower bound of their latencies is known, and they count as slower than all others. OMB's fields "
                    + "leave them out, so OMB's fields report a better run than it was. If messages were not sent, the "
                    + "system received less load than the target.",
            "Read the findings to see why these messages have no latency. For messages that were not sent: if "
                    + "SENDERS_SATURATED or SENDS_LATE is among the reasons, use more producers. Otherwise the system "
                    + "held the producers back: use a lower rate."),
    FEW_SAMPLES(
            Severity.NOTE,
            Severity.DEGRADED,
            "A headline latency has fewer than 10 samples beyond its p99.9 (NOTE) or its p99 (DEGRADED). In a "
                    + "transactionBenchmark it is always a NOTE. Or no message of a headline latency was completed in "
                    + "some intervals of the measurement (NOTE).",
            "A quantile with fewer samples beyond it is largely chance, so the result leaves it out. Intervals without "
                    + "a sample have no quantiles. Charts show gaps there.",
            "Measure for longer, or at a higher rate. For intervals without samples, read the events and findings of "
                    + "that time, or use longer intervals (sampleRateMillis)."),
    CLIENT_LATENCIES_SHARED(
            Severity.NOTE,
            "A worker ran more than 64 producers, or more than 64 consumers, and recorded their latencies "
                    + "together to save memory.",
            "The result has no latencies of these single clients. The latencies of the run and of each "
                    + "subscription, and the counts of each client, are complete.",
            "Nothing, unless you need the latencies of single clients: then use more workers."),

    // What the workload implies.

    NOT_AUDITED(
            Severity.NOTE,
            Severity.DEGRADED,
            "Messages were not followed to their delivery: the workload has audit: false or is a "
                    + "transactionBenchmark. Or the driver does not report the partition and offset of a message; no "
                    + "driver of OMB does. It is DEGRADED if the consumers of a subscription that began while the load "
                    + "ran never had positions in all partitions.",
            "Without the audit, lost, duplicated and reordered messages are unknown. Without partitions, the order of "
                    + "messages and figures of single partitions are unknown. Of such a subscription, it is unknown "
                    + "which messages it should have received, so its losses are unknown.",
            "Leave out audit: false, and use a driver of Weir's own for the system, if there is one. If a subscription "
                    + "had no positions, look at the errors of its consumers, or use a longer testDuration."),
    CONSUME_ONLY(
            Severity.NOTE,
            "The run produced nothing. All messages of the topics count as received, also those of other clients and "
                    + "old ones. If no message arrives for 5 s, the run ends, and the text reports how many messages "
                    + "had arrived by then.",
            "There are no latencies, no backlog, no target and no audit. The rates of the result cover the time until "
                    + "the last message, without those 5 s.",
            "Consume topics with more messages if that time is short. Otherwise nothing: the workload asks for it."),
    TARGET_ABOVE_CEILING(
            Severity.NOTE,
            "The target rate is higher than the rate that the consumers of a subscription can handle with the "
                    + "consumerProcessingTime of the workload.",
            "The backlog and the end-to-end latency grow, whatever the system does.",
            "Use a lower rate, more consumers, or a shorter consumerProcessingTime."),
    LOAD_APPROXIMATED(
            Severity.NOTE,
            "A request of recordsPerRequest messages consists of that many send calls, or a read is a seek and a poll "
                    + "of a client. Or the 32 bytes that Weir adds to each message to measure it travel as a header: "
                    + "the workload has stamp: header, or some or all messages are smaller than 32 bytes.",
            "The client groups messages into batches of its own and fetches ahead. The system may therefore receive "
                    + "more, fewer or other requests than the workload asks for. With a header, it receives more bytes "
                    + "than messageSize and headers. No figure counts the stamp.",
            "Nothing, unless the requests or bytes at the system matter. Then set the batch or fetch settings of the "
                    + "client accordingly (with Kafka: batch.size, linger.ms, max.poll.records, "
                    + "max.partition.fetch.bytes), or use messages of at least 32 bytes without stamp: header."),
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
    WORKER_PAUSED(
            Severity.NOTE,
            Severity.DEGRADED,
            "Garbage collection, the JVM or the host stopped a worker or one of its threads. Or the host of its virtual "
                    + "machine gave CPU time to other machines. It is a NOTE if collections take at least 5 % of the "
                    + "time, if other machines took at least 1 % of the CPU time, or if the pauses explain the p99.99 "
                    + "or the maximum. It is DEGRADED from 5 % of the CPU time, or if the pauses, alone or together "
                    + "with late sends, explain the p50, p95, p99 or p99.9.",
            "Messages that were due or in flight during a pause have a higher latency than the system caused.",
            "If garbage collection stopped the worker, give the workers a larger heap or a collector with shorter "
                    + "pauses. Otherwise stop other load on the worker's host, such as a broker, or move it to another "
                    + "host; or use a host with more or with dedicated CPU cores. More workers on other hosts help, "
                    + "too."),
    PROCESS_STOOD_STILL(
            Severity.NOTE,
            Severity.DEGRADED,
            "A control thread of a worker woke up at least a second too late, or the process of the coordinator did "
                    + "not run for 2 s or longer. It is DEGRADED if a worker stood still in the measurement, whose "
                    + "figures are of that time then, or if workers ended their load because of the coordinator. It is also "
                    + "a NOTE if the time of a recovery is unknown, because a worker reported at least 0.5 s late, or was "
                    + "lost, while the load recovered from a fault or an outage.",
            "The clients of a worker that stands still send, receive and time messages late. The availability figures "
                    + "and LOAD_NOT_MET leave this time out. The latencies include it. The result has no recovery whose "
                    + "time is unknown. A standstill of the coordinator "
                    + "leaves the figures valid. But workers that wait too long for it end their load, and the result "
                    + "attributes the loss of these workers to the coordinator.",
            "Find out what stopped the process: a suspended virtual machine, swapping, or a host with too much load. "
                    + "A longer --coordinator-silence of bin/benchmark-worker tolerates longer gaps of the "
                    + "coordinator."),
    ORDERS_LATE(
            Severity.NOTE,
            Severity.DEGRADED,
            "The coordinator's order to change the phase or the rate reached a worker too late. The worker had already "
                    + "sent messages that belong to the new phase or rate. The reason is DEGRADED from 0.1 % of the "
                    + "messages.",
            "These messages count in the previous phase, or were sent at the previous rate.",
            "Check the network between coordinator and workers, and the load on the worker's host."),

    // The instrument: hosts and network.

    HOST_SATURATED(
            Severity.NOTE,
            Severity.DEGRADED,
            "The host of a worker, its control group or its network card was nearly full, or the worker was close to its "
                    + "calibrated rate. The text of the reason states which. "
                    + "CPU: all cores together had at most 5 % of their time left, other processes included, for 5 % "
                    + "(NOTE) or 20 % (DEGRADED) of the measurement. A single core that had at most 2 % left for 20 % of "
                    + "the measurement, while other cores had more, is a NOTE. "
                    + "Quota: the control group (pod or container) had at most 5 % of its CPU quota left, for 5 % "
                    + "(NOTE) or 20 % (DEGRADED) of the measurement. Throttling by the kernel, after the group has used up the quota of a period (usually "
                    + "100 ms), is DEGRADED from 1 % of the time, added up over all cores. "
                    + "Network: a card carried 70 % of its capacity in one direction within a second (NOTE), or 90 % for "
                    + "5 % of the measurement (DEGRADED). It is also DEGRADED if Amazon's card held packets back, because "
                    + "the instance exceeded its network allowance. "
                    + "Calibration: the worker sent or received at least 50 % (NOTE) or 80 % (DEGRADED) of the messages "
                    + "per second that bin/benchmark doctor --calibrate measured on the host.",
            "Threads waited for CPU time, or messages waited in front of a full link, and that time counts as latency. "
                    + "If one core is full, a single thread may be at its limit. A full link limits the throughput. "
                    + "Close to the calibrated rate, Weir's own work adds to the latency.",
            "If other processes, such as a broker, used the CPU time, stop them or move them to other hosts. Otherwise "
                    + "use more workers on other hosts, a host with more cores or faster links, or a lower rate. In a "
                    + "pod or container, raise its CPU limit, or give it whole CPUs (the kubelet's static CPU manager "
                    + "policy). If a single core is full, use more producers or consumers."),
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
    NETWORK_ERRORS(
            Severity.NOTE,
            Severity.DEGRADED,
            "A network card of a worker's host dropped packets or found errors in them (NOTE), or the host sent TCP "
                    + "segments again. That is a NOTE from 0.5 % of at least 1,000 segments and DEGRADED from 2 %.",
            "Lost packets are sent again, which takes at least some milliseconds and delays the messages behind them. "
                    + "The network may have caused it, not the system.",
            "Check the network between workers and brokers for loss and for full links, and the card, its driver and "
                    + "its buffers (ethtool -S)."),

    // The instrument: clocks.

    CLOCKS_INEXACT(
            Severity.NOTE,
            Severity.DEGRADED,
            "End-to-end latencies between workers can be wrong by more than 1 ms or by an unknown amount, or messages "
                    + "seem to have arrived before they were due or sent, by more than the error bound of the clocks. "
                    + "Or the wall clock of a process was set while the run went on. It is a NOTE if only the median of "
                    + "the end-to-end latencies is lower than this bound.",
            "Differences below this bound mean nothing. If messages seem to have arrived too early, the clocks were "
                    + "further apart than Weir could find out, and all end-to-end latencies are in doubt. A clock that "
                    + "is set changes no latency, because the monotonic clock measures them. But if the host was "
                    + "suspended, the monotonic clock stood still, too.",
            "Synchronise the clocks of the workers' hosts (chrony, PTP) without steps during a run, or run producers and "
                    + "consumers in one worker."),

    // The instrument: workers and topics.

    WORKER_LOST(
            Severity.NOTE,
            Severity.DEGRADED,
            "The run went on without a worker, as the workload asks with workerLoss: continue. The text reports when "
                    + "and why, and how much of the load is missing. It is a NOTE if the worker ran only instances of "
                    + "transactional pipelines, because the other instances took over their work. It is also a NOTE if "
                    + "the run ended normally but it is unknown whether a worker's clients were closed.",
            "The load was lower after that. Messages that only this worker had received are unknown. The system had to "
                    + "assign its partitions to other consumers and to end its open transactions. Messages that waited "
                    + "for this have long end-to-end latencies. If it is unknown whether clients were closed, their "
                    + "figures may be missing, and they may still be connected to the system.",
            "Read the log of the worker to find out why it ended or could not be reached, and run it again. Stop the "
                    + "worker if it still holds connections."),
    LEFT_ON_CLUSTER(
            Severity.NOTE,
            Severity.DEGRADED,
            "Topics or changed settings of this run or of others were on the cluster, or are still there. Topics of the "
                    + "run could not be deleted, or reset: true left topics of earlier runs, because a name is no proof "
                    + "that a run has ended (NOTE). Or settings that this run had changed (clusterConfig) could not be "
                    + "restored, or another campaign of this host had changed settings when this run began (DEGRADED). "
                    + "Or Weir restored settings of an earlier, killed run before this run, or could not find out "
                    + "whether such settings belong to this cluster (NOTE).",
            "Topics use disk space and metadata of the system, which can affect later runs. With changed settings, runs "
                    + "work with settings that their driver files do not mention. A run that is still under way shares "
                    + "the system with this one.",
            "Run bin/benchmark recover -d DRIVERFILE, or delete topics yourself if nothing uses them. If settings could "
                    + "not be restored, the file that the text names has the old values. Check results of runs in "
                    + "between, and run one campaign after the other on a cluster."),

    // The phases of the load.

    NOT_STEADY(
            Severity.NOTE,
            Severity.DEGRADED,
            "Throughput or median latency changed by more than 10 % during the measurement, and by more than "
                    + "chance explains; it is a NOTE where the target rate was not achieved. Or the warm-up reached its "
                    + "longest duration before the condition of warmupUntil was met; it is a NOTE with warmupUntil: "
                    + "steady if the warm-up took 30 s or the measurement itself was judged. Or the seconds of the measurement "
                    + "differ so much that chance could hide a drift of 20 % (NOTE).",
            "Figures of the whole measurement mix the time before the change with the time after the change, or may "
                    + "include effects of the start.",
            "Warm up for longer (warmupDuration), measure for longer (testDuration), or read the intervals."),
    CATCH_UP_UNKNOWN(
            Severity.NOTE,
            Severity.DEGRADED,
            "A subscription that began at the first message, while the load ran, had not caught up by the end of the "
                    + "measurement (NOTE). Or the consumer lag was unknown for more than 5 s while a backlog was built "
                    + "or drained (DEGRADED).",
            "The time that the subscription needs is unknown; its rate until the end of the measurement is known. The "
                    + "times and rates of the backlog can be wrong by as long as the lag was unknown.",
            "Use a longer testDuration, more consumers, or a lower rate. If the lag was unknown, check why the system "
                    + "did not report the ends of its logs. The text has the last error."),

    // Faults.

    FAULT_NOT_DONE(
            Severity.DEGRADED,
            Severity.INVALID,
            "One of the faults of the workload could not be carried out (INVALID), or a broker that was to return "
                    + "after a fault did not return (DEGRADED).",
            "The run did not test what the workload asks for, or the rest of this run and later runs on this cluster "
                    + "lack that broker.",
            "Read the error in the text and correct its cause. Start the broker or restart the embedded cluster, and "
                    + "run the workload again."),

    // Files and metrics beside the result.

    RAW_TIMES_MISSING(
            Severity.DEGRADED,
            "The file with the single times of a transactionBenchmark could not be written.",
            "Only the file is missing. The figures of the result are complete.",
            "Make room on the disk of the result folder, or choose another folder."),
    BROKER_METRICS_MISSING(
            Severity.NOTE,
            "A metrics endpoint was unusable before the load began: it did not answer, did not use Prometheus' format, "
                    + "or had none of the series that were asked for. Or it did not answer some of the requests, the "
                    + "sampler failed, or the endpoint has more than 500 series.",
            "Metrics of this broker may be missing, its charts may have gaps, and the write amplification may be "
                    + "unknown. Of more than 500 series, Weir keeps the first 500.",
            "Check the address and the series in brokerMetrics, and the endpoint. The text has the last error.");

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

    public Severity least() {
        return least;
    }

    public Severity worst() {
        return worst;
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
