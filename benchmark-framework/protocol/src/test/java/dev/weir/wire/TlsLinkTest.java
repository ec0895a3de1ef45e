package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.wire.PendingConnections.RejectedConnectionLog;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.wire.tls.TlsFiles;
import dev.weir.wire.tls.WireException;
import dev.weir.workload.WorkerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A worker and a coordinator on loopback, with credentials that fit and with all that do not. */
@Isolated("others would write into the log")
class TlsLinkTest extends LoopbackLinks {
    @TempDir
    private static Path folder;

    private static Path ours;
    private static Path theirs;
    private static Path expired;
    private static Path elsewhere;

    @BeforeAll
    static void makeCertificates() {
        ours = TestCertificates.make(folder.resolve("ours"));
        theirs = TestCertificates.make(folder.resolve("theirs"));
        expired =
                TestCertificates.make(folder.resolve("expired"), Instant.now().minus(Duration.ofDays(2)), "localhost");
        elsewhere = TestCertificates.make(folder.resolve("elsewhere"), Instant.now(), "client-1");
    }

    /** What a peer sends to a socket that is closed resets the connection, and with that goes what was not read yet. */
    @ParameterizedTest(name = "TLS: {0}")
    @CsvSource({"false, 200", "true, 20"})
    void theLastMessageArrivesAlthoughThePeerKeepsSending(boolean tls, int times) throws InterruptedException {
        try (WireServer server = listen(tls ? TestCertificates.worker(ours) : ChannelSecurity.NONE)) {
            for (int i = 0; i < times; i++) {
                Conversation coordinator =
                        connect(server, tls ? TestCertificates.coordinator(ours) : ChannelSecurity.NONE);
                Conversation worker = accepted();
                for (int n = 0; n < 50; n++) {
                    coordinator.say(new Message.Probe());
                }
                worker.say(new Message.Failed("last words"));
                worker.link().close();
                for (int n = 0; n < 50; n++) {
                    coordinator.say(new Message.Probe());
                }

                assertThat(coordinator.hear(Message.Failed.class).reason()).isEqualTo("last words");
                assertThat(coordinator.closeReason()).isEqualTo("the connection was closed by the peer");
            }
        }
    }

    @Test
    void peersAreNamedByTheirCertificatesAndAWorkerByTheNameUnderWhichItWasFound() throws InterruptedException {
        ChannelSecurity security = TestCertificates.of(RunCertificates.ofWorker(elsewhere, "client-1"), TlsRole.WORKER);
        try (WireServer server = listen(security)) {
            int port = ((InetSocketAddress) server.address()).getPort();
            Conversation coordinator = Conversation.with(
                    client,
                    new WorkerAddress("127.0.0.1", port, "client-1").socketAddress(),
                    TestCertificates.coordinator(elsewhere));
            Conversation worker = accepted();
            worker.say(new Message.Probe());

            assertThat(coordinator.hear(Message.Probe.class)).isNotNull();
            assertThat(coordinator.link().peer()).endsWith(" (CN=worker client-1)");
            assertThat(worker.link().peer()).startsWith("127.0.0.1:").endsWith(" (CN=coordinator)");
        }
    }

