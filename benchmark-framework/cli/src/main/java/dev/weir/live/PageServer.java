package dev.weir.live;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Serves a changing page on loopback: the page at {@code /}, its version number at {@code /events}, as server-sent
 * events, and other pages under their names. Browsers request {@code /events} once a second.
 */
public final class PageServer implements AutoCloseable {
    /** Limit for a browser to load the last page; it asks for the version once a second. */
    private static final Duration LAST_PAGE_LIMIT = Duration.ofSeconds(5);

    /** A browser without the last page asks once a second whether there is another. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private static final long POLL_MILLIS = 100;
    private static final String EVENT = "retry: 1000%nid: %1$d%ndata: %1$d%n%n".replace("%n", "\n");

    private final Supplier<String> page;
    private final Function<String, Optional<String>> others;
    private final LongSupplier version;
    private final Clock clock;
    private final HttpPort port;
    private volatile Deadline viewed;
    private volatile Deadline quiet;
    private long served = -1;

    /**
     * Starts the server, on any free port.
     *
     * @param page makes the page; called on the server's thread
     * @param others returns another page by its name, such as {@code run-1.html}; called on the server's thread
     * @param version another number for each version of the page; any thread
     */
    public PageServer(
            Supplier<String> page, Function<String, Optional<String>> others, LongSupplier version, Clock clock) {
        this.page = page;
        this.others = others;
        this.version = version;
        this.clock = clock;
        this.viewed = Deadline.after(clock, Duration.ZERO);
        this.quiet = viewed;
        try {
            this.port = new HttpPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), this::answer);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on loopback: " + e.getMessage(), e);
        }
    }

    private FullHttpResponse answer(HttpPort.Request request) {
        return switch (request.path()) {
            case "/" -> page();
            case "/events" -> event();
            default ->
                others.apply(request.path().substring(1))
                        .map(PageServer::html)
                        .orElseGet(() -> HttpPort.text(HttpResponseStatus.NOT_FOUND, "the page is at /"));
        };
    }

    private static FullHttpResponse html(String page) {
        return ok("text/html; charset=utf-8", page);
    }

    private static FullHttpResponse ok(String contentType, String text) {
        return HttpPort.response(HttpResponseStatus.OK, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    private FullHttpResponse page() {
        // While the page is made, a later version may come, which it does not contain.
        long about = version.getAsLong();
        var answer = html(page.get());
        synchronized (this) {
            served = about;
            notifyAll();
        }
        return answer;
    }

    private FullHttpResponse event() {
        viewed = Deadline.after(clock, LAST_PAGE_LIMIT);
        quiet = Deadline.after(clock, QUIET);
        return ok("text/event-stream", String.format(EVENT, version.getAsLong()));
    }

    public String url() {
        return "http://127.0.0.1:" + port.port() + "/";
    }

    /** Ends when all browsers that show the page have the last one, after 5 s at the latest. */
    @Override
    public void close() {
        try {
            awaitLastPage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            port.close();
        }
    }

    private synchronized void awaitLastPage() throws InterruptedException {
        Deadline deadline = Deadline.after(clock, LAST_PAGE_LIMIT);
        while (!viewed.isOver() && !deadline.isOver() && (served != version.getAsLong() || !quiet.isOver())) {
            wait(POLL_MILLIS);
        }
    }
}
