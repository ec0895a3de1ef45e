package dev.weir.driver.redpanda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;

/**
 * Answers as the admin API of a Redpanda 23.1.7 did, for as much of it as Weir uses: a cluster of two nodes of which the
 * second one can be slow to take changes, or down. {@link #beNew} makes it one of version 24.2, after the API's
 * description. What it does with credentials and redirects is after the description, too.
 */
public final class FakeAdminApi implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String OLD_RETENTION = "delete_retention_ms";

    /** The number of next answers that are errors of the server. */
    final AtomicInteger failures = new AtomicInteger();

    /** The number of requests for the status after a change in which the second node does not have it yet. */
    volatile int looksBehind;

    /** The second node takes no changes at all. */
    volatile boolean staysBehind;

    /** Nodes ask for a restart after changes, although the schema does not say so. */
    volatile boolean restartsOnChange;

    /** The header that requests need. */
    volatile Optional<String> authorization = Optional.empty();

    /** It does not lead: this one takes the changes. */
    volatile Optional<FakeAdminApi> leader = Optional.empty();

    /** A property whose value is invalid to the second node. */
    volatile String invalid = "";

    /** Methods and paths, in their order. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(runnable -> {
        var thread = new Thread(runnable, "fake-admin-api");
        thread.setDaemon(true);
        return thread;
    });
    private final String uuid = UUID.randomUUID().toString();
    private final ObjectNode defaults = MAPPER.createObjectNode();
    private final ObjectNode schema = MAPPER.createObjectNode();
    private final ObjectNode given = MAPPER.createObjectNode();
    private int looksLeft;
    private boolean restart;
    private boolean version24;
    private boolean nodeDown;
    private int oldReports;
    private long version = 7;

    public FakeAdminApi() throws IOException {
        this(HttpServer.create(loopback(), 0));
    }

    private FakeAdminApi(HttpServer server) {
        this.server = server;
        property(OLD_RETENTION, "integer", true, "604800000").put("units", "ms");
        property("retention_bytes", "integer", true, "null").put("units", "bytes");
        property("default_topic_replications", "integer", false, "1");
        property("auto_create_topics_enabled", "boolean", false, "false");
        property("superusers", "array", false, "[]");
        property("kafka_batch_max_bytes", "integer", false, "1048576");
        property("storage_min_free_bytes", "integer", false, "5368709120").put("needs_restart", true);
        property("cloud_storage_secret_key", "string", true, "null").put("is_secret", true);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    static FakeAdminApi withTls(SSLContext context) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new FakeAdminApi(server);
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private ObjectNode property(String name, String type, boolean nullable, String value) {
        defaults.set(name, json(value));
        return schema.putObject(name)
                .put("description", "a property")
                .put("nullable", nullable)
                .put("needs_restart", false)
                .put("visibility", "user")
                .put("is_secret", false)
                .put("type", type);
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** From now on it is one of version 24.2, with another name of the retention, and with write caching. */
    synchronized void beNew() {
        version24 = true;
        schema.remove(OLD_RETENTION);
        defaults.remove(OLD_RETENTION);
        property("log_retention_ms", "integer", true, "604800000")
                .putArray("aliases")
                .add(OLD_RETENTION);
        property("write_caching_default", "string", false, "\"disabled\"").putArray("aliases");
    }

    /** Its second node is down, and a partition has no leader. The report of its health is some seconds old. */
    synchronized void loseNode() {
        nodeDown = true;
        oldReports = 1;
    }

    /** An operator's own change. */
    synchronized void set(String name, String json) {
        given.set(name, json(json));
    }

    /** What has been given a value, as JSON. */
    synchronized String given() {
        return given.toString();
    }

    public String host() {
        String scheme = server instanceof HttpsServer ? "https://" : "";
        return scheme + "127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        Answer answer;
        synchronized (this) {
            answer = answer(exchange);
        }
        byte[] bytes = answer.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private record Answer(int status, String text) {
        static Answer error(int status, String message) {
            return new Answer(status, "{\"message\":\"" + message + "\",\"code\":" + status + "}");
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        String method = exchange.getRequestMethod();
        requests.add(method + " " + uri);
        if (failures.getAndDecrement() > 0) {
            return Answer.error(503, "No leader");
        }
        if (!authorization
                .map(exchange.getRequestHeaders().getOrDefault("Authorization", List.of())::contains)
                .orElse(true)) {
            return Answer.error(401, "Unauthorized");
        }
        if (!method.equals("PUT")) {
            String found = found(uri);
            return found.isEmpty() ? Answer.error(404, "Not found") : new Answer(200, found);
        }
        if (leader.isPresent()) {
            // Its own copy of the settings follows.
            version++;
            exchange.getResponseHeaders()
                    .add("Location", "http://" + leader.get().host() + uri);
            return new Answer(307, "");
        }
        ObjectNode errors = MAPPER.createObjectNode();
        return accepts(MAPPER.readTree(exchange.getRequestBody().readAllBytes()), errors)
                ? new Answer(200, "{\"config_version\":" + version + "}")
                : new Answer(400, errors.toString());
    }

    /** All or nothing, as the real one. */
    private boolean accepts(JsonNode change, ObjectNode errors) {
        for (var each : change.path("upsert").properties()) {
            JsonNode property = schema.path(each.getKey());
            JsonNode value = each.getValue();
            boolean fits = value.isNull()
                    ? property.path("nullable").asBoolean()
                    : switch (property.path("type").asText()) {
                        case "integer" -> value.isIntegralNumber();
                        case "boolean" -> value.isBoolean();
                        case "array" -> value.isArray();
                        default -> value.isTextual();
                    };
            if (property.isMissingNode()) {
                errors.put(each.getKey(), "Unknown property");
            } else if (!fits) {
                errors.put(
                        each.getKey(), "expected type " + property.path("type").asText());
            }
        }
        if (!errors.isEmpty()) {
            return false;
        }
        change.path("upsert").properties().forEach(each -> given.set(each.getKey(), each.getValue()));
        change.path("remove").forEach(name -> given.remove(name.asText()));
        version++;
        looksLeft = looksBehind;
        restart |= restartsOnChange;
        return true;
    }

    /** Returns JSON; empty if there is nothing at this path. */
    private String found(URI uri) {
        return switch (uri.getPath()) {
            case "/v1/cluster/uuid" -> "{\"cluster_uuid\":\"" + uuid + "\"}";
            case "/v1/cluster_config/schema" -> "{\"properties\":" + schema + "}";
            case "/v1/cluster_config/status" -> status();
            case "/v1/cluster_config" -> config(uri);
            case "/v1/brokers" -> brokers();
            case "/v1/cluster/health_overview" -> health();
            case "/v1/features/license" -> "{\"loaded\":false}";
            case "/v1/status/ready" -> "{\"status\":\"ready\"}";
            default -> "";
        };
    }

    private String health() {
        boolean isKnown = nodeDown && oldReports-- <= 0;
        String partitions = isKnown ? """
                "nodes_down":[1],"leaderless_partitions":["kafka/orders/3"],
                "under_replicated_partitions":["kafka/__consumer_offsets/14","kafka/orders/3"]""" : """
                "nodes_down":[],"leaderless_partitions":[],"under_replicated_partitions":[]""";
        String reasons = isKnown ? "\"nodes_down\",\"leaderless_partitions\"" : "";
        return """
                {"is_healthy":%b,"controller_id":0,"all_nodes":[1,0],%s%s,"bytes_in_cloud_storage":-1}""".formatted(!isKnown, partitions, version24 ? ",\"unhealthy_reasons\":[" + reasons + "]" : "");
    }

    private String config(URI uri) {
        boolean all = uri.getQuery() == null || uri.getQuery().contains("include_defaults=true");
        ObjectNode answer = all ? defaults.deepCopy() : MAPPER.createObjectNode();
        return answer.setAll(given).toString();
    }

    private String status() {
        boolean behind = staysBehind || looksLeft-- > 0;
        return """
                [{"node_id":0,"restart":%1$b,"config_version":%2$d,"invalid":[],"unknown":[]},
                 {"node_id":1,"restart":%1$b,"config_version":%3$d,"invalid":[%4$s],"unknown":[]}]""".formatted(
                restart, version, behind ? version - 1 : version, invalid.isEmpty() ? "" : "\"" + invalid + "\"");
    }

    private String brokers() {
        return IntStream.range(0, 2)
                .mapToObj(id -> """
                        {"node_id":%d,"num_cores":4,"internal_rpc_address":"127.0.0.1","internal_rpc_port":%d,
                         "membership_status":"active","is_alive":%b,
                         "disk_space":[{"path":"/var/lib/redpanda/data","free":4000000000,"total":8000000000}],
                         "version":"%s","maintenance_status":{"draining":false}}""".formatted(
                        id, 33145 + id, id == 0 || !nodeDown, version24 ? "v24.2.1 - 0123abc" : "v23.1.7 - 8ce86e4f09"))
                .collect(Collectors.joining(",", "[", "]"));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        try {
            threads.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
