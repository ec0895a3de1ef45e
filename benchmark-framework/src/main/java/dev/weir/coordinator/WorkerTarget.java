package dev.weir.coordinator;

import java.net.SocketAddress;
import java.util.Objects;

/**
 * A worker to use.
 *
 * @param name for people: {@code host:port}, or {@code in-process}
 */
public record WorkerTarget(String name, SocketAddress address) {
    public WorkerTarget {
        Objects.requireNonNull(name);
        Objects.requireNonNull(address);
    }
}
