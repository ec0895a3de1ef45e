package dev.weir.driver.redpanda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/**
 * Answers as the admin API of a Redpanda 23.1.7 did, for as much of it as Weir uses: a cluster of two nodes of which the
 * second one can be slow to take changes, or down. {@link #beNew} makes it one of version 24.2, after the API's
 * description. What it does with credentials and redirects is after the description, too.
 */
public final class FakeAdminApi implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String OLD_RETENTION = "delete_retention_ms";

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
    private final Map<String, String> held = new TreeMap<>();
    private final List<String> requests = new ArrayList<>();
    private Optional<String> authorization = Optional.empty();
    private Optional<String> leads = Optional.empty();
    private int failures;
    private int looksBehind;
    private int looksLeft;
    private boolean staysBehind;
    private boolean restartsOnChange;
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
        try {
            defaults.set(name, MAPPER.readTree(value));
        } catch (IOException e) {
            throw new IllegalArgumentException(value, e);
        }
        return schema.putObject(name)
                .put("description", "a property")
                .put("nullable", nullable)
                .put("needs_restart", false)
                .put("visibility", "user")
                .put("is_secret", false)
                .put("type", type);
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

    synchronized void require(String header) {
        authorization = Optional.of(header);
    }

    /** It does not lead: who does takes the changes. */
    synchronized void leaveChangesTo(FakeAdminApi leader) {
        leads = Optional.of("http://" + leader.host());
    }

    /** So many answers are errors of the server. */
    synchronized void fail(int times) {
        failures = times;
    }

    /** After each change its second node takes so many looks to have it. */
    synchronized void beSlow(int looks) {
        looksBehind = looks;
    }

    /** Its second node takes no changes at all. */
    synchronized void stayBehind() {
        staysBehind = true;
    }

    /** Its nodes ask for a restart after changes, although the schema does not say so. */
    synchronized void wantRestarts() {
        restartsOnChange = true;
    }

    /** Its second node has a property among those that are {@code invalid} or {@code unknown} to it. */
    synchronized void hold(String name, String list) {
        held.put(name, list);
    }

    /** An operator's own change. */
    synchronized void set(String name, String json) {
        try {
            given.set(name, MAPPER.readTree(json));
        } catch (IOException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** What has been given a value, as JSON. */
    synchronized String given() {
        return given.toString();
    }

    /** Methods and paths, in their order. */
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    public String host() {
        String scheme = server instanceof HttpsServer ? "https://" : "";
        return scheme + "127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String text;
        int status;
        synchronized (this) {
            JsonNode body = MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            URI uri = exchange.getRequestURI();
            requests.add(exchange.getRequestMethod() + " " + uri);
            ObjectNode errors = MAPPER.createObjectNode();
            if (failures > 0) {
                failures--;
                status = 503;
                text = error(503, "No leader");
            } else if (authorization.isPresent()
                    && !authorization.get().equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                status = 401;
                text = error(401, "Unauthorized");
            } else if (leads.isPresent() && exchange.getRequestMethod().equals("PUT")) {
                // Its own copy of the settings follows.
                version++;
                status = 307;
                text = "";
                exchange.getResponseHeaders().add("Location", leads.get() + uri);
            } else if (exchange.getRequestMethod().equals("PUT") && !accepts(body, errors)) {
                status = 400;
                text = errors.toString();
            } else if (exchange.getRequestMethod().equals("PUT")) {
                status = 200;
                text = MAPPER.createObjectNode().put("config_version", version).toString();
            } else {
                Optional<JsonNode> answer = answer(uri);
                status = answer.isPresent() ? 200 : 404;
                text = answer.map(JsonNode::toString).orElse(error(404, "Not found"));
            }
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String error(int status, String message) {
        return MAPPER.createObjectNode()
                .put("message", message)
                .put("code", status)
                .toString();
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

    private Optional<JsonNode> answer(URI uri) {
        ObjectNode answer = MAPPER.createObjectNode();
        return switch (uri.getPath()) {
            case "/v1/cluster/uuid" -> Optional.of(answer.put("cluster_uuid", uuid));
            case "/v1/cluster_config/schema" -> Optional.of(answer.set("properties", schema));
            case "/v1/cluster_config/status" -> Optional.of(status());
            case "/v1/cluster_config" -> Optional.of(config(uri, answer));
            case "/v1/brokers" -> Optional.of(brokers());
            case "/v1/cluster/health_overview" -> Optional.of(health(answer));
            case "/v1/features/license" -> Optional.of(answer.put("loaded", false));
            case "/v1/status/ready" -> Optional.of(answer.put("status", "ready"));
            default -> Optional.empty();
        };
    }

    private ObjectNode health(ObjectNode answer) {
        boolean isKnown = nodeDown && oldReports-- <= 0;
        answer.put("is_healthy", !isKnown).put("controller_id", 0);
        answer.putArray("all_nodes").add(1).add(0);
        ArrayNode down = answer.putArray("nodes_down");
        ArrayNode leaderless = answer.putArray("leaderless_partitions");
        ArrayNode behind = answer.putArray("under_replicated_partitions");
        if (isKnown) {
            down.add(1);
            leaderless.add("kafka/orders/3");
            behind.add("kafka/__consumer_offsets/14").add("kafka/orders/3");
        }
        if (version24) {
            ArrayNode reasons = answer.putArray("unhealthy_reasons");
            if (isKnown) {
                reasons.add("nodes_down").add("leaderless_partitions");
            }
        }
        return answer.put("bytes_in_cloud_storage", -1);
    }

    private JsonNode config(URI uri, ObjectNode answer) {
        if (uri.getQuery() == null || uri.getQuery().contains("include_defaults=true")) {
            answer.setAll(defaults);
        }
        return answer.setAll(given);
    }

    private ArrayNode status() {
        ArrayNode nodes = MAPPER.createArrayNode();
        for (int id = 0; id < 2; id++) {
            boolean behind = id == 1 && (staysBehind || looksLeft-- > 0);
            ObjectNode node = nodes.addObject()
                    .put("node_id", id)
                    .put("restart", restart)
                    .put("config_version", behind ? version - 1 : version);
            node.putArray("invalid");
            node.putArray("unknown");
            if (id == 1) {
                held.forEach((name, list) -> ((ArrayNode) node.path(list)).add(name));
            }
        }
        return nodes;
    }

    private ArrayNode brokers() {
        ArrayNode nodes = MAPPER.createArrayNode();
        for (int id = 0; id < 2; id++) {
            ObjectNode node = nodes.addObject()
                    .put("node_id", id)
                    .put("num_cores", 4)
                    .put("internal_rpc_address", "127.0.0.1")
                    .put("internal_rpc_port", 33145 + id)
                    .put("membership_status", "active")
                    .put("is_alive", id == 0 || !nodeDown);
            node.putArray("disk_space")
                    .addObject()
                    .put("path", "/var/lib/redpanda/data")
                    .put("free", 4_000_000_000L)
                    .put("total", 8_000_000_000L);
            node.put("version", version24 ? "v24.2.1 - 0123abc" : "v23.1.7 - 8ce86e4f09")
                    .putObject("maintenance_status")
                    .put("draining", false);
        }
        return nodes;
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
