package dev.weir.plan;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.Features;
import dev.weir.plan.Assignment.LoadPlan;
import dev.weir.workload.Subscription;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.text.Checks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plan of a run: its topics, and the part of each worker.
 *
 * @param names names of the run's own: the topics to create, or the prefixes of subscriptions on existing topics
 * @param topics topics of the run, in the same number; those of producers first, then those to which relays write
 * @param assignments one for each worker, in their order
 */
public record RunPlan(List<String> names, List<TopicSpec> topics, List<Assignment> assignments) {

    /** Ends the name of the topic to which relays write what they read. */
    public static final String OUTPUT_SUFFIX = "-output";

    private static final String GROUP = "group.id";

    /** Names of topics after their prefix as {@link #of} makes them, for runs with ids as a campaign makes them. */
    private static final Pattern TOPIC_OF_RUN = Pattern.compile("(?<run>[0-9a-f]{8})-\\d+(" + OUTPUT_SUFFIX + ")?");

    public RunPlan {
        names = List.copyOf(names);
        topics = List.copyOf(topics);
        assignments = List.copyOf(assignments);
    }

    /**
     * Spreads a workload over workers. Producers are assigned in turn from the first worker, consumers from the last
     * one, so that in a swarm a single producer and consumer are on two hosts. A topology with separate roles applies
     * only to workloads with both roles; otherwise, all workers do their share. If there are relays, the last half
     * of several workers carries them and nothing else.
     *
     * @param runId lower-case hexadecimal, unique; part of each name that the run leaves in the system
     * @param workers number of workers, at least 1
     */
    public static RunPlan of(Workload workload, DriverConfig driver, String runId, int workers, Topology topology) {
        return of(workload, Map.of(), driver, runId, workers, topology);
    }

