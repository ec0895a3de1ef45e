package dev.weir.driver.kafka.rig;

/** What the rig compares, of a {@link Window}. */
enum Measure {
    THROUGHPUT("messages/s"),
    CPU("CPU s per million messages"),
    ALLOCATION("allocated bytes per message"),
    RESIDENT("resident MiB at the end"),
    PEAK("resident MiB at most");

    private static final double MIB = 1048576;

    private final String label;

    Measure(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    double of(Window window) {
        return switch (this) {
            case THROUGHPUT -> window.messages() / window.seconds();
            case CPU -> window.cpuSeconds() * 1e6 / window.messages();
            case ALLOCATION -> (double) window.allocatedBytes() / window.messages();
            case RESIDENT -> window.residentBytes() / MIB;
            case PEAK -> window.peakResidentBytes() / MIB;
        };
    }
}
