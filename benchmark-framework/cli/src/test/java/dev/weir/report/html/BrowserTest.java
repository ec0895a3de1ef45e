package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.clock.SystemClock;
import dev.weir.live.PageServer;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Pages in a real browser: nothing goes wrong, nothing is asked for, and what can be pressed does something. */
@Order(1)
@Tag("slow")
class BrowserTest {
    private static final String ALL_DRAWN =
            "(() => { for (const plot of document.querySelectorAll('.plot:not(:has(.uplot))'))"
                    + " plot.scrollIntoView(); return document.querySelectorAll('.plot').length > 0"
                    + " && document.querySelectorAll('.plot:not(:has(.uplot))').length === 0; })()";

    private static final String GROUND = "getComputedStyle(document.documentElement).backgroundColor";

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
    void aRunsPageWorks() throws Exception {
        Path page = page(HtmlReport.of(List.of(SampleFiles.read(SampleFiles.longRun(2000, folder.resolve("r.json"))))));
        browser.open(page, 1440);
        browser.await(ALL_DRAWN);

        // A line can be switched off and on.
        String button = "document.querySelector('#publish-latency .legend button')";
        assertThat(pressed(button)).isEqualTo("true");
        browser.value(button + ".click()");
        assertThat(pressed(button)).isEqualTo("false");
        browser.value(button + ".click()");
        // The scale changes.
        String scale = "document.querySelector('#publish-latency [data-tool=scale]')";
        assertThat(pressed(scale)).isEqualTo("true");
        browser.value(scale + ".click()");
        assertThat(pressed(scale)).isEqualTo("false");
        // The cursor reads values, in all charts over time at once.
        browser.value("document.querySelector('#throughput').scrollIntoView()");
        JsonNode middle = browser.value("(() => { const box = document.querySelector('#throughput .u-over')"
                + ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()");
        browser.moveMouse(middle.get(0).asDouble() - 5, middle.get(1).asDouble());
        browser.moveMouse(middle.get(0).asDouble(), middle.get(1).asDouble());
        browser.await("document.querySelector('#throughput .legend output').textContent !== ''");
        String latency = "document.querySelector('#publish-latency .legend li:nth-child(2) output').textContent";
        browser.await(latency + " !== ''");
        // So does a box beside it, in the chart that it is on.
        String tip = "document.querySelector('#throughput .tip')";
        browser.await("!" + tip + ".hidden");
        assertThat(text(tip + ".textContent")).contains("achieved: ", "target: ");
        assertThat(holds("document.querySelector('#backlog .tip').hidden")).isTrue();
        // So do the arrow keys.
        String before = text(latency);
        String plot = "document.querySelector('#publish-latency .plot')";
        pressKeys(plot, List.of("ArrowRight", "ArrowRight", "ArrowRight"));
        browser.await(latency + " !== '" + before + "'");
        assertThat(text("document.querySelector('#publish-latency .tools output').textContent"))
                .isEqualTo(text("document.querySelector('#throughput .tools output').textContent"));
        // And plus and minus zoom; the arrows lead to what is out of sight then.
        String whole = timeAtLeft("publish-latency");
        pressKeys(plot, List.of("ArrowRight", "ArrowRight", "ArrowRight", "+", "+"));
        assertThat(timeAtLeft("throughput")).isNotEqualTo(whole);
        pressKeys(plot, List.of("ArrowLeft", "ArrowLeft", "ArrowLeft", "-", "-", "-"));
        assertThat(timeAtLeft("throughput")).isEqualTo(whole);
        // A stretch of time is looked at in all of them, also in those that are drawn anew, and then the whole.
        browser.value("document.querySelector('#throughput').scrollIntoView()");
        double x = middle.get(0).asDouble();
        browser.drag(x, x + 200, middle.get(1).asDouble());
        browser.await("document.querySelector('#throughput .u-select').offsetWidth === 0");
        String stretch = timeAtLeft("publish-latency");
        assertThat(stretch).isNotEqualTo(whole).isEqualTo(timeAtLeft("throughput"));
        browser.value(scale + ".click()");
        assertThat(timeAtLeft("publish-latency")).isEqualTo(stretch);
        browser.value("document.querySelector('#publish-latency [data-tool=whole]').click()");
        assertThat(timeAtLeft("throughput")).isEqualTo(whole);
        // A chart and its figures can be taken along.
        browser.value("HTMLAnchorElement.prototype.click = function () { window.taken = this; }");
        clickButton("document.querySelector('#throughput')", "Download PNG");
        assertThat(text("taken.download + ' ' + taken.href"))
                .startsWith("throughput.png data:image/png;base64,")
                .hasSizeGreaterThan(5000);
        browser.value("document.addEventListener('copy', () => {"
                + " window.copied = document.activeElement.value || String(getSelection()); })");
        clickButton("document.querySelector('#summary')", "Copy as Markdown");
        assertThat(text("copied"))
                .startsWith("**Summary**\n")
                .contains("| run | outcome | target msg/s |", "\n| --- | --- |");
        clickButton("document.querySelector('#throughput')", "Copy as Markdown");
        assertThat(text("copied"))
                .startsWith("**Achieved, delivered and target rate**\n")
                .contains("\nmessages per second", "\n| --- | ---");
        // The other theme is another one.
        String light = text(GROUND);
        browser.value("document.getElementById('theme').click()");
        assertThat(text(GROUND)).isNotEqualTo(light);

        complainsOfNothingAndRequestsOnly(page);
    }

    @Test
    void flameGraphsZoomAndSearch() throws Exception {
        Path page = page(HtmlReport.of(List.of(SampleFiles.read(SampleFiles.profiled(2, folder.resolve("r.json"))))));
        browser.open(page, 1280);
        browser.value("document.querySelector('#profiles').scrollIntoView()");
        String graph = "document.querySelector('.flame')";
        browser.await(graph + ".querySelectorAll('g').length > 20");
        String told = graph + ".previousElementSibling.querySelector('output').textContent";
        // A frame becomes as wide as the graph, and those beside it go.
        String frames = graph + ".querySelectorAll('g').length";
        int whole = number(frames);
        browser.value("(() => { const all = " + graph + ".querySelectorAll('g');"
                + " all[all.length - 1].dispatchEvent(new MouseEvent('click')); })()");
        assertThat(number(frames)).isLessThan(whole);
        assertThat(holds(graph + ".querySelector('.zoomed rect').getAttribute('width') === String(" + graph
                        + ".clientWidth)"))
                .isTrue();
        pressKeys(graph, List.of("ArrowUp"));
        browser.value(graph + ".previousElementSibling.querySelector('button').click()");
        assertThat(number(frames)).isEqualTo(whole);
        type(graph + ".previousElementSibling.querySelector('input')", "htmlreport.HTML");
        assertThat(number(graph + ".querySelectorAll('.found').length")).isPositive();
        assertThat(text(told)).matches("[0-9.]+ % in frames with that text");
        // The other processes are drawn when they are opened.
        browser.value("document.querySelectorAll('#profiles details')[1].open = true");
        browser.await("document.querySelectorAll('#profiles details')[1].querySelectorAll('.flame g').length > 20");
        // Nothing is wider than the screen.
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(1280);

        complainsOfNothingAndRequestsOnly(page);
    }

    @Test
    void aLivePageShowsTheNextOneByItselfAndKeepsWhatAReaderSet() throws Exception {
        StoredResult soFar = SampleFiles.read(SampleFiles.longRun(20, folder.resolve("r.json")));
        Path page = folder.resolve("r.html");
        var version = new AtomicLong();
        try (var server = new PageServer(
                () -> (version.get() == 2
                                ? HtmlReport.of(List.of(soFar))
                                : HtmlReport.ofLive(soFar, "Page " + version, List.of()))
                        .html(Optional.empty(), page),
                name -> Optional.empty(),
                version::get,
                SystemClock.INSTANCE)) {
            browser.open(server.url(), 1440);
            String header = "document.querySelector('header').textContent";
            assertThat(text(header)).contains("RUNNING", "Page 0").doesNotContain("VALID");
            browser.await(ALL_DRAWN);
            String details = "document.querySelector('details')";
            assertThat(holds(details + ".open")).isFalse();
            browser.value(details + ".firstChild.click()");
            String light = text(GROUND);
            browser.value("document.getElementById('theme').click()");
            String line = "document.querySelector('#publish-latency .legend button')";
            browser.value(line + ".click()");
            browser.value(line + ".focus()");
            String whole = timeAtLeft("publish-latency");
            String plot = "document.querySelector('#publish-latency .plot')";
            pressKeys(plot, List.of("ArrowRight", "ArrowRight", "ArrowRight", "+"));
            String stretch = timeAtLeft("publish-latency");
            assertThat(stretch).isNotEqualTo(whole);

            version.set(1);

            browser.await(shows("Page 1"));
            browser.await(ALL_DRAWN);
            assertThat(holds(details + ".open")).isTrue();
            assertThat(text(GROUND)).isNotEqualTo(light);
            assertThat(pressed(line)).isEqualTo("false");
            assertThat(holds("document.activeElement === " + line)).isTrue();
            assertThat(timeAtLeft("publish-latency")).isEqualTo(stretch);

            version.set(2);

            browser.await(
                    "!(" + shows("RUNNING") + ") && " + shows(soFar.outcome().name()));
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.requests()).allMatch(url -> url.startsWith(server.url()));
        }
    }

