package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.board.Board;
import dev.weir.report.board.SampleBoard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The board in a real browser. With {@code -Dweir.board.strict=true}, on a host without other load, the first view of
 * 10,000 results must take less than 1 s and each filter less than 100 ms; otherwise there are 2,000 results, and the limits
 * are ten times as long.
 */
@Tag("slow")
class BoardBrowserTest {
    /** For an idle host. */
    private static final boolean STRICT = Boolean.getBoolean("weir.board.strict");

    private static final int RESULTS = STRICT ? 10_000 : 2_000;
    private static final double SLACK = STRICT ? 1 : 10;
    private static final String ROWS = "document.querySelectorAll('#tables tbody tr')";
    private static final String COUNT = "document.getElementById('count').textContent";

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private static Path profile;

    private static Browser browser;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start(profile);
    }

    @AfterAll
    static void end() {
        // Without a browser on this host, there is none.
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void showsAndFiltersThousandsOfResultsWithoutDelay() throws Exception {
        Path page = page(RESULTS);
        List<Double> views = new ArrayList<>();
        List<Double> filters = new ArrayList<>();
        for (int time = 0; time < 3; time++) {
            browser.open(page, 1280);
            browser.await("performance.getEntriesByName('first-contentful-paint').length > 0");
            views.add(browser.value("Math.max(performance.getEntriesByName('first-contentful-paint')[0].startTime,"
                            + " performance.getEntriesByName('board-ready')[0].startTime)")
                    .asDouble());
        }
        for (String choice : List.of("system 1", "version 2", "outcome 1", "hardware 3", "outcome 0", "system 0")) {
            choose(choice.split(" ", 2)[0], choice.split(" ", 2)[1]);
            filters.add(lastFilter(filters.size() + 1));
        }
        type("workload-1");
        filters.add(lastFilter(filters.size() + 1));
        type("");
        filters.add(lastFilter(filters.size() + 1));

        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).containsExactly(page.toUri().toString());
        System.out.printf(
                "board of %,d results, %,d bytes: first view %s ms, filters %s ms%n",
                RESULTS, Files.size(page), views, filters);
        // Of the same view three times, on a busy host the one that was disturbed least.
        double view = STRICT ? Collections.max(views) : Collections.min(views);
        assertThat(view).isLessThan(1000 * SLACK);
        assertThat(Collections.max(filters)).isLessThan(100 * SLACK);
    }

    @Test
    void theScriptMakesTheSameRowsAsThePageAndFiltersLetThroughWhatTheyName() throws Exception {
        open(300);
        String tables = "document.getElementById('tables').innerHTML";
        String first = browser.value(tables).asText();
        assertThat(first).hasSizeGreaterThan(1000);

        type("no such result");
        lastFilter(1);
        assertThat(browser.value(ROWS + ".length").asInt()).isZero();
        assertThat(browser.value(COUNT).asText()).isEqualTo("0 of 300 results");
        type("");
        lastFilter(2);

        assertThat(browser.value(tables).asText()).isEqualTo(first);
        assertThat(browser.value(ROWS + ".length").asInt()).isEqualTo(25);
        browser.value("document.querySelector('#more button').click()");
        assertThat(browser.value(ROWS + ".length").asInt()).isEqualTo(125);

        choose("system", "[...select.options].findIndex(each => each.text.startsWith('Redpanda'))");
        browser.value("document.querySelector('#more button').click()");
        assertThat(browser.value("[..." + ROWS + "].every(row => row.cells[4].textContent.startsWith('Redpanda'))")
                        .asBoolean())
                .isTrue();
        assertThat(browser.value("document.querySelector('[name=system]').selectedOptions[0].text")
                        .asText())
                .isEqualTo("Redpanda (" + browser.value(COUNT).asText().split(" ", 2)[0] + ")");
        // All of it can be reached by keys, and nothing is wider than the screen.
        assertThat(browser.value("[...document.querySelectorAll('#filters select, #filters input, #more button,"
                                + " #tables a')].every(each => each.tabIndex === 0)")
                        .asBoolean())
                .isTrue();
        assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                .isLessThanOrEqualTo(1280);
    }

    @Test
    void textsOfFilesStayTexts() throws Exception {
        Path page = open(300);

        type("onerror");
        lastFilter(1);

        assertThat(browser.value(ROWS + ".length").asInt()).isEqualTo(6);
        assertThat(browser.value(ROWS + "[0].cells[1].textContent").asText()).endsWith(SampleBoard.MARKUP);
        assertThat(browser.value("document.querySelectorAll('img').length").asInt())
                .isZero();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).containsExactly(page.toUri().toString());
    }

    private void choose(String filter, String option) {
        browser.value("(() => { const select = document.querySelector('[name=" + filter + "]');"
                + " select.selectedIndex = " + option
                + "; select.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    private void type(String text) {
        browser.value("(() => { const input = document.querySelector('[name=label]'); input.value = '" + text
                + "'; input.dispatchEvent(new Event('input', {bubbles: true})); })()");
    }

    /** How long the filter took that was the n-th, in milliseconds. */
    private double lastFilter(int count) {
        String all = "performance.getEntriesByName('board-filter')";
        browser.await(all + ".length >= " + count);
        return browser.value(all + "[" + (count - 1) + "].duration").asDouble();
    }

    private Path open(int results) throws Exception {
        Path page = page(results);
        browser.open(page, 1280);
        browser.await("performance.getEntriesByName('board-ready').length === 1");
        return page;
    }

    private Path page(int results) throws Exception {
        return Files.writeString(folder.resolve("index.html"), new Board(SampleBoard.entries(results, 1)).html());
    }
}
