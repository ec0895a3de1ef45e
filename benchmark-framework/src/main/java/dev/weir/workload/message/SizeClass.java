package dev.weir.workload.message;

/**
 * Range of equally frequent sizes.
 *
 * @param leastBytes smallest size
 * @param mostBytes largest size
 * @param weight frequency relative to the weights of the other classes; more than 0
 */
public record SizeClass(int leastBytes, int mostBytes, double weight) {
    public SizeClass {
        if (leastBytes < 0 || mostBytes < leastBytes || mostBytes > PayloadSpec.MAX_BYTES) {
            throw new IllegalArgumentException("a class of sizes must be in [0, " + PayloadSpec.MAX_BYTES
                    + "], the smaller one first, got " + leastBytes + "-" + mostBytes);
        }
        if (!(weight > 0 && weight <= 1e9)) {
            throw new IllegalArgumentException("a weight must be in (0, 1e9], got " + weight);
        }
    }

    /** Returns its name in files. */
    public String range() {
        return leastBytes + "-" + mostBytes;
    }
}
