package dev.weir.worker;

import dev.weir.driver.Driver;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Steps by which an assignment opens its consumers, and changes them during the load.
 *
 * @param receivers thread-safe list that gets each opened receiver, on the thread of its step
 */
record ReceiverSteps(Assignment assignment, Driver driver, RunMaterial material, List<LoadClient> receivers) {
    List<Callable<Boolean>> beforeLoad() {
        List<Callable<Boolean>> steps = new ArrayList<>();
        assignment.clients().consumersStartingWithLoad().forEach(role -> steps.add(() -> open(role, null)));
        return steps;
    }

    /** Returns the steps during the load, by nanoseconds after the begin of the measurement. */
    NavigableMap<Long, List<Callable<Boolean>>> underLoad() {
        NavigableMap<Long, List<Callable<Boolean>>> steps = new TreeMap<>();
        Map<Integer, ConsumerRole> own = new HashMap<>();
        assignment.clients().consumers().forEach(role -> {
            own.put(role.consumer(), role);
            role.kind().startAfterNanos().ifPresent(after -> at(after, steps).add(() -> open(role, null)));
        });
        for (ConsumerStep step : assignment.clients().steps()) {
            ConsumerRole role = own.get(step.consumer());
            if (role != null) {
                at(step.atNanos(), steps).add(() -> carryOut(step, role));
            }
        }
        return steps;
    }

    private static List<Callable<Boolean>> at(long nanos, Map<Long, List<Callable<Boolean>>> steps) {
        return steps.computeIfAbsent(nanos, absent -> new ArrayList<>());
    }

    private boolean open(ConsumerRole role, @Nullable ConsumerStep joins) {
        return receivers.add(new Receiver(assignment, role, driver, material, joins));
    }

    private boolean carryOut(ConsumerStep step, ConsumerRole role) {
        if (step.action() == ConsumerStep.Action.JOIN) {
            return open(role, step);
        }
        receivers.stream()
                .filter(Receiver.class::isInstance)
                .map(Receiver.class::cast)
                .filter(receiver -> receiver.consumer() == step.consumer())
                .forEach(receiver -> receiver.carryOut(step));
        return true;
    }
}
