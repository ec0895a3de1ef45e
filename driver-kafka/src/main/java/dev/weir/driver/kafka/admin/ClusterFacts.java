package dev.weir.driver.kafka.admin;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.FeatureNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads facts about a cluster. Each fact has a request of its own, because systems that only support Kafka's protocol
 * answer some requests and refuse others.
 */
final class ClusterFacts {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFacts.class);
    /** Broker settings that decide what an acknowledgement promises, for topics without settings of their own. */
    private static final Set<String> DURABILITY = Set.of(
            "default.replication.factor",
            "log.flush.interval.messages",
            "log.flush.interval.ms",
            "min.insync.replicas",
            "unclean.leader.election.enable");

    private final Admin admin;
    private final AnswerDeadline deadline;
    private final Map<String, String> facts = new TreeMap<>();
    private String id = "";

    ClusterFacts(Admin admin, AnswerDeadline deadline) {
        this.admin = admin;
        this.deadline = deadline;
    }

    private interface Request {
        void ask() throws ExecutionException;
    }

    /** @param system name of the system, if its answers do not identify it */
    Map<String, String> of(String system, ClientKind client) {
        facts.put("client", client.version());
        Optional<KnownSystem> known = known();
        facts.put("system", known.map(KnownSystem::title).orElse(system));
        tryTo("describe the brokers", this::brokers);
        tryTo("describe the features", this::features);
        return facts;
    }

    /** Returns which system it is; empty if its answers do not identify it. */
    Optional<KnownSystem> known() {
        tryTo("read the cluster's id", this::id);
        return KnownSystem.of(id);
    }

    private static void tryTo(String what, Request request) {
        try {
            request.ask();
        } catch (ExecutionException | DriverException e) {
            LOG.debug("cannot {}", what, e);
        }
    }

    private void id() throws ExecutionException {
        // Null of brokers that are too old to have ids.
        id = Objects.requireNonNullElse(
                deadline.await("read the cluster's id", deadline.cluster(admin).clusterId()), "");
        if (KnownSystem.isId(id)) {
            facts.put("cluster.id", id);
        }
    }

    private void brokers() throws ExecutionException {
        var answer = deadline.cluster(admin);
        var nodes = deadline.await("list the brokers", answer.nodes());
        facts.put("brokers", Integer.toString(nodes.size()));
        long racks = nodes.stream()
                .map(Node::rack)
                .filter(rack -> rack != null)
                .distinct()
                .count();
        facts.put("racks", Long.toString(racks));
        Node controller = deadline.await("read the controller", answer.controller());
        if (controller != null && !controller.isEmpty()) {
            facts.put("controller", controller.idString());
        }
        Node first = nodes.iterator().next();
        tryTo("read the settings of broker " + first.idString(), () -> durability(first));
    }

    private void durability(Node broker) throws ExecutionException {
        var resource = new ConfigResource(ConfigResource.Type.BROKER, broker.idString());
        Map<ConfigResource, Config> answer = deadline.await(
                "read broker settings",
                deadline.configs(admin, List.of(resource)).all());
        for (Config config : answer.values()) {
            for (ConfigEntry entry : config.entries()) {
                if (DURABILITY.contains(entry.name()) && entry.value() != null) {
                    facts.put("broker." + entry.name(), entry.value());
                }
            }
        }
    }

    private void features() throws ExecutionException {
        new Features(admin, deadline)
                .finalized()
                .forEach((name, version) -> facts.put(FeatureNames.PREFIX + name, String.valueOf(version)));
    }
}
