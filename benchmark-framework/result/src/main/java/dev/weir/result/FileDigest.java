package dev.weir.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digests: hexadecimal, but for {@link #bytes}. */
public final class FileDigest {
    private FileDigest() {}

    public static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (var content = new DigestInputStream(Files.newInputStream(file), digest)) {
            content.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String of(byte[] content) {
        return HexFormat.of().formatHex(bytes(content));
    }

    public static byte[] bytes(byte[] content) {
        return sha256().digest(content);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }
}
