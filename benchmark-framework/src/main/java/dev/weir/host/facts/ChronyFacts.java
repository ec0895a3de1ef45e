package dev.weir.host.facts;

/**
 * State of the host's clock by chrony ({@code chronyc tracking}).
 *
 * @param reference server that it follows
 * @param stratum number of servers up to the time source
 * @param offsetNanos how far the host's clock is ahead of the time, being slewed off
 * @param rmsOffsetNanos long-term mean of the offsets
 * @param rootDelayNanos round trip to the time source
 * @param rootDispersionNanos error that all clocks on the way add
 */
public record ChronyFacts(
        String reference,
        int stratum,
        long offsetNanos,
        long rmsOffsetNanos,
        long rootDelayNanos,
        long rootDispersionNanos) {}
