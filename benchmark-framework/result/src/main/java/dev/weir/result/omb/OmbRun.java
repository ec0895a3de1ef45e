package dev.weir.result.omb;

import java.util.Optional;

/**
 * OMB's fields about what was run, on top of a result.
 *
 * @param version version of the system under test
 * @param beginTime in OMB's form, local time; older versions of OMB have other forms
 * @param endTime as {@code beginTime}
 */
public record OmbRun(
        Optional<String> workload,
        Optional<String> driver,
        Optional<String> version,
        Optional<String> beginTime,
        Optional<String> endTime) {}
