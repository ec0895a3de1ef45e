package dev.weir.driver.redpanda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key and a certificate for 127.0.0.1, made by the JDK's keytool: the JDK has nothing public that makes one. */
record Certificates(SSLContext server, Path pem) {
    private static final String PASSWORD = "changeit";

    static Certificates in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("server.p12");
        Path pem = folder.resolve("server.pem");
        keytool(
                store,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-dname",
                "CN=fake",
                "-ext",
                "san=ip:127.0.0.1",
                "-alias",
                "a");
        keytool(store, "-exportcert", "-rfc", "-alias", "a", "-file", pem.toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return new Certificates(context, pem);
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        words.addAll(List.of(arguments));
        words.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process keytool = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(keytool.exitValue()).isZero();
        } finally {
            keytool.destroyForcibly();
        }
    }
}
