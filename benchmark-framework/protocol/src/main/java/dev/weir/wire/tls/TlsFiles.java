package dev.weir.wire.tls;

import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the PEM files with which one end of the control channel proves its identity and checks the other end's. All
 * problems with them are found before anything starts. Used by one thread.
 */
public record TlsFiles(Problems problems) {
    public static final String CERTIFICATE = "--tls-cert";
    public static final String KEY = "--tls-key";
    public static final String AUTHORITY = "--tls-ca";

    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    private static final String NO_PEM = "must hold certificates in PEM form (-----BEGIN CERTIFICATE-----), and has ";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /**
     * Reads the files; empty if there is a problem.
     *
     * @param certificate certificate of this end, followed by those between it and its authority
     * @param key key of the certificate, PKCS#8 without a passphrase
     * @param authority certificates of authorities that may sign the other end's certificate
     */
    public static Optional<ChannelSecurity> read(
            Path certificate, Path key, Path authority, TlsRole role, Problems problems) {
        var files = new TlsFiles(problems);
        List<X509Certificate> chain = files.certificates(CERTIFICATE, certificate);
        List<X509Certificate> authorities = files.certificates(AUTHORITY, authority);
        Optional<PrivateKey> own = chain.isEmpty()
                ? Optional.empty()
                : files.key(key, certificate, chain.get(0).getPublicKey());
        if (!chain.isEmpty()) {
            files.checkPurpose(certificate, chain.get(0), role);
        }
        if (chain.isEmpty() || authorities.isEmpty() || own.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ChannelSecurity.tls(own.get(), chain, authorities));
        } catch (WireException e) {
            files.error(CERTIFICATE, certificate, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private List<X509Certificate> certificates(String option, Path file) {
        Optional<String> text = text(option, file);
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            var bytes = new ByteArrayInputStream(text.get().getBytes(StandardCharsets.ISO_8859_1));
            List<X509Certificate> found = CertificateFactory.getInstance("X.509").generateCertificates(bytes).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (text.get().contains("-----BEGIN") && !found.isEmpty()) {
                return found.stream().allMatch(each -> isValidNow(option, file, each)) ? found : List.of();
            }
            error(option, file, NO_PEM + "none");
        } catch (CertificateException e) {
            error(option, file, NO_PEM + "something else: " + e.getMessage());
        }
        return List.of();
    }

    private boolean isValidNow(String option, Path file, X509Certificate certificate) {
        String wrong;
        try {
            certificate.checkValidity();
            return true;
        } catch (CertificateExpiredException e) {
            wrong = "has expired on " + certificate.getNotAfter().toInstant()
                    + ": make new ones with bin/benchmark certs";
        } catch (CertificateNotYetValidException e) {
            wrong = "is only valid from " + certificate.getNotBefore().toInstant() + " on: is this host's clock right?";
        }
        String who = certificate.getSubjectX500Principal().getName();
        error(option, file, "the certificate of " + who + " " + wrong);
        return false;
    }

    private void checkPurpose(Path file, X509Certificate certificate, TlsRole role) {
        try {
            List<String> purposes = certificate.getExtendedKeyUsage();
            if (purposes != null && !purposes.contains(role.purpose()) && !purposes.contains(TlsRole.ANY_PURPOSE)) {
                error(
                        CERTIFICATE,
                        file,
                        "must be the certificate of a " + role.text() + ", and the one of "
                                + certificate.getSubjectX500Principal().getName() + " is for something else"
                                + " (its extended key usage): use the files of the folder for the " + role.text());
            }
        } catch (CertificateException e) {
            error(CERTIFICATE, file, "its extended key usage cannot be read: " + e.getMessage());
        }
    }

    private Optional<PrivateKey> key(Path file, Path certificate, PublicKey ofCertificate) {
        Optional<String> text = text(KEY, file);
        if (text.isEmpty() || !isPrivate(file)) {
            return Optional.empty();
        }
        Matcher block = PKCS8.matcher(text.get());
        if (!block.find()) {
            error(
                    KEY,
                    file,
                    "must hold a key in PKCS#8 form without a passphrase (-----BEGIN PRIVATE KEY-----), and has none:"
                            + " openssl pkcs8 -topk8 -nocrypt makes one of others");
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(block.group(1));
            PrivateKey key = KeyFactory.getInstance(ofCertificate.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(bytes));
            if (belongTogether(key, ofCertificate)) {
                return Optional.of(key);
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Another kind of key, or a broken file. The JDK's message could contain parts of the key.
        }
        error(KEY, file, "must be the key of the certificate in " + certificate + ", and is not");
        return Optional.empty();
    }

    private static boolean belongTogether(PrivateKey own, PublicKey open) throws GeneralSecurityException {
        String algorithm = switch (open.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> open.getAlgorithm();
        };
        byte[] words = "who signs this".getBytes(StandardCharsets.US_ASCII);
        var signing = Signature.getInstance(algorithm);
        signing.initSign(own);
        signing.update(words);
        byte[] signature = signing.sign();
        var verifying = Signature.getInstance(algorithm);
        verifying.initVerify(open);
        verifying.update(words);
        return verifying.verify(signature);
    }

    private boolean isPrivate(Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (OWNER_ONLY.containsAll(permissions)) {
                return true;
            }
            if (!SecretMount.contains(file)) {
                error(KEY, file, "must be its owner's alone, and others have a right to it: chmod 600 " + file);
                return false;
            }
            if (SecretMount.ALLOWED.containsAll(permissions)) {
                return true;
            }
            error(
                    KEY,
                    file,
                    "more than its owner and a group that reads it have rights to it: set defaultMode: 0400 in the secret's volume, and"
                            + " fsGroup in the pod's securityContext");
            return false;
        } catch (UnsupportedOperationException e) {
            // A file system without such permissions.
            return true;
        } catch (IOException e) {
            error(KEY, file, "its permissions cannot be read: " + e);
            return false;
        }
    }

    private Optional<String> text(String option, Path file) {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            error(option, file, "there is no such file");
        } catch (IOException e) {
            error(option, file, "cannot be read: " + e);
        }
        return Optional.empty();
    }

    private void error(String option, Path file, String message) {
        problems.error(new Problem(file.toString(), 0, option, message));
    }

    /**
     * Recognizes files of a secret that Kubernetes has mounted into a container.
     *
     * <p>The kubelet keeps secrets in a file system in memory ({@code tmpfs}). It writes them into a folder with a time as
     * its name, to which the symbolic link {@code ..data} leads, and makes each file a symbolic link into {@code ..data}.
     * With {@code fsGroup}, it gives the files to a group and lets the group read them, because a process without root's
     * rights could not read them otherwise. This group has no members but the processes of the pod.
     */
    static final class SecretMount {
        private static final Path DATA = Path.of("..data");
        private static final String IN_MEMORY = "tmpfs";

        /** Rights of the owner, and of a group that reads. */
        private static final Set<PosixFilePermission> ALLOWED = PosixFilePermissions.fromString("rwxr-----");

        /** Returns whether a path, as it was given, names a file of a mounted secret. */
        static boolean contains(Path file) throws IOException {
            return isLaidOut(file) && Files.getFileStore(file).type().equals(IN_MEMORY);
        }

        static boolean isLaidOut(Path file) throws IOException {
            Path data = file.resolveSibling(DATA);
            return Files.isSymbolicLink(data)
                    && Files.isSymbolicLink(file)
                    && Files.readSymbolicLink(file).equals(DATA.resolve(file.getFileName()));
        }
    }
}
