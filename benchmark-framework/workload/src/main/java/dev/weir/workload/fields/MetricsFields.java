package dev.weir.workload.fields;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.ListType;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Nodes;
import dev.weir.workload.yaml.OneOrMoreType;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType.Text;
import dev.weir.workload.yaml.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/** Field {@code brokerMetrics} of workload and driver files. One row each, as {@link WorkloadFields}. */
public final class MetricsFields {
    private static final String METRICS_PATH = "/metrics";

    private static final Field<String> URL = Field.required(
            "url", new Text(), "http or https, without a user; `" + METRICS_PATH + "` if it has no path");

    private static final Field<String> HOST = Field.free(
            "host", new Text(), "name of the host; the host in the URL if absent. Endpoints of one host have the same");

    private static final Field<List<String>> SERIES = Field.free(
            "series",
            new OneOrMoreType<>(new Text()),
            "series to keep in addition to the default ones: names, or their beginning and a `*`");

    private static final Field<List<String>> DRIVES = Field.free(
            "drives",
            new OneOrMoreType<>(new Text()),
            "drives with the system's data, as node_exporter names them, or their beginning and a `*`; all physical"
                    + " ones of the host if absent");

    private static final FieldTable TABLE = FieldTable.of("brokerMetrics mapping", URL, HOST, SERIES, DRIVES);

    public static final Field<List<MetricsEndpoint>> BROKER_METRICS = Field.optional(
            "brokerMetrics",
            ListType.of(new EndpointType()),
            List.of(),
            "endpoints in Prometheus' text format to sample while the load runs: node_exporter on the brokers' hosts,"
                    + " the brokers' own or their JMX exporters; URLs, or mappings for more than that. Those of the"
                    + " workload file and of the driver file are all sampled");

    private MetricsFields() {}

    public static void check(FieldValues values) {
        Set<URI> urls = new HashSet<>();
        values.get(BROKER_METRICS).stream()
                .filter(endpoint -> !urls.add(endpoint.url()))
                .findFirst()
                .ifPresent(endpoint ->
                        values.error(BROKER_METRICS, "must list each URL once, got " + endpoint + " twice"));
    }

    public static void put(List<MetricsEndpoint> endpoints, FieldWriter given) {
        given.put(
                BROKER_METRICS,
                endpoints,
                (endpoint, fields) -> fields.put(URL, endpoint.url().toString())
                        .put(HOST, endpoint.host())
                        .putIf(!endpoint.series().isEmpty(), SERIES, endpoint.series())
                        .putIf(!endpoint.drives().isEmpty(), DRIVES, endpoint.drives()));
    }

    private static Optional<MetricsEndpoint> endpoint(FieldValues values) {
        Optional<URI> url = url(values.get(URL));
        if (url.isEmpty()) {
            return values.error(URL, "must be " + EndpointType.URL_ALLOWED + got(values.get(URL)));
        }
        List<String> series = values.find(SERIES).orElse(List.of());
        for (String name : series) {
            if (!MetricsEndpoint.SERIES.matcher(name).matches()) {
                return values.error(SERIES, "must be names of series, or their beginning and a *, got " + name);
            }
        }
        return url.map(known -> new MetricsEndpoint(
                known,
                values.find(HOST).orElse(known.getHost()),
                series,
                values.find(DRIVES).orElse(List.of())));
    }

    /** Returns the value for a message; hides it, because it may contain a secret. */
    private static String got(String url) {
        return Secrets.isSecret(url) ? "" : ", got " + Secrets.text(url);
    }

    private static Optional<URI> url(String text) {
        try {
            URI url = new URI(text.strip());
            boolean bare = url.getRawPath() == null || url.getRawPath().isEmpty();
            boolean secret =
                    !Secrets.text(text).equals(text) || (url.getQuery() != null && Secrets.isSecret(url.getQuery()));
            return Optional.of(bare ? url.resolve(METRICS_PATH) : url)
                    .filter(MetricsEndpoint::isUsable)
                    .filter(usable -> !secret);
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** A URL, or a mapping with more fields. */
    static final class EndpointType implements Type<MetricsEndpoint> {
        static final String URL_ALLOWED =
                "an http or https URL without a user or a secret, such as http://broker-1:9100";

        private static final MappingType<MetricsEndpoint> MAPPING = new MappingType<>(TABLE, MetricsFields::endpoint);

        @Override
        public Optional<MetricsEndpoint> read(Node node, Place place) {
            if (node instanceof MappingNode) {
                return MAPPING.read(node, place);
            }
            return new Text().read(node, place).flatMap(text -> {
                Optional<URI> url = url(text);
                if (url.isEmpty()) {
                    place.wrong(Nodes.line(node), "must be " + allowed() + got(text));
                }
                return url.map(MetricsEndpoint::of);
            });
        }

        @Override
        public Optional<FieldTable> inside() {
            return Optional.of(TABLE);
        }

        @Override
        public String allowed() {
            return URL_ALLOWED + ", or " + MAPPING.allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("anyOf", List.of(Type.ordered("type", "string", "format", "uri"), MAPPING.schema()));
        }
    }
}
