package dev.weir.workload.message;

import java.util.List;

/**
 * How the sizes of payloads are distributed.
 *
 * @param classes of which each message has one, as frequently as its weight says; none: all payloads have one size
 */
public record SizeDistribution(List<SizeClass> classes) {
    /** All payloads have one size. */
    public static final SizeDistribution NONE = new SizeDistribution(List.of());

    public SizeDistribution {
        classes = List.copyOf(classes);
    }

    /** Whether all payloads have one size. */
    public boolean isNone() {
        return classes.isEmpty();
    }

    /** The mean size in bytes, rounded; there must be classes. */
    public int meanBytes() {
        double sum = classes.stream()
                .mapToDouble(each -> each.weight() * ((double) each.leastBytes() + each.mostBytes()) / 2)
                .sum();
        return (int) Math.round(sum / totalWeight());
    }

    /** The smallest size in bytes; there must be classes. */
    public int leastBytes() {
        return classes.stream().mapToInt(SizeClass::leastBytes).min().orElseThrow();
    }

    /** Of all classes together. */
    public double totalWeight() {
        return classes.stream().mapToDouble(SizeClass::weight).sum();
    }
}
