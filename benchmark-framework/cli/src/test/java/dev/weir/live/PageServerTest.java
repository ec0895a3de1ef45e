package dev.weir.live;

import static dev.weir.cli.CommandTest.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.ManualClock;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PageServerTest {
    /** More than sockets hold. */
    private static final String LARGE = "x".repeat(20_000_000);

    private final ManualClock clock = new ManualClock(0);

    @Test
    void waitsForABrowserWhosePageWasMadeBeforeTheLastVersion() throws Exception {
        var version = new AtomicLong(1);
        var server =
                new PageServer(() -> "page " + version.getAndSet(2), name -> Optional.empty(), version::get, clock);
        String url = server.url();
        get(url + "events");
        String first = get(url);
        // Browsers are no longer expected to ask again, but this one does not have the last version.
        clock.advance(Duration.ofSeconds(3));

        CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);

        await().during(Duration.ofMillis(500)).until(() -> !closed.isDone());
        assertThat(first).isEqualTo("page 1");
        assertThat(get(url)).isEqualTo("page 2");
        closed.get(60, TimeUnit.SECONDS);
    }

    @Test
    void servesAWholePageThatTookLongToMake() throws Exception {
        Supplier<String> slow = () -> {
            clock.advance(Duration.ofSeconds(6));
            return LARGE;
        };

        try (var server = new PageServer(slow, name -> Optional.empty(), () -> 1, clock)) {
            String page = get(server.url());
            assertThat(page.equals(LARGE))
                    .as("%,d of %,d characters", page.length(), LARGE.length())
                    .isTrue();
        }
    }

    /** Each browser that shows an older page loads the last one, not only the first that asks for it. */
    @Test
    void staysUntilNoBrowserAsksAnyMore() throws Exception {
        var server = new PageServer(() -> "last", name -> Optional.empty(), () -> 1, clock);
        String url = server.url();
        get(url + "events");

        CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);

        assertThat(get(url)).isEqualTo("last");
        assertThat(get(url)).isEqualTo("last");
        assertThat(closed).isNotDone();
        clock.advance(Duration.ofSeconds(3));
        closed.get(60, TimeUnit.SECONDS);
    }

    /** A browser may connect while the server closes: it waits for ever on a connection that stays open. */
    @Test
    void leavesNoConnectionOpen() throws Exception {
        for (int i = 0; i < 200; i++) {
            var server = new PageServer(() -> "", name -> Optional.empty(), () -> 1, clock);
            URI url = URI.create(server.url());
            CompletableFuture<Void> closed = CompletableFuture.runAsync(server::close);
            try (var browser = new Socket(url.getHost(), url.getPort())) {
                browser.setSoTimeout(60_000);
                assertThat(browser.getInputStream().read()).isEqualTo(-1);
            } catch (SocketException e) {
                // Closed before the connection was accepted.
                assertThat(e).hasMessageMatching("Connection (refused|reset).*");
            }
            closed.get(60, TimeUnit.SECONDS);
        }
    }
}
