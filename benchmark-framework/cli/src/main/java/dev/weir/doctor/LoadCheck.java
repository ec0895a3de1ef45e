package dev.weir.doctor;

import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Judges what else runs on a host. Any thread. */
public final class LoadCheck {
    private static final String NAME = "load";
    private static final double SHOWN_SHARE = 0.01;
    private static final double BUSY_SHARE = 0.25;
    private static final double NOTED_SHARE = 0.05;
    private static final double BUSY_PER_CORE = 1;
    private static final double NOTED_PER_CORE = 0.5;

    private LoadCheck() {}

    /**
     * Returns the check; empty if nothing is known.
     *
     * @param averagePerCore load average of the last minute, for each core of the host; empty if unknown, or if this
     *     process has a part in it
     */
    public static List<Check> of(OtherLoadFigures load, OptionalDouble averagePerCore) {
        List<String> known = new ArrayList<>();
        load.cpuShare()
                .ifPresent(
                        share -> known.add(ReadableNumbers.of("other processes use %.0f %% of the CPUs", 100 * share)));
        load.stolenShare().stream()
                .filter(share -> share >= SHOWN_SHARE)
                .forEach(share -> known.add(
                        ReadableNumbers.of("other virtual machines have taken %.0f %% of the CPUs", 100 * share)));
        averagePerCore.ifPresent(average ->
                known.add(ReadableNumbers.of("the load average of the last minute is %.1f for each core", average)));
        if (known.isEmpty()) {
            return List.of();
        }
        double share = load.cpuShare().orElse(0) + load.stolenShare().orElse(0);
        double average = averagePerCore.orElse(0);
        String found = String.join(", ", known);
        String remedy = "end what else runs here (top), and check again when the load average has fallen";
        if (share >= BUSY_SHARE || average >= BUSY_PER_CORE) {
            return List.of(Check.fail(NAME, found + ": messages wait for a core", remedy));
        }
        return List.of(
                share >= NOTED_SHARE || average >= NOTED_PER_CORE
                        ? Check.warn(NAME, found + ": messages may wait for a core", remedy)
                        : Check.ok(NAME, found));
    }
}
