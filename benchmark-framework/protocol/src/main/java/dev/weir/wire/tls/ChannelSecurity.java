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
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Protection of the connections between coordinator and workers: none, or TLS in which both ends prove their identity.
 * Immutable; any thread.
 */
public final class ChannelSecurity {
    /** Plain text: each client that reaches a worker can use it, and each host between the two can read everything. */
    public static final ChannelSecurity NONE = new ChannelSecurity(null, null);

    /** Limit for a peer's part of the handshake, long enough for a host that has just started Java. */
    public static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(10);

    /** Both ends are Weir, on Java 17 or later. TLS 1.3 has no renegotiation, by which a peer could cause load. */
    private static final String PROTOCOL = "TLSv1.3";

    private final @Nullable SslContext listening;
    private final @Nullable SslContext connecting;

    private ChannelSecurity(@Nullable SslContext listening, @Nullable SslContext connecting) {
        this.listening = listening;
        this.connecting = connecting;
    }

    /**
     * Creates TLS protection.
     *
     * @param key private key of the first certificate
     * @param chain this end's certificate, and those between it and its authority
     * @param authorities authorities that may sign the other end's certificate; the JDK's list does not count
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

    public boolean isTls() {
        return listening != null;
    }

    /** Returns the handler for a connection that a worker accepts; empty for plain text. */
    public Optional<SslHandler> accepting(ByteBufAllocator allocator) {
        return Optional.ofNullable(listening).map(context -> limited(context.newHandler(allocator)));
    }

    /**
     * Returns the handler for a connection that a coordinator opens, for which the worker has to prove that it runs on
     * that host.
     */
    public Optional<SslHandler> reaching(SocketAddress address, ByteBufAllocator allocator) {
        return connecting != null && address instanceof InetSocketAddress peer
                ? Optional.of(limited(connecting.newHandler(allocator, peer.getHostString(), peer.getPort())))
                : Optional.empty();
    }

    private static SslHandler limited(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(HANDSHAKE_LIMIT.toMillis());
        return handler;
    }

    /** End of a connection that a certificate is for. A certificate that lists its purposes must list this one. */
    public enum TlsRole {
        /** Connects; its purpose is TLS client authentication. */
        COORDINATOR("1.3.6.1.5.5.7.3.2"),
        /** Listens; its purpose is TLS server authentication. */
        WORKER("1.3.6.1.5.5.7.3.1");

        /** Purpose that stands for any purpose. */
        static final String ANY_PURPOSE = "2.5.29.37.0";

        private final String purpose;

        TlsRole(String purpose) {
            this.purpose = purpose;
        }

        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the object identifier of its purpose (RFC 5280, 4.2.1.12). */
        String purpose() {
            return purpose;
        }
    }
}
