package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.report.html.HtmlReport;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
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

    /** What a browser shows that takes each new page, until the port is closed. */
    private List<String> pages() {
        String url = await().until(() -> URL.matcher(out.toString()).results().findFirst(), Optional::isPresent)
                .orElseThrow()
                .group(1);
        List<String> pages = new ArrayList<>();
        AtomicReference<String> shown = new AtomicReference<>("");
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            try {
                String event = get(url + "events");
                if (!event.equals(shown.getAndSet(event))) {
                    pages.add(get(url));
                }
                return false;
            } catch (IOException e) {
                // Another error: the port was closed while this request was made, and the next one is refused.
                return e instanceof ConnectException;
            }
        });
        return pages;
    }

    /**
     * Returns the pages of a run or campaign, of which the last one is a file. Runs it again, at most twice, if the
     * browser did not load that page within the 5 s for which Weir waits: it takes longer on a busy host.
     */
    private List<String> pages(Function<Integer, Path> output, Function<Path, Path> lastPage) throws Exception {
        for (int attempt = 1; ; attempt++) {
            Path to = output.apply(attempt);
            out.getBuffer().setLength(0);
            CompletableFuture<Integer> run =
                    CompletableFuture.supplyAsync(() -> execute("--live", "-d", "none", "-o", to, workload));
            List<String> pages = pages();
            // On a busy host, a run of 600 ms can be INVALID.
            assertThat(run.get()).isIn(0, 3);
            String last = pages.get(pages.size() - 1);
            if (attempt == 3 || last.equals(Files.readString(lastPage.apply(to)))) {
                assertThat(last.equals(Files.readString(lastPage.apply(to))))
                        .as(header(last))
                        .isTrue();
                return pages;
            }
        }
    }

    private static String header(String page) {
        return page.substring(page.indexOf("<header"), page.indexOf("</header>"));
    }

    @Test
    void showsARunInProgressAndThenItsPage() throws Exception {
        replace("testDuration: 600ms", "testDuration: 6s");
        // A page that takes long, as the first one of a process does, delays the next one by many times that.
        HtmlReport.ofLiveWithoutFigures("", List.of());

        List<String> pages = pages(
                n -> folder.resolve("r" + n + ".json"),
                to -> Path.of(to.toString().replace(".json", ".html")));

        assertThat(pages.size()).isGreaterThan(1);
        pages.remove(pages.size() - 1);
        assertThat(pages.stream().map(LiveOptionTest::header))
                .allMatch(header -> header.contains("No figures yet") || header.contains("RUNNING"))
                .anyMatch(header -> header.contains("RUNNING")
                        && header.contains("Phase: measurement")
                        && header.contains("publish-latency"));
    }

    @Test
    void showsEachRunOfACampaignAndInTheEndThePageOfAll() throws Exception {
        append("repeat: 2\n");

        List<String> pages = pages(n -> folder.resolve("all" + n), to -> to.resolve("index.html"));

        assertThat(pages.stream().map(LiveOptionTest::header)).anyMatch(header -> header.contains(" of 3. "));
    }
}
