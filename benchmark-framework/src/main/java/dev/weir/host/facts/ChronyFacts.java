package dev.weir.host.facts;

/**
 * What chrony says of the host's clock ({@code chronyc tracking}).
 *
 * @param reference the server that it follows
 * @param stratum how many servers away the time comes from
 * @param offsetNanos how far the host's clock is ahead of the time as chrony knows it, being slewed off
 * @param rmsOffsetNanos long-term mean of the offsets that it found
 * @param rootDelayNanos round trip to where the time comes from
 * @param rootDispersionNanos what all clocks on the way add to the error
 */
public record ChronyFacts(
        String reference,
        int stratum,
        long offsetNanos,
        long rmsOffsetNanos,
        long rootDelayNanos,
        long rootDispersionNanos) {}
