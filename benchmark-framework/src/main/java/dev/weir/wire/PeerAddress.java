package dev.weir.wire;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The address of the other end, as logs and messages have it. */
final class PeerAddress {
    private PeerAddress() {}

    /** With the port, and without the sign before it that stands for a name which was not looked up. */
    static String text(SocketAddress address) {
        return String.valueOf(address).replaceFirst("^/", "");
    }

    /** Without the port. */
    static String host(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : "this process";
    }
}
