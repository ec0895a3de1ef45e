package dev.weir.host.facts;

import java.util.List;
import java.util.Optional;

/**
 * Clock of a host.
 *
 * @param source where the kernel reads the time
 * @param synchronised whether the kernel's clock follows a time server
 * @param chrony state by chrony, if it runs
 * @param ptpClocks hardware clocks, as {@code ptp0: ena-ptp-05}
 */
public record ClockFacts(
        Optional<String> source, Optional<Boolean> synchronised, Optional<ChronyFacts> chrony, List<String> ptpClocks) {
    /** Nothing is known. */
    public static final ClockFacts NONE =
            new ClockFacts(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public ClockFacts {
        ptpClocks = List.copyOf(ptpClocks);
    }
}
