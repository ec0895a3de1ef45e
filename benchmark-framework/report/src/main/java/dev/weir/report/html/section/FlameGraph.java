package dev.weir.report.html.section;

import dev.weir.profile.FrameTree;
import dev.weir.report.html.tag.Numerals;
import dev.weir.report.html.tag.Tag;
import java.util.LinkedHashMap;
import java.util.Map;

/** A flame graph, which the page's script draws: frames in the order of their calls, each with depth, name and value. */
final class FlameGraph {
    private static final double MIN_SHARE = 0.001;
    private static final int MAX_FRAMES = 6000;

    private final FrameTree tree;
    private final Map<String, Integer> names = new LinkedHashMap<>();
    private final StringBuilder frames = new StringBuilder();
    private int count;

    private FlameGraph(FrameTree tree) {
        this.tree = tree;
    }

    /** @param title what was counted */
    static Tag of(String title, FrameTree tree) {
        var graph = new FlameGraph(tree);
        double share = MIN_SHARE;
        while (!graph.fill(share)) {
            share *= 2;
        }
        return Tag.of("figure")
                .add(
                        Tag.of("figcaption", title),
                        Tag.of("p", "Frames with less than " + Numerals.significant(100 * share) + " % are left out.")
                                .is("note"),
                        Tag.of("div")
                                .is("flame")
                                .with("aria-label", title)
                                .with("data-names", String.join("\n", graph.names.keySet()))
                                .with("data-frames", graph.frames.toString().strip()));
    }

    /** Returns whether all frames with at least that share of the total are in it: more would be too many for a page. */
    private boolean fill(double leastShare) {
        names.clear();
        frames.setLength(0);
        count = 0;
        add(tree, 0, Math.max(1, (long) Math.ceil(leastShare * tree.total())));
        return count <= MAX_FRAMES;
    }

    private void add(FrameTree frame, int depth, long least) {
        count++;
        int name = names.computeIfAbsent(frame.name(), each -> names.size());
        frames.append(depth)
                .append(' ')
                .append(name)
                .append(' ')
                .append(frame.total())
                .append(' ');
        frame.callees(least).forEach(callee -> add(callee, depth + 1, least));
    }
}
