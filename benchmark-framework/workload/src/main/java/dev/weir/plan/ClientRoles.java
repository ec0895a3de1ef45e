package dev.weir.plan;

import dev.weir.driver.client.Connections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The clients that one worker runs.
 *
 * @param producers that follow the schedule
 * @param steps what happens to consumers of the whole run while the load runs
 * @param connections that each producer keeps; the rate is of all producers of the run
 */
public record ClientRoles(
        List<ProducerRole> producers,
        List<ConsumerRole> consumers,
        List<ConsumerStep> steps,
        Connections connections,
        List<FeatureRole> ofFeatures) {
    /**
     * A client's latencies take up to 2 MB. A worker with more producers than this records their latencies together, and
     * one with more consumers those of each subscription. Consumers that begin later have their own.
     */
    public static final int MAX_OWN_LATENCIES = 64;

    public ClientRoles {
        producers = List.copyOf(producers);
        consumers = List.copyOf(consumers);
        steps = List.copyOf(steps);
        ofFeatures = List.copyOf(ofFeatures);
    }

    public <R extends FeatureRole> List<R> ofFeature(Class<R> role) {
        return ofFeatures.stream().filter(role::isInstance).map(role::cast).toList();
    }

    public List<ConsumerRole> consumersStartingWithLoad() {
        Set<Integer> joining = steps.stream()
                .filter(step -> step.action() == ConsumerStep.Action.JOIN)
                .map(ConsumerStep::consumer)
                .collect(Collectors.toSet());
        return consumers.stream()
                .filter(role -> role.kind().startsWithLoad() && !joining.contains(role.consumer()))
                .toList();
    }

    /** Whether the members of a consumer's group change while it reads. */
    public boolean isInChangingGroup(ConsumerRole role) {
        return steps.stream().anyMatch(step -> step.subscription() == role.subscription());
    }

    public boolean producersShareLatencies() {
        return producers.size() > MAX_OWN_LATENCIES;
    }

    public boolean consumersShareLatencies() {
        return consumersStartingWithLoad().size() > MAX_OWN_LATENCIES;
    }

    /** Clients of features that pass messages on. */
    public List<FeatureRole> relays() {
        return ofFeatures.stream().filter(role -> role.relayGroup().isPresent()).toList();
    }

    /** Whether a run can do without them: other relays take over what they do. */
    public boolean carryOnlyRelays() {
        return producers.isEmpty() && consumers.isEmpty() && !relays().isEmpty();
    }
}
