package dev.weir.doctor;

import dev.weir.clock.ClockOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether the clocks of several workers agree, by the rule by which a run is marked: the pair that is furthest apart
 * counts. Any thread.
 */
public final class ClockAgreement {
    /** Runs tolerate as much. */
    private static final long TOLERATED_NANOS = 1_000_000;

    private ClockAgreement() {}

    /** Of workers that were checked before; empty if fewer than two of them told the time. */
    public static Optional<Diagnosis> of(List<WorkerCheck> workers) {
        List<WorkerCheck> known = workers.stream()
                .filter(worker -> !worker.offset().equals(ClockOffset.UNKNOWN))
                .sorted(Comparator.comparingLong(worker -> worker.offset().offsetNanos()))
                .toList();
        if (known.size() < 2) {
            return Optional.empty();
        }
        WorkerCheck slowest = known.get(0);
        WorkerCheck fastest = known.get(known.size() - 1);
        String pair = "(" + slowest.address() + " and " + fastest.address() + ")";
        return Optional.of(new Diagnosis("workers together", List.of(judge(slowest.offset(), fastest.offset(), pair))));
    }

    static Check judge(ClockOffset slowest, ClockOffset fastest, String pair) {
        long apart = fastest.offsetNanos() - slowest.offsetNanos();
        long bound = fastest.boundNanos() + slowest.boundNanos();
        String found = Text.of("at most %.3f ms apart %s, bound %.3f ms", apart / 1e6, pair, bound / 1e6);
        if (apart > TOLERATED_NANOS + bound) {
            return Check.warn(
                    "clocks",
                    found + ": runs on them will be marked DEGRADED",
                    "let all of them follow one time server: sudo apt-get install chrony; then look at:"
                            + " chronyc tracking");
        }
        return bound > TOLERATED_NANOS
                ? Check.warn(
                        "clocks",
                        found + ": the network hides by how much end-to-end times between them are wrong",
                        "look again while nothing else runs; or use workers that are closer to each other")
                : Check.ok("clocks", found);
    }
}
