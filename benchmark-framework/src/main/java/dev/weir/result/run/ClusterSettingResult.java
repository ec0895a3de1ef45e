package dev.weir.result.run;

/**
 * What a run has made of one setting of the cluster, and what stands there again.
 *
 * @param name as the driver file has it
 * @param property as the cluster calls it
 * @param asked the value that the run asked for
 * @param before what it was; {@code 1 (default)} where the cluster had no value of its own
 * @param applied what the cluster said it was when the run began; empty if it was not reached
 * @param after what the cluster said it was when it had been put back; empty if that is unknown
 * @param restored whether it is again what it was before
 */
public record ClusterSettingResult(
        String name, String property, String asked, String before, String applied, String after, boolean restored) {
    /** All of it in a sentence. */
    public String text() {
        return property + " was " + before + ", " + (applied.isEmpty() ? "an unknown value" : applied)
                + " in this run, and is " + (restored ? "put back" : "not put back");
    }
}
