package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.report.html.HtmlReport;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The page that is served while runs go on. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class LiveOptionTest extends CommandTest {
    private static final Pattern URL = Pattern.compile("live page +(http://127\\.0\\.0\\.1:\\d+/)");

    private final HttpClient browser = HttpClient.newHttpClient();

    private HttpResponse<String> get(String url) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private String url() {
        await().until(() -> URL.matcher(out.toString()).find());
        Matcher found = URL.matcher(out.toString());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /** What a browser shows that takes each new page, until the port is closed. */
    private List<String> pages() {
        String url = url();
        List<String> pages = new ArrayList<>();
        AtomicReference<String> shown = new AtomicReference<>("");
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            try {
                String event = get(url + "events").body();
                if (!event.equals(shown.getAndSet(event))) {
                    pages.add(get(url).body());
                }
                return false;
            } catch (IOException e) {
                // Another error: the port was closed while this request was made, and the next one is refused.
                return e instanceof ConnectException;
            }
        });
        return pages;
    }

    private static String header(String page) {
        return page.substring(page.indexOf("<header"), page.indexOf("</header>"));
    }

    @Test
    void showsARunInProgressAndThenItsPage() throws Exception {
        replace("testDuration: 600ms", "testDuration: 6s");
        Path result = folder.resolve("r.json");
        // A page that takes long, as the first one of a process does, delays the next one by many times that.
        HtmlReport.ofLiveWithoutFigures("", List.of());
        CompletableFuture<Integer> run =
                CompletableFuture.supplyAsync(() -> execute("--live", "-d", "none", "-o", result, workload));

        List<String> pages = pages();

        assertThat(run.get()).isZero();
        assertThat(pages.size()).isGreaterThan(1);
        String last = pages.remove(pages.size() - 1);
        assertThat(last.equals(Files.readString(folder.resolve("r.html"))))
                .as(header(last))
                .isTrue();
        assertThat(pages.stream().map(LiveOptionTest::header))
                .allMatch(header -> header.contains("No figures yet") || header.contains("RUNNING"))
                .anyMatch(header -> header.contains("RUNNING")
                        && header.contains("Phase: measurement")
                        && header.contains("publish-latency"));
    }

    @Test
    void showsEachRunOfACampaignAndInTheEndThePageOfAll() throws Exception {
        Path folderOfAll = folder.resolve("all");
        append("repeat: 2\n");
        CompletableFuture<Integer> runs =
                CompletableFuture.supplyAsync(() -> execute("--live", "-d", "none", "-o", folderOfAll, workload));

        List<String> pages = pages();

        assertThat(runs.get()).isZero();
        String last = pages.get(pages.size() - 1);
        assertThat(last.equals(Files.readString(folderOfAll.resolve("index.html"))))
                .as(header(last))
                .isTrue();
        assertThat(pages.stream().map(LiveOptionTest::header)).anyMatch(header -> header.contains(" of 3. "));
    }
}
