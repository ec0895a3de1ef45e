package dev.weir.wire.tls;

import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;

/** What certificates call their owners. */
public final class TlsNames {
    private TlsNames() {}

    /** Who the other end has proved to be. */
    public static String peer(SslHandler tls) {
        try {
            return tls.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? certificate.getSubjectX500Principal().getName()
                    : "";
        } catch (SSLPeerUnverifiedException e) {
            throw new IllegalStateException("a handshake succeeded without a certificate of the peer", e);
        }
    }
}
