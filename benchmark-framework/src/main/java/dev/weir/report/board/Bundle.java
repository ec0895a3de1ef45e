package dev.weir.report.board;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/**
 * A bundle: a ZIP file with which a result was disclosed.
 *
 * @param file the file
 * @param names names of the files in it, without folders
 * @param isVerified whether the file {@code .verified} beside it has its present SHA-256
 */
public record Bundle(Path file, Set<String> names, boolean isVerified) {
    public Bundle {
        names = Set.copyOf(names);
    }

    /**
     * Reads which files are in a bundle, and whether it was verified.
     *
     * @throws IOException if it is no ZIP file, or cannot be read
     */
    static Bundle read(Path file) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            Set<String> names = zip.stream()
                    .map(entry -> entry.getName().substring(entry.getName().lastIndexOf('/') + 1))
                    .collect(Collectors.toSet());
            Path verified = Path.of(file + ".verified");
            return new Bundle(
                    file,
                    names,
                    Files.exists(verified)
                            && Files.readString(verified)
                                    .strip()
                                    .split("\\s", 2)[0]
                                    .equalsIgnoreCase(sha256(file)));
        }
    }

    /** Returns the names of results that it is of by its own name: {@code a.b.json} and {@code a.json} for {@code a.b.zip}. */
    List<String> named() {
        List<String> named = new ArrayList<>();
        String name = String.valueOf(file.getFileName());
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            named.add(name.substring(0, dot) + ".json");
        }
        return named;
    }

    private static String sha256(Path file) throws IOException {
        try (var in = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
