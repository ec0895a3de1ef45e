package dev.weir.workload.message;

import dev.weir.workload.text.Checks;
import java.util.List;

/** Distribution of the sizes of payloads: classes with frequencies, or none if all have one size. */
public record SizeDistribution(List<SizeClass> classes) {
    public static final SizeDistribution NONE = new SizeDistribution(List.of());

    public SizeDistribution {
        classes = List.copyOf(classes);
    }

    public boolean isNone() {
        return classes.isEmpty();
    }

    /** Returns the mean size in bytes, rounded; there must be classes. */
    public int meanBytes() {
        double sum = classes.stream()
                .mapToDouble(each -> each.weight() * ((double) each.leastBytes() + each.mostBytes()) / 2)
                .sum();
        return (int) Math.round(sum / totalWeight());
    }

    /** Returns the smallest size in bytes; there must be classes. */
    public int leastBytes() {
        return classes.stream().mapToInt(SizeClass::leastBytes).min().orElseThrow();
    }

    /** Returns the largest size in bytes; there must be classes. */
    public int mostBytes() {
        return classes.stream().mapToInt(SizeClass::mostBytes).max().orElseThrow();
    }

    public double totalWeight() {
        return classes.stream().mapToDouble(SizeClass::weight).sum();
    }

    /** Range of equally frequent sizes. Its weight, more than 0, is relative to those of the other classes. */
    public record SizeClass(int leastBytes, int mostBytes, double weight) {
        public SizeClass {
            Checks.refuseIf(
                    leastBytes < 0 || mostBytes < leastBytes || mostBytes > PayloadSpec.MAX_BYTES,
                    "a class of sizes must be in [0, " + PayloadSpec.MAX_BYTES + "], the smaller one first, got "
                            + leastBytes + "-" + mostBytes);
            Checks.refuseIf(!(weight > 0 && weight <= 1e9), "a weight must be in (0, 1e9], got " + weight);
        }

        public String range() {
            return leastBytes + "-" + mostBytes;
        }
    }
}