    static Stream<Arguments> strangers() {
        ChannelSecurity worker = TestCertificates.worker(ours);
        ChannelSecurity coordinator = TestCertificates.coordinator(ours);
        Path ourWorker = RunCertificates.ofWorker(ours, "localhost");
        Path theirCoordinator = RunCertificates.ofCoordinator(theirs);
        return Stream.of(
                Arguments.of(
                        "a worker of another authority",
                        TestCertificates.worker(theirs),
                        coordinator,
                        "its certificate is not of the authority in our --tls-ca",
                        "it refused our certificate"),
                Arguments.of(
                        "a coordinator of another authority that trusts the worker's",
                        worker,
                        TestCertificates.of(theirCoordinator, RunCertificates.ofCoordinator(ours), TlsRole.COORDINATOR),
                        "it refused our certificate",
                        "its certificate is not of the authority in our --tls-ca"),
                Arguments.of(
                        "a worker that passes itself off as the coordinator",
                        worker,
                        Impostor.of(ourWorker),
                        "it refused our certificate",
                        "its certificate is not one of a coordinator"),
                Arguments.of(
                        "a coordinator that passes itself off as a worker",
                        Impostor.of(RunCertificates.ofCoordinator(ours)),
                        coordinator,
                        "its certificate is not one of a worker",
                        "it refused our certificate"),
                Arguments.of(
                        "a worker whose certificate has expired",
                        Impostor.of(RunCertificates.ofWorker(expired, "localhost")),
                        Impostor.of(RunCertificates.ofCoordinator(expired)),
                        "its certificate has expired",
                        "it refused our certificate"),
                Arguments.of(
                        "a coordinator whose certificate has expired",
                        Impostor.of(ourWorker, RunCertificates.ofCoordinator(expired)),
                        Impostor.of(RunCertificates.ofCoordinator(expired), ourWorker),
                        "it refused our certificate (certificate_",
                        "its certificate has expired"),
                Arguments.of(
                        "a worker of another host",
                        TestCertificates.of(RunCertificates.ofWorker(elsewhere, "client-1"), TlsRole.WORKER),
                        TestCertificates.coordinator(elsewhere),
                        "its certificate is not one for this host name or address",
                        "it refused our certificate"),
                Arguments.of(
                        "a coordinator in plain text",
                        worker,
                        ChannelSecurity.NONE,
                        "this worker demands TLS",
                        "it speaks plain text, and this worker demands TLS"),
                Arguments.of(
                        "a worker in plain text",
                        ChannelSecurity.NONE,
                        coordinator,
                        "it speaks plain text: start that worker with --tls-cert",
                        "it speaks TLS, and this worker was started without TLS"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strangers")
    void bothEndsSayWhyTheyDoNotTrustEachOther(
            String who,
            ChannelSecurity worker,
            ChannelSecurity coordinator,
            String coordinatorSays,
            String workerSays) {
        try (var log = new CapturedLog(WireServer.class);
                WireServer server = listen(worker)) {
            if (coordinator.isTls()) {
                WireException refusal = catchThrowableOfType(WireException.class, () -> connect(server, coordinator));
                assertThat(refusal).hasMessageContaining(coordinatorSays);
                assertThat(refusal.isRefusal()).isTrue();
            } else {
                // Connected it is: the worker's words come as a message.
                assertThat(connect(server, coordinator)
                                .hear(Message.Refused.class)
                                .reason())
                        .contains(coordinatorSays);
            }

            assertThat(log.await("was not served")).contains("127.0.0.1:").contains(workerSays);
            assertThat(accepted).allSatisfy(any -> assertThat(worker.isTls()).isFalse());
            assertThat(log.lines()).hasSize(1);
        }
    }

    @Test
    void aPeerThatIsSilentInTheHandshakeIsGivenUp() throws IOException {
        try (var log = new CapturedLog(WireServer.class);
                WireServer server = listen(TestCertificates.worker(ours), limits(Duration.ofMillis(300)));
                Socket silent = connect(server)) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
            assertThat(log.await("was not served")).contains("it has sent nothing within 300 ms");
        }
    }

    /** As any program does that has the authority's certificate, and none of its own. */
    @Test
    void refusesAConnectionWithoutACertificate() throws IOException, GeneralSecurityException {
        try (var log = new CapturedLog(WireServer.class);
                WireServer server = listen(TestCertificates.worker(ours));
                Socket anonymous = Impostor.withoutCertificate(server.address(), RunCertificates.ofCoordinator(ours))) {
            readAll(anonymous.getInputStream());

            assertThat(log.await("was not served"))
                    .contains("it shows no certificate of the authority in our --tls-ca");
            assertThat(accepted).isEmpty();
        }
    }

    /** Each renegotiation costs the worker a handshake. TLS 1.3, the only version allowed, has no renegotiation. */
    @Test
    void refusesTls12InWhichAPeerCouldRenegotiate() throws IOException, GeneralSecurityException {
        Path coordinator = RunCertificates.ofCoordinator(ours);
        try (var log = new CapturedLog(WireServer.class);
                WireServer server = listen(TestCertificates.worker(ours));
                SSLSocket allowed = Impostor.ofVersion("TLSv1.3", server.address(), coordinator);
                SSLSocket old = Impostor.ofVersion("TLSv1.2", server.address(), coordinator)) {
            allowed.startHandshake();

            assertThatThrownBy(old::startHandshake)
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("protocol_version");
            assertThat(log.await("was not served")).contains("TLSv1.2");
            assertThat(log.lines()).hasSize(1);
        }
    }

    @Test
    void theCoordinatorGivesUpAWorkerThatClosesInTheHandshake() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var closing = new Thread(() -> {
                try (Socket accepting = listener.accept()) {
                    accepting.getInputStream().read();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            closing.start();

            assertThatThrownBy(() -> Conversation.with(
                            client, listener.getLocalSocketAddress(), TestCertificates.coordinator(ours)))
                    .isInstanceOf(WireException.class)
                    .hasMessageMatching("TLS: it closed the connection within the handshake.*|.*reset.*");
        }
    }

    private static void readAll(InputStream in) {
        try {
            in.readAllBytes();
        } catch (IOException e) {
            // Closed or reset: both are an end.
        }
    }

    private WireServer listen(ChannelSecurity security) {
        return listen(security, limits(Duration.ofMinutes(1)));
    }

    private static PendingConnections.Limits limits(Duration limit) {
        return new PendingConnections.Limits(32, 32, limit, limit, limit);
    }

    private WireServer listen(ChannelSecurity security, PendingConnections.Limits limits) {
        return listen(security, limits, RejectedConnectionLog.WINDOW);
    }

    private Conversation connect(WireServer server, ChannelSecurity security) {
        return Conversation.with(client, server.address(), security);
    }

    /** Uses files as they are, without the checks that {@link TlsFiles} makes of one's own. */
    private static final class Impostor {
        private static final char[] PASSWORD = "changeit".toCharArray();

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
            SSLSocket socket = socket(address, trusting(certificate(authority.resolve(RunCertificates.AUTHORITY))));
            socket.startHandshake();
            return socket;
        }

        /** A socket with valid files that offers one version of TLS only; the handshake is the caller's. */
        static SSLSocket ofVersion(String version, SocketAddress address, Path folder)
                throws IOException, GeneralSecurityException {
            X509Certificate own = certificate(folder.resolve(RunCertificates.CERTIFICATE));
            X509Certificate authority = certificate(folder.resolve(RunCertificates.AUTHORITY));
            KeyStore store = trusting(authority);
            store.setKeyEntry("own", key(folder), PASSWORD, new X509Certificate[] {own, authority});
            SSLSocket socket = socket(address, store);
            socket.setEnabledProtocols(new String[] {version});
            return socket;
        }

        private static KeyStore trusting(X509Certificate authority) throws IOException, GeneralSecurityException {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("ca", authority);
            return store;
        }

        private static SSLSocket socket(SocketAddress address, KeyStore store)
                throws IOException, GeneralSecurityException {
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
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
}
