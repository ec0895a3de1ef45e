package dev.weir.live;

import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.RunEvent;
import dev.weir.result.document.RunCourse;
import dev.weir.result.interval.PhaseSpan;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A finished run as a trace: the run is the root span, its phases are children of it, its events are events of the root
 * span. All times are those of the coordinator's clock.
 *
 * @param workload name of the workload
 * @param driver name of the driver
 */
record RunTrace(String workload, String driver, RunResult result) {
    private static final int MOST_EVENTS = 10_000;

    /** Returns the spans, the root span first. */
    List<SpanData> spans(Resource resource) {
        var spans = new EndedSpans(new ArrayList<>());
        try (var provider = SdkTracerProvider.builder()
                .setResource(resource)
                .setSpanLimits(
                        SpanLimits.builder().setMaxNumberOfEvents(MOST_EVENTS).build())
                .addSpanProcessor(spans)
                .build()) {
            trace(provider.get(OtlpExport.SCOPE));
        }
        return spans.ended();
    }

    private void trace(Tracer tracer) {
        RunCourse course = result.weir().course();
        Span root = tracer.spanBuilder("run")
                .setNoParent()
                .setStartTimestamp(result.run().beginNanos(), TimeUnit.NANOSECONDS)
                .setAllAttributes(attributes())
                .startSpan();
        for (RunEvent event : course.events()) {
            root.addEvent(
                    event.kind().name(),
                    Attributes.builder().put("weir.event.text", event.text()).build(),
                    event.atNanos(),
                    TimeUnit.NANOSECONDS);
        }
        if (result.outcome() == Outcome.FAILED) {
            root.setStatus(StatusCode.ERROR);
        }
        root.end(result.endNanos(), TimeUnit.NANOSECONDS);
        for (PhaseSpan phase : course.phases()) {
            tracer.spanBuilder(phase.phase())
                    .setParent(Context.root().with(root))
                    .setStartTimestamp(phase.begin().epochNanos(), TimeUnit.NANOSECONDS)
                    .startSpan()
                    .end(phase.end().epochNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private Attributes attributes() {
        return Attributes.builder()
                .put("weir.run.id", result.run().id())
                .put("weir.workload", workload)
                .put("weir.driver", driver)
                .put("weir.outcome", result.outcome().name())
                .put(
                        AttributeKey.stringArrayKey("weir.reasons"),
                        result.reasons().stream()
                                .map(each -> each.code().name())
                                .toList())
                .put(
                        AttributeKey.stringArrayKey("weir.findings"),
                        result.findings().stream()
                                .map(each -> each.code().name())
                                .toList())
                .build();
    }

    /** Collects spans in the order in which they end. */
    private record EndedSpans(List<SpanData> ended) implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            ended.add(span.toSpanData());
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