    /** Spreads a workload on existing topics, each with its partitions, or 1 where unknown, over workers. */
    public static RunPlan of(
            Workload workload,
            Map<String, Integer> existing,
            DriverConfig driver,
            String runId,
            int workers,
            Topology topology) {
        Checks.atLeast("workers", workers, 1);
        String run = driver.topics().namePrefix() + runId;
        List<String> names = new ArrayList<>();
        List<TopicSpec> topics = new ArrayList<>();
        for (int t = 0; t < workload.topics().count(); t++) {
            String own = run + "-" + t;
            names.add(own);
            if (workload.topics().exist()) {
                String name = workload.topics().existing().get(t);
                topics.add(new TopicSpec(name, existing.getOrDefault(name, 1)));
            } else {
                topics.add(new TopicSpec(own, workload.topics().partitionsOf(t)));
            }
        }
        List<ProducerRole> producers = producers(workload, topics, run);
        List<TopicSpec> inputs = List.copyOf(topics);
        if (workload.hasRelays()) {
            inputs.forEach(input -> {
                topics.add(new TopicSpec(input.name() + OUTPUT_SUFFIX, input.partitions()));
                names.add(input.name() + OUTPUT_SUFFIX);
            });
        }
        int first = topics.size() - inputs.size();
        List<ConsumerRole> consumers = consumers(
                workload, names.subList(first, names.size()), topics.subList(first, topics.size()), run, driver);
        List<ConsumerStep> steps = Features.in(ConsumerSteps.class).stream()
                .flatMap(each -> each.steps(workload, consumers).stream())
                .toList();
        int loading = workload.hasRelays() ? Math.max(1, workers / 2) : workers;
        int relaying = loading == workers ? workers : workers - loading;
        List<FeatureRole> ofFeatures = Features.in(FeatureRoles.class).stream()
                .<FeatureRole>flatMap(each -> each.roles(workload, topics, run).stream())
                .toList();
        boolean oneRole = producers.isEmpty() || consumers.isEmpty();
        int producing = oneRole ? loading : topology.producingWorkers(loading);
        int consuming = producing == loading ? loading : loading - producing;
        List<Assignment> assignments = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            assignments.add(new Assignment(
                    runId.hashCode(),
                    driver,
                    new ClientRoles(
                            everyNth(producers, w, producing),
                            w < loading ? everyNth(consumers, loading - 1 - w, consuming) : List.of(),
                            steps,
                            workload.run().sections().connections(),
                            everyNth(ofFeatures, workload.hasRelays() ? workers - 1 - w : w, relaying)),
                    producers.size(),
                    workload.messages(),
                    LoadPlan.of(workload),
                    workload.run().audited(),
                    workload.run().seed()));
        }
        return new RunPlan(names, topics, assignments);
    }

    /** Returns the id of the run that created a topic, by the topic's name; empty if Weir does not name topics so. */
    public static Optional<String> runOf(String prefix, String topic) {
        Matcher matcher = TOPIC_OF_RUN.matcher(topic.startsWith(prefix) ? topic.substring(prefix.length()) : "");
        return matcher.matches() ? Optional.of(matcher.group("run")) : Optional.empty();
    }

    /** Returns the name of the mark of a run, see {@link Admin#mark}. It begins with the name of the first topic. */
    public static String mark(String prefix, String runId) {
        return prefix + runId + "-0-mark";
    }

    private static List<ProducerRole> producers(Workload workload, List<TopicSpec> topics, String run) {
        List<ProducerRole> roles = new ArrayList<>();
        if (workload.load().hasOwnClients()) {
            return roles;
        }
        for (int i = 0; i < workload.topics().producersPerTopic(); i++) {
            for (int t = 0; t < topics.size(); t++) {
                int producers = workload.topics().producersOf(t);
                if (i < producers) {
                    TopicSpec topic = topics.get(t);
                    List<Integer> probed = new ArrayList<>();
                    for (int p = i; p < topic.partitions(); p += producers) {
                        probed.add(p);
                    }
                    String clientId = run + "-producer-" + roles.size();
                    roles.add(new ProducerRole(roles.size(), clientId, topic.name(), topic.partitions(), probed));
                }
            }
        }
        return roles;
    }

    private static List<ConsumerRole> consumers(
            Workload workload, List<String> names, List<TopicSpec> topics, String run, DriverConfig driver) {
        List<Subscription> subscriptions = workload.subscriptions().each();
        List<ConsumerRole> roles = new ArrayList<>();
        for (int i = 0; i < workload.subscriptions().mostConsumers(); i++) {
            for (int t = 0; t < topics.size(); t++) {
                TopicSpec topic = topics.get(t);
                for (int s = 0; s < subscriptions.size(); s++) {
                    Subscription kind = subscriptions.get(s);
                    if (i < kind.consumers()) {
                        int number = roles.size();
                        String id = run + "-consumer-" + number;
                        String group = givenGroup(workload, kind, driver).orElse(ownGroup(names.get(t), s));
                        ReadFrom from = from(workload, kind);
                        roles.add(new ConsumerRole(number, id, topic.name(), topic.partitions(), s, group, from, kind));
                    }
                }
            }
        }
        return roles;
    }

    /** Returns the group that files give to consumers of existing topics, whose user may be allowed no other one. */
    private static Optional<String> givenGroup(Workload workload, Subscription kind, DriverConfig driver) {
        return workload.topics().exist() && !kind.sharesPartitions()
                ? Optional.ofNullable(driver.withConsumerConfig(kind.consumerConfig())
                                .clients()
                                .effectiveConsumer()
                                .get(GROUP))
                        .filter(group -> !group.isBlank())
                : Optional.empty();
    }

    private static String ownGroup(String name, int subscription) {
        return name + "-subscription-" + subscription;
    }

    /** Returns whether the files give the group of a subscription, so that it may have members of other programs. */
    public boolean isInGivenGroup(int subscription) {
        Set<String> own =
                names.stream().map(name -> ownGroup(name, subscription)).collect(Collectors.toSet());
        return assignments.stream()
                .flatMap(assignment -> assignment.clients().consumers().stream())
                .anyMatch(role -> role.subscription() == subscription && !own.contains(role.group()));
    }

    private static ReadFrom from(Workload workload, Subscription kind) {
        if (workload.isConsumeOnly()) {
            return ReadFrom.FIRST_PAUSED;
        }
        return switch (kind.from().kind()) {
            case EARLIEST -> ReadFrom.FIRST;
            case BACK -> ReadFrom.back(kind.from().backNanos());
            case LATEST -> workload.topics().exist() || !kind.startsWithLoad() ? ReadFrom.END : ReadFrom.RUN;
        };
    }

    /**
     * Returns whether these workers alone can continue the run: a producer is left, if there were some, and each
     * subscription and each topic with relays has a reader left.
     */
    public boolean canBeCarriedBy(List<Integer> workers) {
        List<Assignment> left = workers.stream().map(assignments::get).toList();
        return readers(left).equals(readers(assignments))
                && left.stream().anyMatch(each -> !each.clients().producers().isEmpty())
                        == assignments.stream()
                                .anyMatch(each -> !each.clients().producers().isEmpty());
    }

    private static Set<String> readers(List<Assignment> assignments) {
        Set<String> groups = new HashSet<>();
        for (Assignment assignment : assignments) {
            assignment.clients().consumers().forEach(role -> groups.add(role.group()));
            assignment.clients().relays().forEach(role -> role.relayGroup().ifPresent(groups::add));
        }
        return groups;
    }

    /** Returns the topics that consumers read, in the order of those to which producers send. */
    public List<TopicSpec> consumedTopics(Workload workload) {
        return topics.subList(topics.size() - workload.topics().count(), topics.size());
    }

    private static <T> List<T> everyNth(List<T> all, int first, int n) {
        List<T> some = new ArrayList<>();
        for (int i = first; first < n && i < all.size(); i += n) {
            some.add(all.get(i));
        }
        return some;
    }
}
