package dev.weir.host.observation;

import java.util.OptionalLong;

/**
 * What a network interface carried in a stretch.
 *
 * @param name as the kernel calls it
 * @param receivedBytes with all headers
 * @param sentBytes with all headers
 * @param troubles packets that it dropped or that had errors, both ways
 * @param bytesPerSecondLimit each way; absent where the hardware does not tell, as in most virtual machines
 */
public record LinkUse(
        String name, long receivedBytes, long sentBytes, long troubles, OptionalLong bytesPerSecondLimit) {}
