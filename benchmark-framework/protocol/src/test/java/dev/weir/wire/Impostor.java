package dev.weir.wire;

import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.wire.tls.TlsFiles;
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
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
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
            return ChannelSecurity.tls(
                    key(folder),
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
        SSLSocket socket = socket(context, address);
        socket.startHandshake();
        return socket;
    }

    /** A socket with valid files that offers one version of TLS only; the handshake is the caller's. */
    static SSLSocket ofVersion(String version, SocketAddress address, Path folder)
            throws IOException, GeneralSecurityException {
        X509Certificate own = certificate(folder.resolve(RunCertificates.CERTIFICATE));
        X509Certificate authority = certificate(folder.resolve(RunCertificates.AUTHORITY));
        char[] password = "changeit".toCharArray();
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", authority);
        store.setKeyEntry("own", key(folder), password, new X509Certificate[] {own, authority});
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        SSLSocket socket = socket(context, address);
        socket.setEnabledProtocols(new String[] {version});
        return socket;
    }

    private static SSLSocket socket(SSLContext context, SocketAddress address) throws IOException {
        var worker = (InetSocketAddress) address;
        return (SSLSocket) context.getSocketFactory().createSocket(worker.getAddress(), worker.getPort());
    }

    private static PrivateKey key(Path folder) throws IOException, GeneralSecurityException {
        String key = Files.readString(folder.resolve(RunCertificates.KEY)).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(key)));
    }

    private static X509Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }
}
