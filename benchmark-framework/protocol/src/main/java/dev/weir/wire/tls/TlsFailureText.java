package dev.weir.wire.tls;

import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.handler.timeout.TimeoutException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Explains why a TLS handshake failed, and what to do. The JDK has no types for most causes, so this class recognizes
 * its texts. Unknown texts are passed on.
 */
public record TlsFailureText(TlsRole role, Throwable failure) {
    public static final String PREFIX = "TLS: ";

    private static final Pattern ALERT = Pattern.compile("Received fatal alert: (\\w+)");
    private static final String CLOSED = "Connection closed";

    /** Alert with which {@code PendingConnections} rejects a connection. */
    private static final String FULL = "internal_error";

    private static final String OTHER_HOST = "No (name|subject alternative).*";

    /** Returns the explanation of a failure that one end of a connection found, if TLS is its cause. */
    public static Optional<String> of(Throwable failure, TlsRole role) {
        var text = new TlsFailureText(role, failure);
        boolean isOfTls = text.is(SSLException.class) || text.is(ClosedChannelException.class);
        return isOfTls ? Optional.of(PREFIX + text.text()) : Optional.empty();
    }

    /** Returns whether the next connection may succeed: there was no room for this one, or the network lost it. */
    public static boolean isPassing(Throwable failure) {
        var text = new TlsFailureText(TlsRole.COORDINATOR, failure);
        return text.is(ClosedChannelException.class)
                || text.is(SocketException.class)
                || text.is(TimeoutException.class)
                || text.is(SslHandshakeTimeoutException.class)
                || text.texts().anyMatch(each -> each.contains(CLOSED) || each.contains(FULL));
    }

    private String text() {
        if (is(NotSslRecordException.class)) {
            return role == TlsRole.WORKER
                    ? "it speaks plain text, and this worker demands TLS"
                    : "it speaks plain text: start that worker with --tls-cert, --tls-key and --tls-ca";
        }
        if (is(SslHandshakeTimeoutException.class)) {
            return "the handshake was not over within " + ChannelSecurity.HANDSHAKE_LIMIT.toSeconds() + " s";
        }
        if (is(CertificateExpiredException.class)) {
            return "its certificate has expired: make new ones with bin/benchmark certs";
        }
        if (is(CertificateNotYetValidException.class)) {
            return "its certificate is not valid yet: are the clocks of both hosts right?";
        }
        return ofTexts();
    }

    private String ofTexts() {
        Optional<String> alert = texts().map(ALERT::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1).toLowerCase(Locale.ROOT))
                .findFirst();
        if (alert.isPresent()) {
            return refusedBy(alert.get());
        }
        if (texts().anyMatch(text -> text.contains("Empty client certificate chain"))) {
            return "it shows no certificate of the authority in our " + TlsFiles.AUTHORITY;
        }
        if (texts().anyMatch(text -> text.contains("Extended key usage") || text.contains("KeyUsage"))) {
            return "its certificate is not one of a " + peer() + " (its key usage): it needs the files for the "
                    + peer();
        }
        Optional<String> host = texts().filter(text -> text.matches(OTHER_HOST)).findFirst();
        if (host.isPresent()) {
            return "its certificate is not one for this host name or address (" + host.get()
                    + "): name the worker as bin/benchmark certs has named it";
        }
        if (is(CertPathValidatorException.class) || texts().anyMatch(text -> text.contains("certification path"))) {
            return "its certificate is not of the authority in our " + TlsFiles.AUTHORITY
                    + ": both ends need the files of one bin/benchmark certs";
        }
        if (is(ClosedChannelException.class) || texts().anyMatch(text -> text.contains(CLOSED))) {
            return "it closed the connection within the handshake: does it speak TLS"
                    + (role == TlsRole.COORDINATOR ? ", and has its port room for another connection?" : "?");
        }
        return texts().reduce((outer, inner) -> inner).orElse(failure.toString());
    }

    /** Explains an alert of the other end, which contains little more than the refusal. */
    private String refusedBy(String alert) {
        return switch (alert) {
            case "protocol_version", "handshake_failure", "insufficient_security" ->
                "it has no version or cipher of TLS in common with us (" + alert + ")";
            case FULL -> "its port has no room for another connection (" + alert + ")";
            default ->
                "it refused our certificate (" + alert + "): is " + TlsFiles.CERTIFICATE + " one for a " + role.text()
                        + ", not expired, and signed by the authority that it trusts? "
                        + (role == TlsRole.COORDINATOR ? "See the worker's log" : "See the coordinator's message");
        };
    }

    private String peer() {
        return role == TlsRole.WORKER ? TlsRole.COORDINATOR.text() : TlsRole.WORKER.text();
    }

    private boolean is(Class<? extends Throwable> type) {
        return causes(failure).anyMatch(type::isInstance);
    }

    private Stream<String> texts() {
        return causes(failure).map(Throwable::getMessage).filter(text -> text != null);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, each -> each != null, Throwable::getCause)
                .limit(20);
    }
}
