package dev.weir.wire.tls;

import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.yaml.Problems;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of a coordinator and its workers, signed by an authority that is made for them. Its key is not stored,
 * so no certificate can be added later. Each end gets a folder with all files that it needs. Used by one thread.
 */
public record RunCertificates(Path folder, Instant from, Instant to) {
    /** Files in each folder: a certificate, its key, and the certificate of the authority. */
    public static final String CERTIFICATE = "cert.pem";

    public static final String KEY = "key.pem";
    public static final String AUTHORITY = "ca.pem";

    /** Begins the validity earlier, because a host whose clock is slow must accept a new certificate. */
    private static final Duration EARLIER = Duration.ofHours(1);

    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1");
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE = attribute("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER = attribute("rwx------");

    public static Path ofCoordinator(Path folder) {
        return folder.resolve("coordinator");
    }

    public static Path ofWorker(Path folder, String host) {
        return folder.resolve("worker-" + host.replace(':', '_'));
    }

    /**
     * Makes the certificates.
     *
     * @param hosts names or addresses by which the coordinator reaches the workers
     * @param problems receives the reason why nothing was made: files that exist already
     * @return whether they were made
     * @throws IOException if the folder cannot be written; files written by then cannot be used
     */
    public static boolean make(
            Path folder, List<String> hosts, Instant now, Duration validity, boolean overwrite, Problems problems)
            throws IOException {
        Map<Path, CertificateBuilder> owners = new LinkedHashMap<>();
        owners.put(ofCoordinator(folder), purposed("coordinator", TlsRole.COORDINATOR));
        for (String host : hosts) {
            owners.put(ofWorker(folder, host), named(purposed("worker " + host, TlsRole.WORKER), host));
        }
        List<Path> taken = owners.keySet().stream()
                .filter(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS))
                .toList();
        if (!overwrite && !taken.isEmpty()) {
            taken.forEach(path -> problems.error(
                    path.toString(),
                    "exists: certificates are not overwritten, name another folder or add --overwrite"));
            return false;
        }
        new RunCertificates(folder, now.minus(EARLIER), now.plus(validity)).issue(owners);
        return true;
    }

    private void issue(Map<Path, CertificateBuilder> owners) throws IOException {
        X509Bundle authority = built(
                new CertificateBuilder()
                        .subject("CN=authority of one coordinator and its workers")
                        .setIsCertificateAuthority(true)
                        .setPathLengthConstraint(OptionalInt.of(0))
                        .setKeyUsage(true, KeyUsage.keyCertSign),
                null);
        Files.createDirectories(folder, PRIVATE_FOLDER);
        for (Map.Entry<Path, CertificateBuilder> owner : owners.entrySet()) {
            X509Bundle issued = built(owner.getValue(), authority);
            Files.createDirectories(owner.getKey(), PRIVATE_FOLDER);
            Files.setPosixFilePermissions(owner.getKey(), PRIVATE_FOLDER.value());
            write(owner.getKey().resolve(CERTIFICATE), issued.getCertificatePEM());
            write(owner.getKey().resolve(KEY), issued.getPrivateKeyPEM());
            write(owner.getKey().resolve(AUTHORITY), authority.getCertificatePEM());
        }
    }

    private X509Bundle built(CertificateBuilder certificate, @Nullable X509Bundle authority) {
        try {
            certificate.ecp256().notBefore(from).notAfter(to);
            return authority == null ? certificate.buildSelfSigned() : certificate.buildIssuedBy(authority);
        } catch (Exception e) {
            // The library declares no narrower exception; each supported JDK has these keys and signatures.
            throw new IllegalStateException("this JDK cannot make a certificate", e);
        }
    }

    private static CertificateBuilder purposed(String name, TlsRole role) {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .setKeyUsage(true, KeyUsage.digitalSignature)
                .addExtendedKeyUsage(role.purpose());
    }

    /** Adds the name of a host. A host with one loopback name gets all of them. */
    private static CertificateBuilder named(CertificateBuilder certificate, String host) {
        List<String> names = new ArrayList<>(List.of(host));
        if (new WorkerAddress(host, 1).isLoopback()) {
            LOOPBACK.stream().filter(name -> !name.equals(host)).forEach(names::add);
        }
        for (String name : names) {
            if (NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name)) {
                certificate.addSanIpAddress(name);
            } else {
                certificate.addSanDnsName(name);
            }
        }
        return certificate;
    }

    /** Writes a new file in any case, because an old one would keep its permissions. */
    private static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PRIVATE_FILE)) {
            channel.write(StandardCharsets.US_ASCII.encode(text));
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
