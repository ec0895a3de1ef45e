package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.report.html.chart.ChartData;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.tag.PageFrame;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands on pages; {@code BrowserTest} looks at them. */
@Order(1)
@Tag("slow")
class HtmlReportTest {
    private static final int MAX_BYTES = 5_000_000;

    @TempDir
    Path folder;

    private final ObjectNode result = SampleFiles.fixture();
    private final ObjectNode weir = SampleFiles.weir(result);

    HtmlReportTest() throws IOException {}

    /** Written anew with {@code -Dweir.writeGenerated=true}. */
    @Test
    void theHeaderStatesWhatWasMeasuredAndHowFarToTrustIt() throws Exception {
        Path golden = Path.of("src/test/resources/dev/weir/report/html/result-v1.txt");

        String page = page(result);
        String text = text(page);

        assertThat(page(result)).as("the same page each time").isEqualTo(page);
        if (Boolean.getBoolean("weir.writeGenerated")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, text);
        }
        assertThat(golden).hasContent(text);
    }

    @Test
    void textsFromFilesCannotBecomeMarkup() throws Exception {
        String evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'\u2028&";
        result.put("workload", evil).put("driver", evil);
        weir.put("failure", evil);
        weir.putArray("events").addObject().put("kind", evil).put("text", evil).put("at", "2026-11-20T21:18:20.000Z");
        ObjectNode durability = weir.putArray("durability").addObject().put("item", evil);
        durability.put("value", evil).put("source", evil);
        ((ObjectNode) weir.at("/reasons/0")).put("code", evil).put("text", evil);
        weir.withObject("/provenance/workload").put(evil, evil);
        ((ObjectNode) weir.at("/workers/0")).put("name", evil);

        String page = page(result);

        assertThat(page).contains("&lt;/script&gt;&lt;script&gt;alert(1)").doesNotContain("<img", "<script>alert");
        assertThat(matches("<script", page)).hasSize(2);
        assertThat(matches("</script", page)).hasSize(2);
        assertThat(data(page)).isNotEmpty();
        assertThat(between(page, "id=\"data\">", "</script>")).doesNotContain("<", "\u2028");
    }

    @Test
    void thePolicyAllowsOnlyTheScriptsOfThePage() throws Exception {
        String page = page(result);

        String policy = between(page, "Content-Security-Policy\" content=\"", "\"");
        String script = between(page.substring(page.lastIndexOf("<script>")), "<script>", "</script>");
        assertThat(policy)
                .isEqualTo("default-src 'none'; script-src '" + PageFrame.hash(script) + "'; style-src '"
                        + PageFrame.hash(between(page, "<style>", "</style>"))
                        + "'; img-src data:; base-uri 'none'; form-action 'none'");
        // Neither would be let in.
        assertThat(page).doesNotContain(" style=\"", "onclick", "href=\"http", "src=");
    }

    @Test
    void theLibraryThatDrawsIsTheOneThatWasPublished() {
        // Of the files in the package uplot 1.6.32 of npm.
        assertThat(PageFrame.hash(PageFrame.resource(HtmlReport.PLOTS)))
                .isEqualTo("sha256-GcjUxq2Ikpp59K5J1vcWFWbf0Lo9FcxJXpdPeH63jx8=");
        assertThat(PageFrame.hash(PageFrame.resource(HtmlReport.PLOTS_STYLE)))
                .isEqualTo("sha256-32MMao1vjur/JktQ9zzlsRT2Rv/ZoLt08EmwoAE1+gQ=");
        assertThat(PageFrame.resource(HtmlReport.PLOTS_LICENCE))
                .startsWith("The MIT License (MIT)\n\nCopyright (c) 2022 Leon Sorokin");
    }

    @Test
    void observationsOfHalfADayStaySmallAndKeepTheWorstMoment() throws Exception {
        StoredResult run = SampleFiles.read(SampleFiles.longRun(4_000, folder.resolve("long.json")));

        String page = html(HtmlReport.of(List.of(run)));

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
        JsonNode latency = chart(page, "publish-latency");
        assertThat(latency.path("xs").get(0)).hasSizeBetween(1000, ChartData.MAX_POINTS + 5);
        assertThat(largest(latency, "max")).isEqualTo(60_000);
        assertThat(largest(chart(page, "throughput"), "achieved")).isBetween(2000.0, 2090.0);
        assertThat(page)
                .contains("Of 4,001 intervals, several neighbours are drawn as one", "achieved, slowest interval")
                // The table keeps it too.
                .contains("<td class=\"n\"><span>60,000</span></td>");
        assertThat(matches("<path class=\"line c\\d[^\"]*\" d=\"([^\"]*)\"", page))
                .extracting(path -> path.group(1).split("[ML]", -1).length)
                .allMatch(points -> points < 300)
                .anyMatch(points -> points > 100);
    }

    @Test
    void fiftyRunsStaySmallAndBeginWithTheSweptFieldAndATableToSort() throws Exception {
        String page = html(ofCampaign(SampleFiles.campaign(50, folder.resolve("ladder"))));

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MAX_BYTES);
        assertThat(page)
                .contains("Campaign ladder", "50 results side by side. They differ in producerRate, messageSize.")
                .containsSubsequence("<h1>", "<figure id=\"sweep-", "<table class=\"sortable\">", "id=\"reasons\"");
        JsonNode rate = chart(page, "rate-end-to-end-latency");
        // The fixture is too short for a p99.9.
        assertThat(rate.path("series")).hasSize(6);
        assertThat(rate.at("/series/0/name").asText()).isEqualTo("messageSize 100, p99");
        assertThat(rate.at("/series/0/ys")).hasSize(25);
        assertThat(between(page, "<nav class=\"contents\"", "</nav>"))
                .contains("href=\"#summary\">Summary<", "href=\"#charts\"", "href=\"#setup\"");
        assertThat(matches("href=\"#([a-z]+)\"", page)).allMatch(link -> page.contains("id=\"" + link.group(1) + "\""));
        assertThat(page(result)).doesNotContain("sortable\">", "<nav");
    }

    @Test
    void equalRunsAreAMedianInABand() throws Exception {
        String page =
                html(HtmlReport.of(List.of(point(1000, 999), point(2000, 1999), point(2000, 1900), point(2000, 1990))));

        assertThat(chart(page, "target").path("series"))
                .extracting(series -> series.path("name") + " " + series.path("look") + " " + series.path("ys"))
                .containsExactly(
                        "\"target\" \"dashed\" [1000,2000]",
                        "\"runs\" \"marked\" [999,1990]",
                        "\"runs, lowest\" \"lowest\" [999,1900]",
                        "\"runs, highest\" \"highest\" [999,1999]");
        assertThat(page)
                .contains("producerRate 2000 #2", "the line is the median, and the band goes from the lowest")
                // The band is drawn, and its edges are not named beside its line.
                .contains("<path class=\"band c0\"")
                .doesNotContain("<span>runs, lowest</span></li>");
    }

    private StoredResult point(int rate, int achieved) throws Exception {
        ObjectNode point = SampleFiles.point(SampleFiles.fixture(), rate, 100);
        SampleFiles.weir(point).withObject("/throughput").put("achievedMessagesPerSecond", achieved);
        return stored(point, rate + "-" + achieved + ".json");
    }

    @Test
    void manyLinesHaveDifferentLooks() throws Exception {
        String page = html(ofCampaign(SampleFiles.campaign(20, folder.resolve("ladder"))));

        assertThat(chart(page, "end-to-end-latency").path("series"))
                .extracting(series -> series.path("color") + " " + series.path("dashed"))
                .hasSize(20)
                .doesNotHaveDuplicates();
    }

    @Test
    void thresholdsAreLinesInTheChartsOfTheirFigures() throws Exception {
        put(weir, """
            {"thresholds": [{"text": "endToEndResponse.p99 < 50ms", "met": true, "judged": true},
              {"text": "achievedRate >= 99% of target", "met": true, "judged": true},
              {"text": "deliveredRate > 1500", "met": true, "judged": true},
              {"text": "audit.lost == 0", "met": true, "judged": true}]}
            """);

        String page = page(result);

        assertThat(largest(chart(page, "end-to-end-latency"), "endToEndResponse.p99 < 50ms"))
                .isEqualTo(50);
        assertThat(largest(chart(page, "throughput"), "achievedRate >= 99% of target"))
                .isEqualTo(1980);
        assertThat(largest(chart(page, "throughput"), "deliveredRate > 1500")).isEqualTo(1500);
        assertThat(chart(page, "publish-latency").toString()).doesNotContain("endToEndResponse.p99 <");
    }

    @Test
    void aSearchBeginsWithTheRateThatItFound() throws Exception {
        Path file = Files.writeString(folder.resolve("s.search.json"), """
            {"schemaVersion": 1, "workload": "w", "driver": "d", "outcome": "VALID", "confirmed": true,
             "sustainedMessagesPerSecond": 5000, "notSustainedMessagesPerSecond": 6000,
             "notSustainedWhy": "endToEndResponse.p99 < 50ms: 70 ms", "ended": "",
             "weir": {"provenance": {"setup": {"topology": "swarm"}, "workload": {"search": {"criteria": [
               {"condition": "endToEndResponse.p99 < 50ms", "window": "10s"}, "achievedRate >= 99% of target"]}}}},
             "curve": [
              {"kind": "probe", "sustained": true, "why": "", "messagesPerSecond": 5000,
               "achievedMessagesPerSecond": 5000, "outcome": "VALID", "result": "a.json",
               "endToEndResponseNanos": {"p50": 1000000, "p99": 2000000}},
              {"kind": "probe", "sustained": false, "why": "endToEndResponse.p99 < 50ms: 70 ms",
               "messagesPerSecond": 6000, "achievedMessagesPerSecond": 5990, "outcome": "VALID", "result": "b.json",
               "endToEndResponseNanos": {"p50": 1000000, "p99": 70000000}}]}
            """);

        String page = html(HtmlReport.of(List.of(SampleFiles.read(file))));

        assertThat(between(page, "<h1>", "</h1>")).startsWith("5,000 messages per second sustained: w on d");
        JsonNode chart = chart(page, "search-0-end-to-end-latency");
        assertThat(largest(chart, "endToEndResponse.p99 < 50ms")).isEqualTo(50);
        assertThat(text(page))
                .contains("Criteria: endToEndResponse.p99 < 50ms; achievedRate >= 99% of target.")
                .contains("6,000 | 5,990 | probe | VALID | no: endToEndResponse.p99 < 50ms: 70 ms | b.json");
        assertThat(page).containsSubsequence("<figure id=\"search-0-", "id=\"summary\"");
        assertThat(page).containsSubsequence("no: endToEndResponse.p99", "id=\"reasons\"");
        // A probe that was not sustained is marked with its reason.
        assertThat(chart.path("series"))
                .filteredOn(series -> series.path("look").asText().equals("crosses"))
                .extracting(series -> series.path("name").asText())
                .containsExactly("p50, not sustained", "p99, not sustained");
        assertThat(chart.path("marks").toString())
                .isEqualTo("[{\"at\":5990,\"letter\":\"\",\"phase\":false,\"point\":true,\"measured\":false,"
                        + "\"text\":\"not sustained: endToEndResponse.p99 < 50ms: 70 ms\"}]");
        // One in the drawing and one in the legend for each of p50 and p99.
        assertThat(page.split("l8 8m0 -8l-8 8", -1)).hasSize(5);
        assertThat(page).doesNotContain("Short strokes at the bottom");
    }

    @Test
    void codesLeadToWhatTheyMean() throws Exception {
        String page = page(result);

        assertThat(page).contains("<a href=\"#code-SENDS_LATE\" class=\"code\">SENDS_LATE</a>");
        assertThat(between(page, "<dt id=\"code-SENDS_LATE\">", "</dd>"))
                .contains("the worker&#39;s host more CPU time");
    }

    @Test
    void attributesDifferencesOnlyToFieldsThatChangeAlone() throws Exception {
        StoredResult one = stored(SampleFiles.fixture(), "a.json");
        result.put("workload", "another");
        ObjectNode workload = weir.withObject("/provenance/workload").put("topics", 4);
        StoredResult topicsOnly = stored(result, "c.json");
        workload.put("messageSize", 9).put("producerRate", 9).put("warmupProducerRate", 9);
        StoredResult two = stored(result, "b.json");

        HtmlReport confounded = HtmlReport.of(List.of(one, two));
        HtmlReport alone = HtmlReport.of(List.of(one, topicsOnly));

        assertThat(confounded.views()).contains(View.LATENCY, View.QUANTILES).doesNotContain(View.SWEEP);
        assertThat(html(confounded)).contains("They differ in topics, messageSize, producerRate, warmupProducerRate.");
        assertThat(alone.views()).contains(View.SWEEP);
        assertThat(html(alone)).contains("They differ in topics.");
    }

    /** Fields of a result, and what its page has of them, or has not. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        a reason has the explanation of reasons, and not that of an event of its name ;\
         {"reasons": [{"code": "PROCESS_STOOD_STILL", "severity": "NOTE", "text": "it did"}]} ;\
         PROCESS_STOOD_STILL\\nA control thread of a worker woke up ; See the reason of the same name
        a percentile of too few samples is a dash with their number ;\
         {"latency": {"transactionCommit": {"summary": {"count": 20, "quantilesNanos": {}}}}} ;\
         transactionCommit | \u2013 (20) | \u2013 (20) | ; transactionCommit | 0
        durability is shown where it is known ;\
         {"durability": [{"item": "acks", "value": "all", "source": "driver file"},\
          {"item": "fsync", "value": "by the OS", "source": "system", "note": "lost with the power"}]} ;\
         Durability: acks all, fsync by the OS. && by the OS (system): lost with the power ; does not state
        messages missing at an early end are not lost ;\
         {"audit": {"complete": false, "lost": 0, "unknown": 70}} ;\
         70 not known to be delivered when the run ended, 0 duplicated && 20.2 | \u2013 (4,000) | 4,000 |  | 0\\n ;\
         70 lost
        times between hosts are unknown without a clock bound ;\
         {"clock": {"endToEndBoundNanos": null}} ;\
         endToEndResponse | ? | ? | ? | && publishResponse | 2.63 | 12.2 | && is unknown ; endToEndResponse | 3.89
        the tile of reads alone shows them ;\
         {"provenance": {"workload": {"recordsPerRequest": 10}}, "throughput":\
          {"achievedMessagesPerSecond": 0, "abortedMessagesPerSecond": 0, "readsPerSecond": 200}} ;\
         2,000 msg/sachieved rate, 100 % of the target ; with reads
        slow consumers have a ceiling ;\
         {"subscriptions": [{"subscription": 0, "deliveredMessagesPerSecond": 90, "ceilingMessagesPerSecond": 120,\
          "backlogMessages": 16, "latency":\
           {"endToEndService": {"maxNanos": 5000000, "quantilesNanos": {"p99": 4000000}}}}]} ;\
         endToEndService p99 ms | max ms && \\n0 | 90 | 120 | 16 | 4.00 | 5.00 ; 0 | 90 | 16
        """)
    void aPageShowsWhatTheResultHas(String name, String fields, String shown, String absent) throws Exception {
        put(weir, fields);

        assertThat(text(page(result)))
                .contains(shown.translateEscapes().split(" && "))
                .doesNotContain(absent);
    }

    @Test
    void whatWasNotMeasuredIsEmptyAndNotZero() throws Exception {
        result.put("outcome", "FAILED").put("consumersPerTopic", 0);
        weir.put("failure", "the broker left");
        weir.putArray("intervals");
        weir.putObject("latency");
        weir.withObject("/throughput").put("seconds", 0.0).put("achievedMessagesPerSecond", 0.0);
        weir.withObject("/audit").put("subscriptions", 0);

        assertThat(text(page(result)))
                .contains("The run was not carried out: the broker left.", "; no subscriptions.")
                .contains("audit | clean | no subscriptions")
                .contains("tiny on embedded | FAILED | 2,000 |  |  |  |")
                .doesNotContain("\nCharts\n");
    }

    @Test
    void theLoadIsDescribedInASentence() throws Exception {
        ObjectNode workload = weir.withObject("/provenance/workload");
        weir.withObject("/throughput").remove("targetMessagesPerSecond");
        workload.remove("producerRate");

        workload.put("mode", "closed").put("inFlight", 5);
        assertThat(text(page(result))).contains("in a closed loop, each producer with 5 messages under way at a time");

        workload.remove("inFlight");
        workload.put("mode", "open").put("producerRate", "max");
        workload.putArray("producersPerTopicList").add(3).add(4);
        workload.putArray("partitionsPerTopicList").add(10).add(20);
        workload.put("topics", 2);
        workload.putObject("messageSizeDistribution").put("100-200", 9).put("4096", 1);
        assertThat(text(page(result)))
                .contains("Load: 7 producers, messages of 100-200 or 4096 bytes to 2 topics with 30 partitions in all,"
                        + " as fast as each producer can; 4 consumers in 1 subscription of each topic.");

        workload.removeAll();
        workload.putArray("existingTopicList").add("orders");
        workload.put("producersPerTopic", 0);
        assertThat(text(page(result))).contains("Load: nothing is produced, 1 existing topic of 3 partitions is read;");
    }

    @Test
    void readsAndAbortedMessagesCountForTheTarget() throws Exception {
        put("""
            {"weir": {"provenance": {"workload": {"recordsPerRequest": 10}},
              "throughput": {"achievedMessagesPerSecond": 1000, "abortedMessagesPerSecond": 200, "readsPerSecond": 80}}}
            """);
        put(weir.path("intervals").get(2), """
            {"seconds": 1.0, "counts": {"acknowledged": 1000, "aborted": 200}, "latency": {"readService": {"count": 80}}}
            """);
        StoredResult mixed = stored(result, "a.json");
        StoredResult plain = stored(SampleFiles.point(SampleFiles.fixture(), 1000, 100), "b.json");

        String page = html(HtmlReport.of(List.of(mixed)));
        JsonNode rates = chart(page, "throughput");
        JsonNode target = chart(html(HtmlReport.of(List.of(mixed, plain))), "target");

        assertThat(text(page))
                .contains("1,000 msg/sachieved rate, with reads and aborted messages 100 % of the target");
        assertThat(largest(rates, "achieved, with reads and aborted messages")).isEqualTo(2003);
        assertThat(rates.path("series"))
                .filteredOn(each -> each.path("name").asText().startsWith("achieved, with"))
                .extracting(each -> each.at("/ys/2").asDouble())
                .containsExactly(2000.0);
        assertThat(target.toString()).contains("[2000]");
        assertThat(chart(html(HtmlReport.of(List.of(plain))), "throughput").toString())
                .doesNotContain("aborted messages");
    }

    @Test
    void consumeOnlyLoadsShowDeliveredMessagesFirst() throws Exception {
        weir.path("intervals").forEach(interval -> ((ObjectNode) interval.path("counts")).put("acknowledged", 0));
        StoredResult consuming = stored(result, "a.json");
        StoredResult both = stored(SampleFiles.point(SampleFiles.fixture(), 1000, 100), "b.json");

        JsonNode rates = chart(html(HtmlReport.of(List.of(consuming, both))), "throughput");

        assertThat(rates.path("series"))
                .filteredOn(each -> each.path("shown").asBoolean())
                .extracting(each -> each.path("name").asText().replaceAll(".*, delivered", "delivered"))
                .hasSize(2)
                .contains("delivered");
    }

    @Test
    void runsThatDifferInTheirAcknowledgementsAreLabelledByThem() throws Exception {
        StoredResult all = stored(acks("all", true), "a.json");
        StoredResult one = stored(acks("1", true), "b.json");
        StoredResult unsaid = stored(acks("all", false), "c.json");

        HtmlReport differ = HtmlReport.of(List.of(all, one));

        assertThat(html(differ)).contains("They differ in acks.", "acks all", "acks 1");
        assertThat(differ.views()).contains(View.SWEEP);
        assertThat(html(HtmlReport.of(List.of(all, unsaid)))).contains("Their files do not differ.");
    }

    /** As the Kafka driver has it: its settings in effect leave out what the durability tells. */
    private static ObjectNode acks(String acks, boolean spelled) throws Exception {
        ObjectNode result = SampleFiles.fixture();
        put(result, """
            {"weir": {"durability": [{"item": "acks", "value": "%1$s", "source": "driver file"}], "provenance": {
              "client": "kafka-clients", "clientSettings": {"producerConfig.linger.ms": "5"},
              "driver": {"commonConfig": {"ssl.truststore.location": "/%1$s"}, "producerConfig": {"linger.ms": "5"}}}}}
            """.formatted(acks));
        ObjectNode producer = SampleFiles.weir(result).withObject("/provenance/driver/producerConfig");
        if (spelled) {
            producer.put("acks", acks);
        }
        return result;
    }

    @Test
    void aFailedProbeOfASearchDoesNotBendItsAxis() throws Exception {
        Path file = Files.writeString(folder.resolve("s.search.json"), """
            {"schemaVersion": 1, "workload": "w", "driver": "d", "sustainedMessagesPerSecond": 1000, "weir": {},
             "curve": [
              {"kind": "curve", "sustained": true, "messagesPerSecond": 1000, "achievedMessagesPerSecond": 1000,
               "endToEndResponseNanos": {"p50": 1000000, "p99": 2000000}},
              {"kind": "probe", "sustained": false, "why": "it failed", "messagesPerSecond": 2000,
               "achievedMessagesPerSecond": 0, "outcome": "FAILED", "result": "x.json"}]}
            """);

        JsonNode curve = chart(html(HtmlReport.of(List.of(SampleFiles.read(file)))), "search-0-end-to-end-latency");

        assertThat(curve.path("xs").toString()).isEqualTo("[[1000]]");
    }

    @Test
    void manyRunsAreRunAgainByTheCommandThatStartedThem() throws Exception {
        assertThat(text(html(ofCampaign(SampleFiles.campaign(5, folder.resolve("my ladder"))))))
                .contains("""
                    How to run it again
                    bin/benchmark -o v1.json tiny.yaml
                    The first of its runs alone:
                    bin/benchmark rerun &#39;FOLDER/my ladder/run-0.json&#39;
                    """);
    }

    @Test
    void aViewShowsItsChartsOnly() throws Exception {
        HtmlReport report = HtmlReport.of(List.of(stored(result, "r.json")));

        assertThat(data(report.html(Optional.of(View.QUANTILES), folder.resolve("r.html"))))
                .extracting(chart -> chart.path("id").asText())
                .containsExactly("quantiles");
    }

    @Test
    void pagesOfACampaignAndOfItsRunsLinkToEachOther() throws Exception {
        Path campaign = SampleFiles.campaign(3, folder.resolve("c"));
        Files.writeString(campaign.resolve("run-1.html"), "");

        String page = ofCampaign(campaign).html(Optional.empty(), campaign.resolve("index.html"));
        assertThat(matches("href=\"(\\./[^\"]*)\"", page))
                .extracting(link -> link.group(1))
                .containsExactly("./run-1.html");
        assertThat(HtmlReport.of(List.of(SampleFiles.read(campaign.resolve("run-1.json"))))
                        .html(Optional.empty(), campaign.resolve("run-1.html")))
                .contains("<a href=\"./index.html\">All runs of this campaign</a>");
        assertThat(page(result)).doesNotContain("All runs of this campaign");
    }

    private static HtmlReport ofCampaign(Path folder) {
        CampaignIndex index = CampaignIndex.read(folder, new Problems()).orElseThrow();
        List<StoredResult> results = index.runs().stream()
                .map(run -> SampleFiles.read(folder.resolve(run.result().orElseThrow())))
                .toList();
        return HtmlReport.ofCampaign(index.campaign(), index.runs().size(), results, OptionalDouble.empty());
    }

    private void put(String fields) throws IOException {
        put(result, fields);
    }

    /** Puts fields into an object and the objects in it; what is in lists there already stays. */
    private static void put(JsonNode object, String fields) throws IOException {
        new ObjectMapper().readerForUpdating(object).readValue(fields);
    }

    private StoredResult stored(ObjectNode document, String name) throws IOException {
        return SampleFiles.read(SampleFiles.write(document, folder.resolve(name)));
    }

    private String page(ObjectNode document) throws IOException {
        return html(HtmlReport.of(List.of(stored(document, "r.json"))));
    }

    private String html(HtmlReport report) {
        return report.html(Optional.empty(), folder.resolve("page.html"));
    }

    private static JsonNode data(String page) throws IOException {
        return new ObjectMapper().readTree(between(page, "id=\"data\">", "</script>"));
    }

    private static JsonNode chart(String page, String id) throws IOException {
        return named(data(page), "id", id);
    }

    private static double largest(JsonNode chart, String series) {
        JsonNode ys = named(chart.path("series"), "name", series).path("ys");
        return ys.valueStream().mapToDouble(JsonNode::asDouble).max().orElseThrow();
    }

    private static JsonNode named(JsonNode all, String field, String name) {
        return all.valueStream()
                .filter(each -> each.path(field).asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<MatchResult> matches(String pattern, String page) {
        return Pattern.compile(pattern).matcher(page).results().toList();
    }

    private static String between(String page, String begin, String end) {
        int from = page.indexOf(begin) + begin.length();
        return page.substring(from, page.indexOf(end, from));
    }

    /** What is read of a page, a line for each paragraph and row. */
    private String text(String page) {
        String body = between(page, "<main>", "</main>");
        return body.replaceAll("(?s)<svg.*?</svg>", "")
                .replaceAll("</t[dh]>", " | ")
                .replaceAll("</(tr|p|h\\d|li|figcaption|summary|pre|dd|dt|footer)>", "\n")
                .replaceAll("<[^>]*>", "")
                .replace(folder.toString(), "FOLDER")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .replaceAll("(?m) +\\|? *$", "")
                .replaceAll("\n{2,}", "\n");
    }
}
