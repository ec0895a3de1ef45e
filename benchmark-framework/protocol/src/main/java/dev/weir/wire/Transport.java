package dev.weir.wire;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;

/**
 * Transport of frames: TCP, or memory inside a process. The handlers above are the same. So a local run uses the code
 * of a distributed one, but opens no port that another user of the host could reach.
 */
enum Transport {
    TCP(NioServerSocketChannel.class, NioSocketChannel.class),
    IN_PROCESS(LocalServerChannel.class, LocalChannel.class);

    private final Class<? extends ServerChannel> serverChannel;
    private final Class<? extends Channel> clientChannel;

    Transport(Class<? extends ServerChannel> serverChannel, Class<? extends Channel> clientChannel) {
        this.serverChannel = serverChannel;
        this.clientChannel = clientChannel;
    }

    static Transport of(SocketAddress address) {
        return address instanceof LocalAddress ? IN_PROCESS : TCP;
    }

    EventLoopGroup newEventLoop(String threadName) {
        IoHandlerFactory ioHandlers = switch (this) {
            case TCP -> NioIoHandler.newFactory();
            case IN_PROCESS -> LocalIoHandler.newFactory();
        };
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName, true), ioHandlers);
    }

    Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    Class<? extends Channel> clientChannel() {
        return clientChannel;
    }
}
