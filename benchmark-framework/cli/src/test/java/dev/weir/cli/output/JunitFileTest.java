package dev.weir.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JunitFileTest {
    @TempDir
    Path folder;

    @Test
    void hasASuiteForARunAndACaseForEachThreshold() {
        RunResult run = SampleResults.withThresholds(
                folder,
                List.of(
                        SampleResults.threshold("publishResponse.p99 < 50ms", 1_500_000, Optional.empty()),
                        SampleResults.threshold("failed == 0", 7, Optional.empty()),
                        SampleResults.notJudged("publishResponse.p99.9 < 50ms", false),
                        SampleResults.notJudged("audit.lost == 0", true)));

        assertThat(JunitFile.text(List.of(run), false)).isEqualTo("""
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
            <testsuite name="small on none" tests="5" failures="2" errors="0" skipped="1" time="90.000" timestamp="2023-11-14T22:13:20">
            <testcase classname="small on none" name="run" time="90.000"></testcase>
            <testcase classname="small on none" name="publishResponse.p99 &lt; 50ms" time="0"></testcase>
            <testcase classname="small on none" name="failed == 0" time="0"><failure type="MISSED" message="failed == 0: 7 messages"></failure></testcase>
            <testcase classname="small on none" name="publishResponse.p99.9 &lt; 50ms" time="0"><failure type="NOT_JUDGED" message="publishResponse.p99.9 &lt; 50ms: not judged, the run failed"></failure></testcase>
            <testcase classname="small on none" name="audit.lost == 0" time="0"><skipped type="NOT_JUDGED" message="audit.lost == 0: not judged, the run failed"></skipped></testcase>
            </testsuite>
            </testsuites>
            """);
    }

    @Test
    void countsNoThresholdsOfADiscardedRun() {
        RunResult discarded = SampleResults.withThresholds(
                folder,
                new CampaignPlace("c", Map.of(), 0, GivenFields.NONE),
                List.of(SampleResults.threshold("failed == 0", 7, Optional.empty())));

        assertThat(JunitFile.text(List.of(discarded), false)).contains("tests=\"1\" failures=\"0\" errors=\"0\"");
    }

    @Test
    void reportsWhyARunFailedInLegalXml() throws Exception {
        Element error = error("no \"<&>\u0000\u001b\uD800 answer", false);

        assertThat(error.getAttribute("type")).isEqualTo("FAILED");
        assertThat(error.getAttribute("message")).isEqualTo("no \"<&>??? answer");
    }

    @Test
    void anInterruptedRunDoesNotPass() throws Exception {
        assertThat(error("", true).getAttribute("type")).isEqualTo("INTERRUPTED");
    }

    @Test
    void countsDegradedFiguresAsAnErrorOnlyIfStrict() throws Exception {
        RunResult run = run(
                "",
                false,
                Reason.of(ReasonCode.NOT_AUDITED, Severity.NOTE, "a"),
                Reason.of(ReasonCode.CLOCKS_INEXACT, Severity.DEGRADED, "b"));

        assertThat(errors(run, false).getLength()).isZero();
        assertThat(((Element) errors(run, true).item(0)).getAttribute("message"))
                .isEqualTo("CLOCKS_INEXACT: b");
    }

    private RunResult run(String failure, boolean interrupted, Reason... reasons) {
        return SampleResults.of(folder, Workloads.small().build(), failure, interrupted, List.of(reasons), List.of());
    }

    private Element error(String failure, boolean interrupted) throws Exception {
        return (Element) errors(run(failure, interrupted), false).item(0);
    }

    private static NodeList errors(RunResult run, boolean strict) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JunitFile.text(List.of(run), strict))))
                .getElementsByTagName("error");
    }
}
