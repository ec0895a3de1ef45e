package dev.weir.feature.profiles;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Call stacks, merged from the outermost frame on: a frame with all that was counted in it. One thread. */
public final class FrameTree {
    private final String name;
    private final Map<String, FrameTree> callees = new LinkedHashMap<>();
    private long total;
    private long own;

    FrameTree(String name) {
        this.name = name;
    }

    /**
     * A frame by its name, wherever it stands in a stack.
     *
     * @param own counted where it was the innermost frame
     * @param total counted where it was any frame of the stack
     */
    public record Cost(String name, long own, long total) {}

    /** @param frames the outermost first */
    void add(List<String> frames, long amount) {
        FrameTree frame = this;
        frame.total += amount;
        for (String callee : frames) {
            frame = frame.callees.computeIfAbsent(callee, FrameTree::new);
            frame.total += amount;
        }
        frame.own += amount;
    }

    public String name() {
        return name;
    }

    /** What was counted in it and in all that it called. */
    public long total() {
        return total;
    }

    /** What it called, the largest first, without those that count less than this. */
    public List<FrameTree> callees(long least) {
        return callees.values().stream()
                .filter(each -> each.total >= least)
                .sorted(Comparator.comparingLong(FrameTree::total).reversed().thenComparing(FrameTree::name))
                .toList();
    }

    /** The frames in which most was counted, the largest first; without those that this one calls, which are threads. */
    public List<Cost> hottest(int most) {
        Map<String, Cost> costs = new HashMap<>();
        callees.values().forEach(thread -> collect(thread.callees.values(), new HashSet<>(), costs));
        return costs.values().stream()
                .filter(cost -> cost.own() > 0)
                .sorted(Comparator.comparingLong(Cost::own).reversed().thenComparing(Cost::name))
                .limit(most)
                .toList();
    }

    /** @param outer frames around these: one that calls itself counts once */
    private static void collect(Collection<FrameTree> frames, Set<String> outer, Map<String, Cost> costs) {
        for (FrameTree each : frames) {
            boolean outermost = outer.add(each.name);
            Cost before = costs.getOrDefault(each.name, new Cost(each.name, 0, 0));
            long total = before.total() + (outermost ? each.total : 0);
            costs.put(each.name, new Cost(each.name, before.own() + each.own, total));
            collect(each.callees.values(), outer, costs);
            if (outermost) {
                outer.remove(each.name);
            }
        }
    }
}
