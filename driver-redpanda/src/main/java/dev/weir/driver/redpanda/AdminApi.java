package dev.weir.driver.redpanda;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.client.AnswerDeadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Client of Redpanda's admin API: requests and answers in JSON. Any broker answers for the cluster, so its hosts are
 * tried in turn, beginning with the one that answered last. All requests can be repeated without harm. Used by one
 * thread at a time; each call blocks, at most for its deadline.
 */
final class AdminApi {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Missing hosts refuse at once, unless they are behind a firewall that drops requests. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

    private static final int MAX_SHOWN_LENGTH = 300;

    private final AdminSettings settings;
    private final HttpClient client;
    private final List<URI> hosts;

    /** @throws DriverException if the truststore cannot be used */
    AdminApi(AdminSettings settings) {
        this.settings = settings;
        this.hosts = new ArrayList<>(settings.hosts());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_LIMIT)
                // Some requests are redirected to the leading broker.
                .followRedirects(Redirect.NORMAL);
        settings.truststore().ifPresent(file -> builder.sslContext(trusting(file)));
        this.client = builder.build();
    }

    /** @throws DriverException if no host answers in time, or one answers with an error */
    JsonNode get(String path, AnswerDeadline deadline) {
        return answer("read " + path, host -> request(host, path).GET().build(), deadline);
    }

    /**
     * @throws DriverException as {@link #get}; it is then unknown whether the change was made, except for a {@link
     *     Refusal}
     */
    JsonNode put(String path, JsonNode body, AnswerDeadline deadline) {
        var content = BodyPublishers.ofString(body.toString());
        Function<URI, HttpRequest> request = host -> request(host, path)
                .header("Content-Type", "application/json")
                .PUT(content)
                .build();
        return answer("change " + path, request, deadline);
    }

    private HttpRequest.Builder request(URI host, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(host.resolve(path));
        if (!settings.token().isEmpty()) {
            request.header("Authorization", "Bearer " + settings.token());
        } else if (!settings.user().isEmpty()) {
            byte[] pair = (settings.user() + ":" + settings.password()).getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return request;
    }

    private JsonNode answer(String what, Function<URI, HttpRequest> request, AnswerDeadline deadline) {
        List<String> failures = new ArrayList<>();
        for (int left = hosts.size(); left > 0; left--) {
            URI host = hosts.get(0);
            try {
                // Each host gets a share of the time, so that silent ones leave time for the others.
                var share = new AnswerDeadline(Duration.ofMillis(Math.max(1, deadline.remainingMillis() / left)));
                return MAPPER.readTree(body(what, send(what, request.apply(host), share)));
            } catch (Unavailable e) {
                failures.add(host.getAuthority() + ": " + e.getMessage());
            } catch (JsonProcessingException e) {
                failures.add(host.getAuthority() + ": its answer is no JSON (is this the admin API?)");
            }
            hosts.add(hosts.remove(0));
        }
        throw new DriverException("cannot " + what + " at the admin API: " + String.join("; ", failures));
    }

    private HttpResponse<String> send(String what, HttpRequest request, AnswerDeadline share) throws Unavailable {
        CompletableFuture<HttpResponse<String>> sent = client.sendAsync(request, BodyHandlers.ofString());
        try {
            return share.await(what, sent);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Unavailable(FailureText.of(cause));
        } catch (DriverException e) {
            sent.cancel(true);
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            throw new Unavailable("no answer in time");
        }
    }

    private static String body(String what, HttpResponse<String> response) throws Unavailable {
        int status = response.statusCode();
        if (status / 100 == 2) {
            return response.body();
        }
        String said = said(response.body());
        if (status == 401 || status == 403) {
            String message = "the admin API refuses the credentials (" + status + said + ")";
            throw new Refusal(status, message + ": see adminUser, adminPassword and adminToken", "");
        }
        if (status / 100 == 5) {
            throw new Unavailable("status " + status + said);
        }
        throw new Refusal(status, "the admin API refuses to " + what + " (" + status + said + ")", response.body());
    }

    private static String said(String body) {
        String line = body.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "" : ": " + line.substring(0, Math.min(MAX_SHOWN_LENGTH, line.length()));
    }

    private static SSLContext trusting(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry(String.format(Locale.ROOT, "trusted-%d", number++), each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new DriverException("cannot read certificates (PEM) from " + file + ": " + FailureText.of(e), e);
        }
    }

    /** A host that cannot answer; another one may. */
    private static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        Unavailable(String message) {
            super(message);
        }
    }

    /** An answer that any other host would also give: nothing was changed. */
    static final class Refusal extends DriverException {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final String body;

        Refusal(int status, String message, String body) {
            super(message);
            this.status = status;
            this.body = body;
        }

        int status() {
            return status;
        }

        String body() {
            return body;
        }
    }
}
