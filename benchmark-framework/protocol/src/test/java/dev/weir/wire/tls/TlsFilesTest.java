package dev.weir.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.TlsFiles.SecretMount;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files of {@code bin/benchmark certs}, as they are and with what people do to them. */
class TlsFilesTest {
    @TempDir
    Path folder;

    private Path certs;
    private Path worker;
    private Path inMemory = Path.of("");

    @BeforeEach
    void make() {
        certs = TestCertificates.make(folder.resolve("certs"));
        worker = RunCertificates.ofWorker(certs, "localhost");
    }

    @AfterEach
    void deleteWhatIsInMemory() throws IOException {
        if (inMemory.isAbsolute()) {
            try (Stream<Path> all = Files.walk(inMemory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Test
    void onlyTheOwnerCanReadTheFiles() throws IOException {
        try (Stream<Path> all = Files.walk(certs)) {
            assertThat(all)
                    .hasSize(9)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void existingFilesAreOverwrittenOnlyOnRequest() throws IOException {
        Path key = worker.resolve(RunCertificates.KEY);
        String before = Files.readString(key);
        var problems = new Problems();

        assertThat(make(false, problems)).isFalse();
        assertThat(texts(problems))
                .hasSize(2)
                .allMatch(text -> text.contains("exists: certificates are not overwritten"));
        assertThat(key).hasContent(before);
        assertThat(make(true, new Problems())).isTrue();
        assertThat(Files.readString(key)).isNotEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(TestCertificates.worker(certs).isTls()).isTrue();
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        Files.delete(worker.resolve(RunCertificates.AUTHORITY));

        assertThat(problems(worker)).containsExactly(worker.resolve("ca.pem") + ": --tls-ca: there is no such file");
    }

    /** The message about a key in another form has the command that mends it. */
    @ParameterizedTest
    @CsvSource({
        "cert.pem, hello, must hold certificates in PEM form",
        "ca.pem, CERTIFICATE, must hold certificates in PEM form",
        "key.pem, EC PRIVATE KEY, openssl pkcs8 -topk8 -nocrypt"
    })
    void aFileWithSomethingElseIsRefused(String file, String label, String text) throws IOException {
        String content = "-----BEGIN " + label + "-----\naGVsbG8=\n-----END " + label + "-----\n";
        Files.writeString(worker.resolve(file), label.equals("hello") ? "hello\n" : content);

        assertThat(problems(worker)).singleElement().asString().contains(text);
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() throws IOException {
        Files.writeString(
                worker.resolve(RunCertificates.KEY),
                Files.readString(RunCertificates.ofCoordinator(certs).resolve(RunCertificates.KEY)));

        assertThat(problems(worker))
                .containsExactly(worker.resolve("key.pem") + ": --tls-key: must be the key of the certificate in "
                        + worker.resolve("cert.pem") + ", and is not");
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws IOException {
        Path key = worker.resolve(RunCertificates.KEY);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(problems(worker)).singleElement().asString().endsWith("chmod 600 " + key);
    }

    @Test
    void aKeyOfAMountedSecretMayBeReadByItsGroupAndNotByEveryUser() throws IOException {
        Path mounted = mountedInMemory();
        Path key = mounted.resolve("key.pem");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(SecretMount.contains(key)).isTrue();
        assertThat(TestCertificates.of(mounted, TlsRole.WORKER).isTls()).isTrue();

        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(problems(mounted))
                .containsExactly(key
                        + ": --tls-key: more than its owner and a group that reads it have rights to it: set defaultMode: 0400 in"
                        + " the secret's volume, and fsGroup in the pod's securityContext");
    }

    @Test
    void onlyLinksIntoTheDataFolderAreAMountedSecret() throws IOException {
        assertThat(SecretMount.isLaidOut(worker.resolve(RunCertificates.KEY))).isFalse();

        Path mounted = folder.resolve("mounted");
        layOut(worker, mounted);
        assertThat(SecretMount.isLaidOut(mounted.resolve("key.pem"))).isTrue();
        // The file itself, beside which there is no ..data.
        assertThat(SecretMount.isLaidOut(mounted.resolve("..data/key.pem"))).isFalse();

        Files.delete(mounted.resolve("cert.pem"));
        Files.createSymbolicLink(mounted.resolve("cert.pem"), worker.resolve("cert.pem"));
        assertThat(SecretMount.isLaidOut(mounted.resolve("cert.pem"))).isFalse();
    }

    @Test
    void aKeyOnADiskIsNoMountedSecretHoweverItIsLaidOut() throws IOException {
        assumeThat(Files.getFileStore(folder).type()).isNotEqualTo("tmpfs");
        Path mounted = folder.resolve("mounted");
        layOut(worker, mounted);
        Files.setPosixFilePermissions(mounted.resolve("key.pem"), PosixFilePermissions.fromString("rw-r-----"));

        assertThat(problems(mounted)).singleElement().asString().endsWith("chmod 600 " + mounted.resolve("key.pem"));
    }

    /** A folder in memory, as the kubelet would lay it out. */
    private Path mountedInMemory() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeThat(Files.isWritable(memory) && Files.getFileStore(memory).type().equals("tmpfs"))
                .as("there is no file system in memory")
                .isTrue();
        inMemory = Files.createTempDirectory(memory, "weir-");
        Path mounted = inMemory.resolve("mounted");
        layOut(worker, mounted);
        return mounted;
    }

    private static void layOut(Path files, Path mounted) throws IOException {
        Path version = Files.createDirectories(mounted.resolve("..2026_11_22_10_00_00.1"));
        Files.createSymbolicLink(mounted.resolve("..data"), version.getFileName());
        for (String name : List.of("cert.pem", "key.pem", "ca.pem")) {
            Files.copy(files.resolve(name), version.resolve(name));
            Files.createSymbolicLink(mounted.resolve(name), Path.of("..data", name));
        }
    }

    @Test
    void anExpiredCertificateIsRefused() {
        Path old = TestCertificates.make(folder.resolve("old"), Instant.now().minus(Duration.ofDays(3)), "localhost");

        assertThat(problems(RunCertificates.ofWorker(old, "localhost")))
                .hasSize(2)
                .allMatch(text -> text.contains("has expired on 20"));
    }

    @Test
    void aCertificateOfTheOtherEndIsRefused() {
        assertThat(problems(worker, TlsRole.COORDINATOR))
                .singleElement()
                .asString()
                .contains(
                        "must be the certificate of a coordinator, and the one of CN=worker localhost is for something"
                                + " else");
    }

    private boolean make(boolean overwrite, Problems problems) throws IOException {
        return RunCertificates.make(
                certs, List.of("localhost"), Instant.now(), Duration.ofDays(1), overwrite, problems);
    }

    private static List<String> problems(Path files) {
        return problems(files, TlsRole.WORKER);
    }

    private static List<String> problems(Path files, TlsRole role) {
        var problems = new Problems();
        TlsFiles.read(
                files.resolve(RunCertificates.CERTIFICATE),
                files.resolve(RunCertificates.KEY),
                files.resolve(RunCertificates.AUTHORITY),
                role,
                problems);
        return texts(problems);
    }

    private static List<String> texts(Problems problems) {
        return problems.errors().stream().map(Problem::toString).toList();
    }
}
