package dev.weir.live;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * Address of a collector that accepts OTLP over HTTP.
 *
 * @param base without user and password, and without a slash at its end
 * @param userInfo user and password for HTTP's basic authentication; empty for none
 */
public record OtlpCollector(String base, String userInfo) {
    /** Parses an address; empty if it is not {@code http://} or {@code https://} with a host. */
    public static Optional<OtlpCollector> parse(String text) {
        try {
            URI uri = URI.create(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (!scheme.matches("https?")
                    || uri.getHost() == null
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String path = uri.getRawPath().replaceFirst("/+$", "");
            return Optional.of(new OtlpCollector(
                    scheme + "://" + uri.getHost() + port + path, uri.getUserInfo() == null ? "" : uri.getUserInfo()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the header {@code Authorization}, if there are user and password. */
    Optional<String> authorization() {
        return userInfo.isEmpty()
                ? Optional.empty()
                : Optional.of("Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the address without user and password. */
    @Override
    public String toString() {
        return base;
    }
}
