package dev.weir.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Uses files as they are, without the checks that {@link TlsFiles} makes of one's own. */
final class Impostor {
    private Impostor() {}

    static ChannelSecurity of(Path folder) {
        return of(folder, folder);
    }

    /** The same with the authority of another folder. */
    static ChannelSecurity of(Path folder, Path authority) {
        try {
            String key = Files.readString(folder.resolve(RunCertificates.KEY)).replaceAll("-----[A-Z ]+-----|\\s", "");
            return ChannelSecurity.tls(
                    KeyFactory.getInstance("EC")
                            .generatePrivate(
                                    new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key))),
                    List.of(certificate(folder.resolve(RunCertificates.CERTIFICATE))),
                    List.of(certificate(authority.resolve(RunCertificates.AUTHORITY))));
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** A socket that trusts an authority, and has nothing to show to it. */
    static Socket withoutCertificate(SocketAddress address, Path authority)
            throws IOException, GeneralSecurityException {
        var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", certificate(authority.resolve(RunCertificates.AUTHORITY)));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        var worker = (InetSocketAddress) address;
        Socket socket = context.getSocketFactory().createSocket(worker.getAddress(), worker.getPort());
        ((SSLSocket) socket).startHandshake();
        return socket;
    }

    private static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }
}
