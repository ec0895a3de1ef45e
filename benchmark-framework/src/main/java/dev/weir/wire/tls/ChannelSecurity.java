package dev.weir.wire.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * How connections between coordinator and workers are protected: not at all, or by TLS in which both ends prove who they
 * are. Immutable; any thread.
 */
public final class ChannelSecurity {
    /** Plain text: every client that reaches a worker can use it, and every host between the two can read all. */
    public static final ChannelSecurity NONE = new ChannelSecurity(null, null);

    /** A peer that has not finished its part by then is given up: this covers a host that only begins to run Java. */
    public static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(10);

    /** Both ends are Weir, on Java 17 or later. TLS 1.3 has no renegotiation, by which a peer could make us work for it. */
    private static final String PROTOCOL = "TLSv1.3";

    private final @Nullable SslContext listening;
    private final @Nullable SslContext connecting;

    private ChannelSecurity(@Nullable SslContext listening, @Nullable SslContext connecting) {
        this.listening = listening;
        this.connecting = connecting;
    }

    /**
     * TLS.
     *
     * @param key this end's own, of the first certificate
     * @param chain this end's certificate, and those between it and its authority
     * @param authorities who may vouch for the other end; what the JDK trusts does not count
     * @throws WireException if the JDK cannot use them
     */
    public static ChannelSecurity tls(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities) {
        try {
            return new ChannelSecurity(
                    SslContextBuilder.forServer(key, chain)
                            .sslProvider(SslProvider.JDK)
                            .protocols(PROTOCOL)
                            .trustManager(authorities)
                            .clientAuth(ClientAuth.REQUIRE)
                            .build(),
                    SslContextBuilder.forClient()
                            .sslProvider(SslProvider.JDK)
                            .protocols(PROTOCOL)
                            .keyManager(key, chain)
                            .trustManager(authorities)
                            .endpointIdentificationAlgorithm("HTTPS")
                            .build());
        } catch (SSLException e) {
            throw new WireException("this JDK cannot use the certificate or its key: " + e.getMessage(), e);
        }
    }

    /** Whether it is TLS. */
    public boolean isTls() {
        return listening != null;
    }

    /** What a worker puts before a new connection; empty for plain text. */
    public Optional<SslHandler> accepting(ByteBufAllocator allocator) {
        return Optional.ofNullable(listening).map(context -> limited(context.newHandler(allocator)));
    }

    /** What a coordinator puts before a new connection, for which the worker has to prove that it is the one of that host. */
    public Optional<SslHandler> reaching(SocketAddress address, ByteBufAllocator allocator) {
        return connecting != null && address instanceof InetSocketAddress peer
                ? Optional.of(limited(connecting.newHandler(allocator, peer.getHostString(), peer.getPort())))
                : Optional.empty();
    }

    private static SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(HANDSHAKE_LIMIT.toMillis());
        return handler;
    }
}
