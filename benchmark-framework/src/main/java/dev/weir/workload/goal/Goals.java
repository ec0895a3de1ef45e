package dev.weir.workload.goal;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a workload is run for, beyond its figures.
 *
 * @param thresholds what its runs have to keep to, beside what always holds
 * @param search how the highest rate is found that it can be run with; empty: it has a rate
 */
public record Goals(List<Threshold> thresholds, Optional<SearchSpec> search) {
    /** Figures, and nothing else. */
    public static final Goals NONE = new Goals(List.of(), Optional.empty());

    public Goals {
        Objects.requireNonNull(search);
        thresholds = List.copyOf(thresholds);
    }
}
