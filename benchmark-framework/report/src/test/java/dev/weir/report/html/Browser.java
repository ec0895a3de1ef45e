package dev.weir.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.RequiredTool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A Chromium without a window, spoken to in its own protocol (Chrome DevTools). Writes down what a page says on its console
 * and asks for. One thread speaks; answers come on the socket's.
 */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ObjectMapper mapper = new ObjectMapper();
    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile boolean loaded;
    private volatile String session = "";

    /**
     * Starts one; without one on this host, the test is left out.
     *
     * @param profile a folder of its own
     */
    static Browser start(Path profile) throws Exception {
        RequiredTool.awaitInstallation();
        Optional<Path> executable = find();
        RequiredTool.require(
                executable.isPresent(),
                "there is no Chromium: put chromium on the PATH, or name it by -Dweir.chromium=FILE");
        return new Browser(executable.get(), profile);
    }

    private static Optional<Path> find() {
        String named = System.getProperty("weir.chromium", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Browser(Path executable, Path profile) throws Exception {
        var builder = new ProcessBuilder(
                        executable.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile());
        // What it leaves goes with the profile.
        builder.environment().put("TMPDIR", profile.toString());
        process = builder.start();
        Path port = profile.resolve("DevToolsActivePort");
        try {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
            List<String> lines = Files.readAllLines(port);
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)), new Listener())
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            JsonNode target =
                    call("Target.createTarget", Map.of("url", "about:blank")).path("targetId");
            session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                    .path("sessionId")
                    .asText();
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                call(domain + ".enable", Map.of());
            }
        } catch (Exception | Error e) {
            process.destroy();
            throw e;
        }
    }

    /** Opens a page, and waits until it is there. */
    void open(Path page, int width) {
        open(page.toUri().toString(), width);
    }

    void open(String url, int width) {
        var screen = Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false);
        call("Emulation.setDeviceMetricsOverride", screen);
        navigate("about:blank");
        complaints.clear();
        requests.clear();
        navigate(url);
    }

    private void navigate(String url) {
        loaded = false;
        call("Page.navigate", Map.of("url", url));
        Awaitility.await().atMost(PATIENCE).until(() -> loaded);
    }

    /** The value of an expression on the page. What it does counts as done by a user: only a user may copy. */
    JsonNode value(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Waits until an expression on the page is true. */
    void await(String expression) {
        Awaitility.await(expression)
                .atMost(PATIENCE)
                .until(() -> value(expression).asBoolean());
    }

    void moveMouse(double x, double y) {
        mouse("mouseMoved", x, y);
    }

    /** With the left button held, to the right. */
    void drag(double fromX, double toX, double y) {
        moveMouse(fromX, y);
        mouse("mousePressed", fromX, y);
        for (int part = 1; part <= 4; part++) {
            moveMouse(fromX + part * (toX - fromX) / 4, y);
        }
        mouse("mouseReleased", toX, y);
    }

    private void mouse(String type, double x, double y) {
        boolean moved = type.equals("mouseMoved");
        String button = moved ? "none" : "left";
        var event = Map.of("type", type, "x", x, "y", y, "button", button, "clickCount", moved ? 0 : 1);
        call("Input.dispatchMouseEvent", event);
    }

    /** What the page that was opened last, or the browser, had to complain of. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What the page that was opened last asked for, itself included. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        int id = calls.incrementAndGet();
        ObjectNode message = mapper.createObjectNode().put("id", id).put("method", method);
        message.set("params", mapper.<JsonNode>valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        var answer = new CompletableFuture<JsonNode>();
        answers.put(id, answer);
        return socket.sendText(message.toString(), true)
                .thenCompose(sent -> answer)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private void heard(JsonNode message) {
        String method = message.path("method").asText();
        JsonNode what = message.path("params");
        switch (method) {
            case "Page.loadEventFired" -> loaded = true;
            case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
                complaints.add(what.toString());
            case "Network.requestWillBeSent" ->
                requests.add(what.path("request").path("url").asText());
            default -> {
                CompletableFuture<JsonNode> answer =
                        answers.remove(message.path("id").asInt());
                if (answer != null && message.has("error")) {
                    answer.completeExceptionally(
                            new IOException(message.path("error").toString()));
                } else if (answer != null) {
                    answer.complete(message.path("result"));
                }
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        // Its helper processes write to the profile until they have ended, too.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        process.destroy();
        try {
            Awaitility.await("end of the browser's processes")
                    .atMost(PATIENCE)
                    .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final List<CharSequence> parts = new ArrayList<>();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            parts.add(data.toString());
            if (last) {
                String text = String.join("", parts);
                parts.clear();
                try {
                    heard(mapper.readTree(text));
                } catch (IOException e) {
                    complaints.add(e.toString());
                }
            }
            return WebSocket.Listener.super.onText(from, data, last);
        }
    }
}
