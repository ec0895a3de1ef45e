package dev.weir.coordinator.workers;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Collects the JVM settings of the clients' processes, which a comparison of two systems also depends on. */
public final class WorkerJvms {
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC");
    private static final int MEBIBYTE = 1 << 20;

    private WorkerJvms() {}

    public static Durability of(Collection<WorkerLink> workers) {
        List<WorkerFacts> facts =
                workers.stream().flatMap(worker -> worker.facts().stream()).toList();
        List<DurabilityItem> items = new ArrayList<>();
        if (!facts.isEmpty()) {
            items.add(item(DurabilityKey.CLIENT_JVM, facts, each -> each.host().java()));
            items.add(item(
                    DurabilityKey.CLIENT_HEAP,
                    facts,
                    each -> each.host().memory().maxHeapBytes() / MEBIBYTE + " MiB"));
            items.add(
                    facts.stream().allMatch(each -> collector(each).isPresent())
                            ? item(
                                    DurabilityKey.CLIENT_GC,
                                    facts,
                                    each -> collector(each).orElseThrow())
                            : DurabilityItem.unknown(DurabilityKey.CLIENT_GC, "a JVM was left to choose it"));
        }
        return new Durability(items);
    }

    private static DurabilityItem item(
            DurabilityKey key, List<WorkerFacts> facts, Function<WorkerFacts, String> value) {
        return DurabilityItem.of(
                key, Durability.joined(facts.stream().map(value).toList()), DurabilitySource.WORKER);
    }

    /** Returns the garbage collector; the last option in the arguments counts. */
    private static Optional<String> collector(WorkerFacts facts) {
        return facts.jvmArguments().stream()
                .map(COLLECTOR::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .reduce((one, next) -> next);
    }
}
