package dev.weir.result.code;

import java.util.Optional;

/** Kinds of events in a run. */
public enum EventKind implements Code {
    // The course of the load.

    LOAD_CHANGED(
            "The system deleted messages from one partition for the first time, or has deleted messages from each "
                    + "partition; Weir notices it within a second. Or the consumers of a subscription were opened, "
                    + "because startAfter was over. Or a subscription that began at the first message has less than a "
                    + "second's load left to receive. Or the backlog reached its size, was drained, or stopped "
                    + "shrinking, or its lag was unknown for a minute, so that Weir stopped waiting for the drain.",
            "From then on, the load on the system differs. Once the system deletes messages of all partitions, the load "
                    + "of the deletion is complete. parts in the result separates the run at these moments, and backlog "
                    + "reports the time and the rate of the drain.",
            "Compare the parts before and after. After deletions began, use the last part for the figures of a system "
                    + "that is in continuous use."),
    MEMBER_CHANGED(
            "A consumer joined its group, left it in order, stopped polling for some time, or ended without a last "
                    + "commit and without leaving its group, as the workload asks.",
            "The group assigns partitions to other consumers. If the consumer did not leave in order, the partitions "
                    + "are silent until its session times out, or until max.poll.interval.ms is over. In a share "
                    + "group, locks of messages expire. members in the result reports how long each partition was "
                    + "silent, how the assignment changed, and which messages arrived again.",
            "Nothing: the workload asks for it."),

    // Workers and coordinator.

    WORKER_CHANGED(
            "The connection to a worker broke, or nothing arrived over it for 5 s. Weir tries to connect again for "
                    + "15 s. Or the connection is working again, and both ends continued where the other had received "
                    + "the last message. Or the worker is lost: it failed, its process ended or was started again, or "
                    + "it could not be reached for 15 s.",
            "Until a worker is connected again or lost, it goes on with its load and keeps its snapshots. No snapshot is "
                    + "missing or counted twice. If the worker is lost, the run fails, or goes on without the worker if "
                    + "the workload has workerLoss: continue.",
            "Read the log of the worker, and check the network."),
    PROCESS_STOOD_STILL(
            "The process of the coordinator did not run for 2 s or longer.",
            "See the reason of the same name.",
            "Do not suspend the coordinator's host."),

    // Brokers of a cluster that Weir did not start.

    BROKER_CHANGED(
            "While there was trouble, the cluster did not list a broker any more, or the broker's address refused "
                    + "connections. Or the broker is in the cluster again and accepts connections. Or a broker is no "
                    + "longer the leader of partitions of the run's topics: they have another leader, or none.",
            "Messages of these partitions wait until clients have found new leaders. The replicas of a broker that "
                    + "returned catch up, which is additional load for the other brokers. Weir asks for leaders every "
                    + "5 s, and every second while there is trouble. The time of the event is the latest at which the "
                    + "broker was known to be present or to be the leader.",
            "Look into the broker's log for the cause. Some systems also move leaders to balance the load."),

    // Faults that the workload asks for.

    BROKER_FAULT(
            "Weir killed, paused or stopped a broker, or the broker runs again. A broker that does not stop within 30 s "
                    + "is killed.",
            "availability in the result reports how long the load was disturbed. The partitions of the broker have "
                    + "other leaders meanwhile, if they have replicas.",
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
