package dev.weir.driver.config;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Where a host of the system tells its figures in Prometheus' text format: a node_exporter, a JMX exporter, a broker
 * itself.
 *
 * @param url http or https, with a host and without a user
 * @param host whose figures these are; endpoints of the same host have the same
 * @param series to keep beyond those that are kept of every endpoint: names, or their first characters and {@code *}
 * @param drives that hold the system's data, by the names that the endpoint has for them, or their first characters and
 *     {@code *}; empty: all of the host that are no part of another one
 */
public record MetricsEndpoint(URI url, String host, List<String> series, List<String> drives) {
    /** Of {@link #series}. */
    public static final Pattern SERIES = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*\\*?");

    private static final int MOST_PORT = 65_535;

    public MetricsEndpoint {
        if (!isUsable(url)) {
            throw new IllegalArgumentException(
                    "url must be http or https with a host and no user, got one for the host " + url.getHost());
        }
        Objects.requireNonNull(host);
        series = List.copyOf(series);
        drives = List.copyOf(drives);
        series.forEach(name -> {
            if (!SERIES.matcher(name).matches()) {
                throw new IllegalArgumentException("series must be names, or their beginnings and *, got " + name);
            }
        });
    }

    /** All that is kept by default, of the host in the URL. */
    public static MetricsEndpoint of(URI url) {
        if (!isUsable(url)) {
            throw new IllegalArgumentException(
                    "url must be http or https with a host and no user, got one for the host " + url.getHost());
        }
        return new MetricsEndpoint(url, url.getHost(), List.of(), List.of());
    }

    /** Whether such a URL can be that of an endpoint. */
    public static boolean isUsable(URI url) {
        return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getPort() != 0
                && url.getPort() <= MOST_PORT;
    }

    /** The URL. */
    @Override
    public String toString() {
        return url.toString();
    }
}
