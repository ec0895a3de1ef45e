package dev.weir.deploy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/** What holds up messages: by the name of the cause that the result is to name, or with words that name a part of it. */
enum KnownCause {
    BROKER_COLLECTION(
            "garbage collection of embedded broker", (site, run, millis) -> site.collect(site.aBroker(run), millis)),
    BROKER_STOP(
            "did not run",
            (site, run, millis) ->
                    site.shell("kill -STOP $1; sleep $2; kill -CONT $1", site.aBroker(run), seconds(millis))),
    /** The file system of all brokers is frozen: writes wait. */
    LOG(
            "log of",
            (site, run, millis) ->
                    site.shell("fsfreeze -f $1; sleep $2; fsfreeze -u $1", site.brokersFolder(), seconds(millis))),
    CLIENT_COLLECTION("garbage collection of worker", (site, run, millis) -> site.collect(site.workerPid(), millis)),
    /** A process of higher priority takes the core that the worker has alone. */
    CORE_THEFT(
            "did not get the processor",
            (site, run, millis) -> site.shell(
                    // Its end comes from outside: on that core, nothing of the same priority would run.
                    "timeout $2 taskset -c $1 chrt -f 50 sh -c 'while :; do :; done'",
                    CauseSite.WORKER_CORE,
                    seconds(millis))),
    QUOTA("quota of", (site, run, millis) -> limitProducers(site, millis)),
    /** The partitions of one broker get another leader. */
    LEADER_CHANGE("change of leaders", (site, run, millis) -> changeLeaders(site)),
    /** The workload does it. */
    REBALANCE("consumer", (site, run, millis) -> {}),
    /** Packets of the worker's connections to brokers wait, in both directions. None is lost. */
    NETWORK("delayed or lost packets", (site, run, millis) -> site.delayPackets(millis));

    private static final long ANSWER_SECONDS = 30;

    /** Holds up messages of a run for a time. */
    private interface Holding {
        void holdUp(CauseSite site, Command run, long millis) throws Exception;
    }

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: each is a method without state
    private final Holding holding;

    KnownCause(String words, Holding holding) {
        this.words = words;
        this.holding = holding;
    }

    void holdUp(CauseSite site, Command run, long millis) throws Exception {
        holding.holdUp(site, run, millis);
    }

    /** Fields of the workload that make it happen; empty if something else does. */
    String fields(int second) {
        return this == REBALANCE ? "members:\n  - {at: " + second + "s, action: leave}\n" : "";
    }

    /** Whether a sentence of a result names it. */
    boolean isIn(String sentence) {
        return sentence.contains(words);
    }

    static String seconds(long millis) {
        return String.valueOf(millis / 1000.0);
    }

    private static void limitProducers(CauseSite site, long millis) throws Exception {
        try (Admin admin = site.admin()) {
            // 1 kB/s; producers send 8.5 kB/s to each broker.
            limit(admin, Optional.of(1000.0));
            // Brokers have to count for a second or two before a quota is exceeded.
            TimeUnit.MILLISECONDS.sleep(1500 + millis);
            limit(admin, Optional.empty());
        }
    }

    private static void limit(Admin admin, Optional<Double> bytesPerSecond) throws Exception {
        // The null names clients that have no quota of their own.
        var everyClient = new ClientQuotaEntity(Collections.singletonMap(ClientQuotaEntity.CLIENT_ID, null));
        var operation = new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond.orElse(null));
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(everyClient, List.of(operation))))
                .all()
                .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    private static void changeLeaders(CauseSite site) throws Exception {
        try (Admin admin = site.admin()) {
            Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
            Set<String> topics = admin.listTopics().names().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            Map<String, TopicDescription> descriptions =
                    admin.describeTopics(topics).allTopicNames().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            descriptions.forEach((topic, description) -> description.partitions().stream()
                    .filter(partition -> partition.leader().id() == 1)
                    .forEach(partition -> {
                        List<Integer> replicas = new ArrayList<>();
                        partition.replicas().forEach(node -> replicas.add(node.id()));
                        Collections.rotate(replicas, 1);
                        orders.put(
                                new TopicPartition(topic, partition.partition()),
                                Optional.of(new NewPartitionReassignment(replicas)));
                    }));
            admin.alterPartitionReassignments(orders).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
            admin.electLeaders(ElectionType.PREFERRED, orders.keySet()).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
        }
    }
}
