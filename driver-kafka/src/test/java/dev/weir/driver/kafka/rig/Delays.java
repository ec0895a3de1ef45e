package dev.weir.driver.kafka.rig;

import java.util.List;

/** How late sends were, in microseconds. */
record Delays(double p50, double p99, double p999) {
    static final List<String> LABELS = List.of("send delay p50, us", "send delay p99, us", "send delay p99.9, us");

    /** From what {@link ParkLoop} prints. */
    static Delays parse(String nanos) {
        String[] words = nanos.strip().split(" ", 3);
        return new Delays(
                Long.parseLong(words[0]) / 1e3, Long.parseLong(words[1]) / 1e3, Long.parseLong(words[2]) / 1e3);
    }

    /** In the order of the labels. */
    List<Double> figures() {
        return List.of(p50, p99, p999);
    }
}
