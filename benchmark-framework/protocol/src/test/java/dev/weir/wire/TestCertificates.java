package dev.weir.wire;

import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.RunCertificates;
import dev.weir.wire.tls.TlsFiles;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Certificates as a person would make them, and what one end makes of them. */
public final class TestCertificates {
    private TestCertificates() {}

    /** For workers on this host, valid for a day from now on. */
    public static Path make(Path folder) {
        return make(folder, Instant.now(), "localhost");
    }

    /** The same for workers elsewhere, at another time. */
    public static Path make(Path folder, Instant at, String host) {
        var problems = new Problems();
        try {
            RunCertificates.make(folder, List.of(host), at, Duration.ofDays(1), false, problems);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        problems.throwIfAny();
        return folder;
    }

    /** Of a coordinator with the files that were made for it. */
    public static ChannelSecurity coordinator(Path folder) {
        return of(RunCertificates.ofCoordinator(folder), TlsRole.COORDINATOR);
    }

    /** Of a worker with the files that were made for localhost. */
    public static ChannelSecurity worker(Path folder) {
        return of(RunCertificates.ofWorker(folder, "localhost"), TlsRole.WORKER);
    }

    /** Of a process that uses the files of a folder. */
    public static ChannelSecurity of(Path folder, TlsRole role) {
        return of(folder, folder, role);
    }

    /** The same with the authority of another folder. */
    static ChannelSecurity of(Path folder, Path authority, TlsRole role) {
        var problems = new Problems();
        var read = TlsFiles.read(
                folder.resolve(RunCertificates.CERTIFICATE),
                folder.resolve(RunCertificates.KEY),
                authority.resolve(RunCertificates.AUTHORITY),
                role,
                problems);
        problems.throwIfAny();
        return read.orElseThrow();
    }
}
