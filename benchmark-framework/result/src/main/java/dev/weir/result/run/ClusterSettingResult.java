package dev.weir.result.run;

/**
 * Change of one setting of the cluster by a run, and its restoration.
 *
 * @param name name in the driver file
 * @param property name in the cluster
 * @param asked value that the run requested
 * @param before value before the run; {@code 1 (default)} where the cluster had no value of its own
 * @param applied value that the cluster reported when the run began; empty if it was not reached
 * @param after value that the cluster reported after the restoration; empty if unknown
 * @param restored whether it has its previous value again
 */
public record ClusterSettingResult(
        String name, String property, String asked, String before, String applied, String after, boolean restored) {
    public String text() {
        return property + " was " + before + ", " + (applied.isEmpty() ? "an unknown value" : applied)
                + " in this run, and is " + (restored ? "put back" : "not put back");
    }
}
