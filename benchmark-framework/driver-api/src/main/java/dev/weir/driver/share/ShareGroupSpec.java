package dev.weir.driver.share;

import dev.weir.driver.client.ReadFrom;
import java.util.Map;

/**
 * A share group to set up.
 *
 * @param name name of the group, as in {@link dev.weir.driver.client.ConsumerSpec#subscription}
 * @param from position at which it begins to read topics that it has not read before
 * @param committedOnly whether it delivers only messages of committed transactions
 * @param renewsLocks whether its consumers renew locks
 * @param config settings of the group, in the system's names; they take precedence over all others
 */
public record ShareGroupSpec(
        String name, ReadFrom from, boolean committedOnly, boolean renewsLocks, Map<String, String> config) {
    public ShareGroupSpec {
        config = Map.copyOf(config);
    }
}
