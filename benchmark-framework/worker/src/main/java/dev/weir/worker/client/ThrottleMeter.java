package dev.weir.worker.client;

import dev.weir.wire.message.Throttling;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Remembers how long brokers have delayed each client because of quotas. Used by the session's thread. */
public final class ThrottleMeter {
    private final IdentityHashMap<Object, Long> sending = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Long> receiving = new IdentityHashMap<>();

    Throttling.Clients sending(Object client, long nanosSoFar) {
        return since(sending.put(client, nanosSoFar), nanosSoFar);
    }

    Throttling.Clients receiving(Object client, long nanosSoFar) {
        return since(receiving.put(client, nanosSoFar), nanosSoFar);
    }

    private static Throttling.Clients since(@Nullable Long before, long now) {
        // A producer that was opened again begins at 0.
        return Throttling.Clients.NONE.plus(before == null || now < before ? now : now - before);
    }
}