    /** Also true or false while a page is exchanged for another. */
    private static String shows(String text) {
        return "(document.querySelector('header')?.textContent ?? '').includes('" + text + "')";
    }

    @Test
    void aCampaignsPageFitsANarrowScreen() throws Exception {
        Path campaign = SampleFiles.campaign(50, folder.resolve("ladder"));
        List<StoredResult> results = CampaignIndex.read(campaign, new Problems()).orElseThrow().runs().stream()
                .map(run -> SampleFiles.read(campaign.resolve(run.result().orElseThrow())))
                .toList();
        Path page = page(HtmlReport.ofCampaign("ladder", 50, results, OptionalDouble.empty()));
        browser.open(page, 400);
        browser.await(ALL_DRAWN);

        assertThat(number("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isZero();
        // The table is sorted by a column, and shows some of the runs.
        String rows = "[...document.querySelectorAll('table.sortable tbody tr')].filter(row => !row.hidden)";
        String rates = rows + ".slice(0, 3).map(row => row.cells[2].textContent).join()";
        clickButton("document.querySelector('table.sortable')", "target msg/s");
        assertThat(text(rates)).isEqualTo("1,000,1,000,2,000");
        clickButton("document.querySelector('table.sortable')", "target msg/s");
        assertThat(text(rates)).isEqualTo("25,000,25,000,24,000");
        type("document.querySelector('#summary input')", "messageSize 1024");
        assertThat(number(rows + ".length")).isEqualTo(25);
        assertThat(number(
                        "[...document.querySelectorAll('#throughput .legend li')].filter(item => !item.hidden).length"))
                .isEqualTo(50);
        // Each chart of many lines has the same filter, and shows or hides the lines that it lets through.
        String lines = "[...document.querySelectorAll('#throughput .legend [aria-pressed=true]')].length";
        assertThat(text("document.querySelector('#throughput input').value")).isEqualTo("messageSize 1024");
        clickButton("document.querySelector('#throughput')", "show all lines");
        assertThat(number(lines)).isGreaterThanOrEqualTo(50);
        type("document.querySelector('#throughput input')", "");
        clickButton("document.querySelector('#throughput')", "hide all lines");
        assertThat(number(lines)).isZero();
        complainsOfNothingAndRequestsOnly(page);
    }

    /** Also after a dashed line, such as that of a criterion. */
    @Test
    void crossesOfASearchAreWhole() throws Exception {
        Path file = Files.writeString(folder.resolve("s.search.json"), """
                {"schemaVersion": 1, "workload": "w", "driver": "d", "outcome": "VALID", "confirmed": true,
                 "weir": {"provenance": {"setup": {"topology": "swarm"}, "workload": {"search": {"criteria": ["endToEndResponse.p99 < 50ms"]}}}},
                 "curve": [
                  {"kind": "probe", "sustained": false, "why": "endToEndResponse.p99 < 50ms: 70 ms",
                   "messagesPerSecond": 6000, "achievedMessagesPerSecond": 5990, "outcome": "VALID", "result": "b.json",
                   "endToEndResponseNanos": {"p50": 1000000, "p99": 70000000}}]}
                """);
        Path page = page(HtmlReport.of(List.of(SampleFiles.read(file))));
        browser.open(page, 1440);
        // Each stroke of a line with two arms that cross: how it was dashed.
        browser.value("(() => { window.dashes = []; const stroke = CanvasRenderingContext2D.prototype.stroke;"
                + " CanvasRenderingContext2D.prototype.stroke = function (...path) {"
                + " if (Math.round(10 * this.lineWidth) === 18 && !path.length) dashes.push(this.getLineDash().length);"
                + " stroke.apply(this, path); }; })()");
        browser.await(ALL_DRAWN);
        browser.value("document.getElementById('theme').click()");
        browser.await("dashes.length >= 2");

        assertThat(holds("dashes.every(dashed => dashed === 0)")).isTrue();
    }

    /** An outage is a gap, also beside a run that has values then, at other places. */
    @Test
    void whatIsMissingOfARunIsNotThatOfItsNeighbours() throws Exception {
        Path other = SampleFiles.outage(SampleFiles.longRun(100, folder.resolve("b.json")), 38, 63);
        Path page = page(HtmlReport.of(List.of(
                SampleFiles.read(SampleFiles.longRun(100, folder.resolve("a.json"))), SampleFiles.read(other))));
        browser.open(page, 1440);
        browser.await(ALL_DRAWN);

        String chart = "document.querySelector('#end-to-end-latency .plot')";
        String read = "[...document.querySelectorAll('#end-to-end-latency .legend button')]"
                + ".filter(each => each.textContent.includes(', p99') && !each.textContent.includes('p99.9'))"
                + ".map(each => each.querySelector('output').textContent !== '').join()";
        pressKeys(chart, Collections.nCopies(3, "ArrowRight"));
        browser.await(read + " === 'true,true'");
        pressKeys(chart, Collections.nCopies(98, "ArrowRight"));
        browser.await(read + " === 'true,false'");
    }

    private static void complainsOfNothingAndRequestsOnly(Path page) {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).containsExactly(page.toUri().toString());
    }

    private static String text(String expression) {
        return browser.value(expression).asText();
    }

    private static int number(String expression) {
        return browser.value(expression).asInt();
    }

    private static boolean holds(String expression) {
        return browser.value(expression).asBoolean();
    }

    private static String pressed(String button) {
        return text(button + ".getAttribute('aria-pressed')");
    }

    private static void pressKeys(String element, List<String> keys) {
        browser.value(keys.stream()
                .map(key -> element + ".dispatchEvent(new KeyboardEvent('keydown', {key: '" + key + "'}))")
                .collect(Collectors.joining("; ")));
    }

    private static void type(String input, String text) {
        browser.value("(() => { const input = " + input + "; input.value = '" + text
                + "'; input.dispatchEvent(new Event('input')); })()");
    }

    private static void clickButton(String within, String name) {
        browser.value("[..." + within + ".querySelectorAll('button')].find(each => each.textContent === '" + name
                + "').click()");
    }

    /** What a chart shows first, as the cursor reads it. */
    private static String timeAtLeft(String chart) {
        JsonNode left = browser.value("(() => { const chart = document.getElementById('" + chart
                + "'); chart.scrollIntoView(); const box = chart.querySelector('.u-over').getBoundingClientRect();"
                + " return [box.x, box.y + box.height / 2]; })()");
        String time = "document.querySelector('#" + chart + " .tools output')";
        browser.moveMouse(left.get(0).asDouble() - 5, left.get(1).asDouble());
        browser.await(time + ".textContent === ''");
        browser.moveMouse(left.get(0).asDouble() + 1, left.get(1).asDouble());
        browser.await(time + ".textContent !== ''");
        return text(time + ".textContent");
    }

    private Path page(HtmlReport report) {
        Path page = folder.resolve("page.html");
        report.write(Optional.empty(), page);
        return page;
    }
}
