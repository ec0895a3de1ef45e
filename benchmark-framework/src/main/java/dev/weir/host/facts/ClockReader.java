package dev.weir.host.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the facts of a host's clock. Used by one thread. */
record ClockReader(HostFiles files, Function<List<String>, Optional<String>> commands) {
    /** Number of fields of {@code chronyc -c tracking}. */
    private static final int CHRONY_FIELDS = 14;

    ClockFacts read() {
        Optional<List<String>> tracking = commands.apply(List.of("chronyc", "-c", "tracking"))
                .map(line -> List.of(line.split(",", -1)))
                .filter(fields -> fields.size() == CHRONY_FIELDS);
        return new ClockFacts(
                files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"),
                synchronised(tracking),
                tracking.flatMap(ClockReader::chrony),
                ptpClocks());
    }

    /** Returns whether the clock is synchronised, by commands, because Java cannot call adjtimex. */
    private Optional<Boolean> synchronised(Optional<List<String>> tracking) {
        if (files.exists("run/systemd/timesync/synchronized")) {
            return Optional.of(true);
        }
        Optional<Boolean> kernel = commands.apply(List.of("timedatectl", "show", "--property=NTPSynchronized"))
                .filter(line -> line.matches("NTPSynchronized=(yes|no)"))
                .map(line -> line.endsWith("yes"));
        // The last field is the leap status: "Normal" and two others for a synchronised clock, otherwise "Not
        // synchronised".
        return kernel.or(
                () -> tracking.map(fields -> !fields.get(CHRONY_FIELDS - 1).equals("Not synchronised")));
    }

    /**
     * Parses the fields. Seconds have a sign, positive if the system's clock is ahead; chronyc itself prints a word
     * instead.
     */
    private static Optional<ChronyFacts> chrony(List<String> fields) {
        try {
            return Optional.of(new ChronyFacts(
                    fields.get(1),
                    Integer.parseInt(fields.get(2)),
                    nanos(fields.get(4)),
                    nanos(fields.get(6)),
                    nanos(fields.get(10)),
                    nanos(fields.get(11))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1e9);
    }

    private List<String> ptpClocks() {
        List<String> clocks = new ArrayList<>();
        for (String device : files.names("sys/class/ptp", "ptp*")) {
            String name = files.text("sys/class/ptp/" + device + "/clock_name").orElse("without a name");
            clocks.add(device + ": " + name + (files.exists("dev/" + device) ? "" : " (no /dev/" + device + ")"));
        }
        return clocks;
    }
}
