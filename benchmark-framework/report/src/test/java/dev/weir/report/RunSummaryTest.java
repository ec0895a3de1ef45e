package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryTest {
    private static final Reason SATURATED =
            Reason.of(ReasonCode.HOST_SATURATED, Severity.DEGRADED, "the host had no CPU time left");

    @TempDir
    Path folder;

    @Test
    void showsTheFiguresOfARun() {
        RunResult result = result(
                "",
                false,
                List.of(Reason.of(
                        ReasonCode.CLOCKS_INEXACT,
                        Severity.DEGRADED,
                        "3 messages seem to have arrived before they were sent: clocks differ")),
                List.of(new Finding(FindingCode.MESSAGES_LOST, 10, "10 messages: lost")));

        assertThat(String.join("\n", lines(result, true))).isEqualTo("""
                    DEGRADED  small on none
                      The results can be used, but they are less reliable: 3 messages seem to have
                      arrived before they were sent: clocks differ. Synchronise the clocks of the
                      workers' hosts (chrony, PTP) without steps during a run, or run producers and
                      consumers in one worker.
                      Found about the system: MESSAGES_LOST (below).

                    target rate                    1,000 msg/s
                    achieved rate                     98 msg/s  0.01 MiB/s  over 2.0 s
                    delivered rate                    90 msg/s
                      subscription 0                  90 msg/s of at most 120  backlog 16

                    latency, ms                  p50       p95       p99     p99.9       max
                    publishResponse           0.0009         -         -         -    0.0018
                    publishService            0.0010         -         -         -    0.0020
                    sendDelay                 0.0005         -         -         -    0.0010
                    sendCall                  0.0002         -         -         -    0.0004
                    endToEndResponse          0.0010         -         -         -    0.0019
                    endToEndService         < 0.0009         -         -         -    0.0016
                      samples: 196 of each latency
                      pacing adds at most 0.250 ms to each response time, on average half of that

                    TIME  LOAD_CHANGED: 500 messages wait

                    producers  batch-size-avg 16,384.0
                    consumers  fetch-size-avg 65,536.0

                    clocks     corrected; end-to-end times are right within their bound, 0.0009 ms

                    durability acks all, minInsyncReplicas 2 (a majority), fsync unknown (the
                               cluster decides)
                    audit      violated: 5,000 acknowledged, 4,990 delivered,
                               10 lost, 2 duplicated, 1 reordered
                               6 unknown because a worker was lost, 7 delivered again after that
                      finding: MESSAGES_LOST: 10 messages: lost
                      degraded: CLOCKS_INEXACT: the reason above
                      what a code means and what to do: bin/benchmark explain CODE
                      cluster: log.retention.ms was 604800000 (default), 600000 in this run, and is
                        put back\
                    """.replace(
                        "TIME", result.weir().course().events().get(0).timeOfDay()));
        assertThat(RunSummary.files(result, Path.of("results", "a.json")))
                .containsExactly("result     results/a.json", "intervals  results/a.hlog");
    }

    @Test
    void reportsWhyARunFailed() {
        assertThat(lines(result("worker a:1 is lost", false, List.of(), List.of()), true))
                .startsWith("FAILED  small on none", "  failed: worker a:1 is lost");
    }

    @Test
    void reportsAnInterruptionAfterTheReason() {
        assertThat(lines(result("", true, List.of(SATURATED), List.of()), false))
                .startsWith("DEGRADED  small on none")
                .contains("  A person ended the run early.");
    }

    /** The figures and what a person has to act upon; the rest has its place in the report. */
    @Test
    void reportsDetailsOnlyIfAskedTo() {
        Reason embedded = Reason.of(ReasonCode.EMBEDDED_CLUSTER, "the brokers shared this host");

        assertThat(lines(result("", false, List.of(embedded, SATURATED), List.of()), false))
                .startsWith(
                        "DEGRADED  small on none",
                        "  The results can be used, but they are less reliable: the host had no CPU time",
                        "  left. If other processes, such as a broker, used the CPU time, stop them or",
                        "  move them to other hosts. Otherwise use more workers on other hosts, a host",
                        "  with more cores or faster links, or a lower rate. In a pod or container, raise",
                        "  its CPU limit, or give it whole CPUs (the kubelet's static CPU manager",
                        "  policy). If a single core is full, use more producers or consumers.")
                .contains(
                        "durability acks all, minInsyncReplicas 2, fsync unknown",
                        "  degraded: HOST_SATURATED: the reason above",
                        "  notes: EMBEDDED_CLUSTER (explain RESULT prints their texts)",
                        "  what a code means and what to do: bin/benchmark explain CODE")
                .noneMatch(line -> line.startsWith("producers"));
    }

    private RunResult result(String failure, boolean interrupted, List<Reason> reasons, List<Finding> findings) {
        return SampleResults.of(folder, Workloads.small().build(), failure, interrupted, reasons, findings);
    }

    private static List<String> lines(RunResult result, boolean details) {
        return RunSummary.lines(result, Path.of("none.json"), details);
    }
}
