package dev.weir.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.result.FileDigest;
import dev.weir.result.document.DocumentReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * An Ed25519 signature of a manifest: {@code manifest.signature.json}. It covers all files, because the manifest has
 * their digests.
 *
 * @param publicKey key that verifies it, X.509, base64
 * @param signature base64
 */
record ManifestSignature(String publicKey, String signature) {
    static final String NAME = "manifest.signature.json";

    private static final String ALGORITHM = "Ed25519";

    /**
     * Signs a manifest.
     *
     * @param privateKey PKCS#8 in a PEM file, as {@code openssl genpkey -algorithm ed25519} writes it
     * @param publicKey its public key in a PEM file
     * @throws GeneralSecurityException if a file has no such key, or the keys do not belong together
     */
    static ManifestSignature of(String manifest, Path privateKey, Path publicKey)
            throws GeneralSecurityException, IOException {
        Signature signer = Signature.getInstance(ALGORITHM);
        PrivateKey key = KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(pem(privateKey)));
        signer.initSign(key);
        signer.update(manifest.getBytes(StandardCharsets.UTF_8));
        var signature = new ManifestSignature(
                Base64.getEncoder().encodeToString(pem(publicKey)),
                Base64.getEncoder().encodeToString(signer.sign()));
        if (!signature.fits(manifest)) {
            throw new GeneralSecurityException("is not the public key of " + privateKey);
        }
        return signature;
    }

    static ManifestSignature parse(String json) throws JsonProcessingException {
        return DocumentReader.json().readValue(json, ManifestSignature.class);
    }

    String json() {
        return DocumentReader.pretty(this) + "\n";
    }

    /** Returns whether the manifest was signed with the key that belongs to this public key. */
    boolean fits(String manifest) {
        try {
            PublicKey key = KeyFactory.getInstance(ALGORITHM)
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(publicKey)));
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(manifest.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Returns the digest of the public key, by which people can compare keys. */
    String fingerprint() {
        return FileDigest.of(Base64.getDecoder().decode(publicKey));
    }

    static String fingerprint(Path key) throws IOException {
        return FileDigest.of(pem(key));
    }

    /** Returns the content of a PEM file, whatever it is. */
    private static byte[] pem(Path file) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(Files.readString(file).replaceAll("-----[A-Z ]+-----", ""));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no PEM file", e);
        }
    }
}
