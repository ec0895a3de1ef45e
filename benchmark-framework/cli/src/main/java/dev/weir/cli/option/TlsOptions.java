package dev.weir.cli.option;

import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.wire.tls.TlsFiles;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name the certificates by which a coordinator and its workers prove their identity. */
public final class TlsOptions {
    @Option(
            names = TlsFiles.CERTIFICATE,
            paramLabel = "FILE",
            description =
                    "Certificate (PEM) of this process, for TLS between coordinator and workers with certificates "
                            + "on both sides. 'bin/benchmark certs' makes all files that are needed")
    private @Nullable Path certificate;

    @Option(
            names = TlsFiles.KEY,
            paramLabel = "FILE",
            description = "Private key for --tls-cert (PEM, PKCS#8). The file must be readable only by its owner")
    private @Nullable Path key;

    @Option(
            names = TlsFiles.AUTHORITY,
            paramLabel = "FILE",
            description = "Certificate (PEM) of the authority that has signed the certificate of the other end")
    private @Nullable Path authority;

    /** Returns the security of these options; plain text without them, or if they are wrong. */
    public ChannelSecurity read(TlsRole role, Problems problems) {
        if (certificate != null && key != null && authority != null) {
            return TlsFiles.read(certificate, key, authority, role, problems).orElse(ChannelSecurity.NONE);
        }
        Map<String, Path> given = given();
        if (!given.isEmpty()) {
            List<String> missing = new ArrayList<>(List.of(TlsFiles.CERTIFICATE, TlsFiles.KEY, TlsFiles.AUTHORITY));
            missing.removeAll(given.keySet());
            problems.error(given.keySet().iterator().next(), "needs " + String.join(" and ", missing) + " beside it");
        }
        return ChannelSecurity.NONE;
    }

    List<String> words() {
        List<String> words = new ArrayList<>();
        given().forEach((option, file) -> words.addAll(List.of(option, file.toString())));
        return words;
    }

    private Map<String, Path> given() {
        Map<String, Path> given = new LinkedHashMap<>();
        Optional.ofNullable(certificate).ifPresent(file -> given.put(TlsFiles.CERTIFICATE, file));
        Optional.ofNullable(key).ifPresent(file -> given.put(TlsFiles.KEY, file));
        Optional.ofNullable(authority).ifPresent(file -> given.put(TlsFiles.AUTHORITY, file));
        return given;
    }
}
