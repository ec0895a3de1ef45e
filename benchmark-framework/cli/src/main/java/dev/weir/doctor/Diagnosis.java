package dev.weir.doctor;

import dev.weir.doctor.Check.CheckOutcome;
import java.util.List;

/** All checks of one subject, such as {@code this host} or {@code worker client-1:8080}. */
public record Diagnosis(String subject, List<Check> checks) {
    public Diagnosis {
        checks = List.copyOf(checks);
    }

    public long count(CheckOutcome verdict) {
        return checks.stream().filter(check -> check.verdict() == verdict).count();
    }
}
