package dev.weir.feature.members;

import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ConsumerStep.Action;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Selects the consumers of a workload's member events: the members that have been in the group for longest. A consumer
 * that stands still is skipped.
 */
final class MemberPlan {
    private final List<MemberEvent> events;
    private final List<String> names;
    private final List<ConsumerRole> roles;
    private final Map<Integer, Long> stoppedUntil = new HashMap<>();
    private final List<ConsumerStep> steps = new ArrayList<>();

    /** @param roles consumers that begin before the load; those that join are added */
    MemberPlan(List<MemberEvent> events, Workload workload, List<ConsumerRole> roles) {
        this.events = events;
        this.names =
                workload.subscriptions().each().stream().map(Subscription::name).toList();
        this.roles = roles;
    }

    List<ConsumerStep> steps() {
        Map<String, List<ConsumerRole>> groups = new HashMap<>();
        roles.forEach(role -> groups.computeIfAbsent(role.group(), absent -> new ArrayList<>())
                .add(role));
        List<String> order = roles.stream().map(ConsumerRole::group).distinct().toList();
        IntStream.range(0, events.size())
                .boxed()
                .sorted((one, other) ->
                        events.get(one).at().compareTo(events.get(other).at()))
                .forEach(number -> {
                    MemberEvent event = events.get(number);
                    int subscription = names.indexOf(event.subscription());
                    order.stream()
                            .map(group -> groups.getOrDefault(group, List.of()))
                            .filter(members -> members.get(0).subscription() == subscription)
                            .forEach(members -> add(number, event, members));
                });
        return steps;
    }

    private void add(int number, MemberEvent event, List<ConsumerRole> members) {
        long at = event.at().toNanos();
        for (int i = 0; i < event.count(); i++) {
            ConsumerRole role = event.action() == Action.JOIN ? joined(members) : longest(members, at);
            steps.add(new ConsumerStep(
                    number,
                    event.action(),
                    role.subscription(),
                    role.consumer(),
                    at,
                    event.length().toNanos()));
            switch (event.action()) {
                case JOIN -> members.add(role);
                case STOP -> stoppedUntil.put(role.consumer(), event.end().toNanos());
                case LEAVE, KILL -> members.remove(role);
            }
        }
    }

    private ConsumerRole joined(List<ConsumerRole> members) {
        ConsumerRole role = members.get(0).numbered(roles.size());
        roles.add(role);
        return role;
    }

    private ConsumerRole longest(List<ConsumerRole> members, long at) {
        return members.stream()
                .filter(role -> stoppedUntil.getOrDefault(role.consumer(), Long.MIN_VALUE) <= at)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("members must have a consumer that can change, got none"));
    }
}
