package dev.weir.result.code;

import java.util.Optional;

/** Kinds of events in a run. */
public enum EventKind implements Code {
    // Retention.

    RETENTION_BEGAN(
            "The system deleted messages from one partition for the first time. Weir notices it within a second.",
            "From then on the system also deletes data. parts in the result separates the measurement at that "
                    + "moment.",
            "Compare the parts before and after."),
    RETENTION_EVERYWHERE(
            "The system has deleted messages from each partition.",
            "From then on the load of the deletion is complete. parts in the result separates the measurement "
                    + "at that moment.",
            "Use the last part for the figures of a system that is in continuous use."),

    // Backlog.

    BACKLOG_BUILT(
            "The backlog reached its size, and the consumers continue.",
            "The drain begins.",
            "Nothing: the workload asks for it."),
    BACKLOG_DRAINED(
            "The consumers caught up with the backlog.",
            "backlog in the result reports the time and the rate of the drain.",
            "Nothing: the workload asks for it."),
    BACKLOG_NOT_DRAINED(
            "The backlog stopped shrinking, so Weir stopped waiting for it.",
            "At this rate, consumers cannot catch up after an outage.",
            "Use more partitions and consumers, or a lower rate."),
    BACKLOG_UNKNOWN(
            "The consumer lag was unknown for a minute, so Weir stopped waiting for the drain.",
            "Whether and when the backlog was drained is unknown.",
            "Check why the system did not report the ends of its logs (LAG_UNKNOWN)."),

    // Subscriptions that begin while the load runs.

    SUBSCRIPTION_BEGAN(
            "The consumers of a subscription were opened, because startAfter was over.",
            "parts in the result separates the measurement at that moment: compare the parts before and after it.",
            "Nothing: the workload asks for it."),
    SUBSCRIPTION_CAUGHT_UP(
            "A subscription that began at the first message has less than a second's load left to receive.",
            "From then on it reads at the end of the topic, as the others do. parts in the result separates the "
                    + "measurement at that moment.",
            "Nothing: the workload asks for it."),

    // Changes of the members of consumer groups.

    MEMBER_JOINED(
            "A consumer joined a group while it was read under load.",
            "members in the result reports how long each partition was silent, and how the assignment changed.",
            "Nothing: the workload asks for it."),
    MEMBER_LEFT(
            "A consumer left its group in order.",
            "members in the result reports how long each partition was silent, and how the assignment changed.",
            "Nothing: the workload asks for it."),
    MEMBER_STOPPED(
            "A consumer stopped polling for some time, while its client library went on.",
            "If the stop is longer than max.poll.interval.ms, the group gives the consumer's partitions to others. In "
                    + "a share group, locks of the consumer's messages expire. members in the result reports the "
                    + "effect on partitions and messages.",
            "Nothing: the workload asks for it."),
    MEMBER_KILLED(
            "A consumer ended without a last commit or acknowledgement and without leaving its group.",
            "The consumer's partitions are silent until its session times out. Messages that the consumer had "
                    + "received and not committed or acknowledged arrive again. members in the result counts these "
                    + "messages.",
            "Nothing: the workload asks for it."),

    // Workers and coordinator.

    WORKER_SILENT(
            "The connection to a worker broke, or nothing arrived over it for 5 s. Weir tries to connect "
                    + "again for 15 s.",
            "The worker goes on with its load meanwhile, and keeps its snapshots.",
            "Check the network if it happens often."),
    WORKER_BACK(
            "The connection to a worker is working again. Both ends continued where the other had received "
                    + "the last message.",
            "No snapshot is missing or counted twice.",
            "Nothing."),
    WORKER_LOST(
            "A worker failed, its process ended or was started again, or it could not be reached for 15 s.",
            "The run fails, or goes on without the worker if the workload has workerLoss: continue.",
            "Read the log of the worker."),
    COORDINATOR_STOOD_STILL(
            "The process of the coordinator did not run for 2 s or longer.",
            "See the reason of the same name.",
            "Do not suspend the coordinator's host."),

    // Brokers of a cluster that Weir did not start.

    BROKER_LEFT(
            "While there was trouble, the cluster did not list a broker any more, or the broker's address refused "
                    + "connections.",
            "Its partitions are without a leader until another broker takes over. The time of the event is the latest "
                    + "at which the broker can have been present.",
            "Look into the broker's log for the cause."),
    BROKER_RETURNED(
            "A broker that had left is in the cluster again, and accepts connections.",
            "Its replicas catch up, which is additional load for the other brokers.",
            "Nothing."),

    LEADERSHIPS_LOST(
            "A broker is no longer the leader of partitions of the run's topics: they have another leader, or none.",
            "Messages of these partitions wait until clients have found the new leaders. Weir asks for leaders every 5 s, "
                    + "and every second while there is trouble. The time of the event is the latest at which the broker "
                    + "was known to be the leader.",
            "Look into the broker's log for the cause. Some systems also move leaders to balance the load."),

    // Faults that the workload asks for.

    BROKER_KILLED(
            "Weir killed a broker.",
            "availability in the result reports how long the load was disturbed.",
            "Nothing: the workload asks for it."),
    BROKER_PAUSED(
            "Weir paused the process of a broker.",
            "availability in the result reports how long the load was disturbed.",
            "Nothing: the workload asks for it."),
    BROKER_STOPPING(
            "Weir asked a broker to stop in order.",
            "availability in the result reports how long the load was disturbed.",
            "Nothing: the workload asks for it."),
    BROKER_STOPPED(
            "A broker that was asked to stop has stopped, or was killed because it did not stop within 30 s.",
            "Its partitions have other leaders from now on, if they have replicas.",
            "Nothing: the workload asks for it."),
    BROKER_RESUMED(
            "A paused broker continues.",
            "availability in the result reports how long the load was disturbed.",
            "Nothing: the workload asks for it."),
    BROKER_STARTED(
            "A broker that was killed or stopped serves again.",
            "availability in the result reports how long the load was disturbed.",
            "Nothing: the workload asks for it.");

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: it is a record of three texts
    private final Explanation explanation;

    EventKind(String happened, String matters, String remedy) {
        explanation = new Explanation(happened, matters, remedy);
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
