package dev.weir.driver.config;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An endpoint that serves metrics of one of the system's hosts in Prometheus' text format: a node_exporter, a JMX
 * exporter, or a broker itself.
 *
 * @param url http or https, with a host and without a user
 * @param host the name of the host; all endpoints of one host have the same name
 * @param series names of further series to keep, in addition to those that are kept of every endpoint; a name may end
 *     in {@code *}
 * @param drives names, at the endpoint, of the drives with the system's data; a name may end in {@code *}; empty: all
 *     drives of the host that are not part of another drive
 */
public record MetricsEndpoint(URI url, String host, List<String> series, List<String> drives) {
    /** The form of {@link #series}. */
    public static final Pattern SERIES = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*\\*?");

    private static final int MAX_PORT = 65_535;

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

    /** An endpoint of the host in the URL, with the default series. */
    public static MetricsEndpoint of(URI url) {
        return new MetricsEndpoint(url, url.getHost(), List.of(), List.of());
    }

    /** Whether such a URL can be that of an endpoint. */
    public static boolean isUsable(URI url) {
        return ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                && url.getHost() != null
                && url.getUserInfo() == null
                && url.getPort() != 0
                && url.getPort() <= MAX_PORT;
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
