package dev.weir.worker;

import dev.weir.wire.message.Throttling;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.function.ToLongFunction;

/** Reads how long brokers have delayed each client because of quotas. Used by the session thread. */
final class ThrottleMeter {
    private final IdentityHashMap<Object, Long> known = new IdentityHashMap<>();

    /**
     * Returns the times of clients since the previous call.
     *
     * @param nanos returns how long a client has been delayed so far
     */
    <T> Throttling.Clients take(Collection<T> clients, ToLongFunction<T> nanos) {
        var sum = new Throttling.Clients(0, 0, 0);
        for (T client : clients) {
            long now = nanos.applyAsLong(client);
            Long before = known.put(client, now);
            // A transactional producer that was opened again begins at 0.
            sum = sum.plus(before == null || now < before ? now : now - before);
        }
        return sum;
    }
}
