package dev.weir.coordinator.request;

import dev.weir.wire.tls.ChannelSecurity;
import java.net.SocketAddress;

/**
 * A worker to use.
 *
 * @param name name for people: {@code host:port}, or {@code in-process}
 */
public record WorkerTarget(String name, SocketAddress address, ChannelSecurity security) {
    public WorkerTarget(String name, SocketAddress address) {
        this(name, address, ChannelSecurity.NONE);
    }
}
