package dev.weir.host.observation;

import java.util.OptionalLong;

/**
 * Traffic of a network interface over a time.
 *
 * @param name its name in the kernel
 * @param receivedBytes with all headers
 * @param sentBytes with all headers
 * @param troubles packets dropped or with errors, in both directions
 * @param bytesPerSecondLimit limit in each direction; absent where the hardware does not report it, as in most virtual
 *     machines
 */
public record LinkUse(
        String name, long receivedBytes, long sentBytes, long troubles, OptionalLong bytesPerSecondLimit) {}
