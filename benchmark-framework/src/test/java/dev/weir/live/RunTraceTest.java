package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.Snapshots;
import dev.weir.result.interval.PhaseSpan;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run as a trace. */
class RunTraceTest {
    @TempDir
    Path folder;

    @Test
    void hasTheEventsOfTheRunAndASpanForEachPhase() {
        RunResult run = SampleResults.valid(folder);

        List<SpanData> spans = new RunTrace("w", "d", run).spans(Resource.empty());

        SpanData root = spans.get(0);
        assertThat(root.getStartEpochNanos()).isEqualTo(run.run().beginNanos());
        assertThat(root.getEndEpochNanos()).isEqualTo(run.endNanos());
        assertThat(root.hasEnded()).isTrue();
        assertThat(root.getStatus()).isEqualTo(StatusData.unset());
        assertThat(root.getAttributes().get(AttributeKey.stringKey("weir.run.id")))
                .isEqualTo(run.run().id());
        assertThat(root.getAttributes().get(AttributeKey.stringArrayKey("weir.reasons")))
                .containsExactlyElementsOf(run.reasons().stream()
                        .map(reason -> reason.code().name())
                        .toList());
        assertThat(root.getEvents())
                .extracting(EventData::getName)
                .containsExactlyElementsOf(run.weir().course().events().stream()
                        .map(event -> event.kind().name())
                        .toList())
                .contains("BACKLOG_BUILT");
        assertThat(root.getEvents().get(0).getEpochNanos()).isEqualTo(Snapshots.START + Snapshots.SECOND);
        assertThat(root.getEvents().get(0).getAttributes().get(AttributeKey.stringKey("weir.event.text")))
                .isEqualTo("500 messages wait");
        List<PhaseSpan> phases = run.weir().course().phases();
        assertThat(phases).isNotEmpty();
        assertThat(spans).hasSize(1 + phases.size());
        for (int i = 0; i < phases.size(); i++) {
            SpanData phase = spans.get(i + 1);
            assertThat(phase.getName()).isEqualTo(phases.get(i).phase());
            assertThat(phase.getParentSpanId()).isEqualTo(root.getSpanId());
            assertThat(phase.getStartEpochNanos())
                    .isEqualTo(phases.get(i).begin().epochNanos());
            assertThat(phase.getEndEpochNanos()).isEqualTo(phases.get(i).end().epochNanos());
        }
    }

    @Test
    void ofAFailedRunHasAnError() {
        RunResult failed = SampleResults.withoutFigures(folder);

        SpanData root = new RunTrace("w", "d", failed).spans(Resource.empty()).get(0);

        assertThat(root.getAttributes().get(AttributeKey.stringKey("weir.outcome")))
                .isEqualTo("FAILED");
        assertThat(root.getStatus()).isEqualTo(StatusData.error());
    }
}
