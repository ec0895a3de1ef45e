package dev.weir.wire;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Formats the address of the other end for logs and messages. */
final class PeerAddress {
    private PeerAddress() {}

    /** Returns the address with port, without the slash that {@link java.net.InetSocketAddress} writes before it. */
    static String text(SocketAddress address) {
        return String.valueOf(address).replaceFirst("^/", "");
    }

    /** Returns the address without port. */
    static String host(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : "this process";
    }
}
