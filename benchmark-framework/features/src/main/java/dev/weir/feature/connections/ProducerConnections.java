package dev.weir.feature.connections;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.RunObservers;
import dev.weir.feature.Feature;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.LoadTables;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.wire.message.WireRecord;
import dev.weir.worker.client.SenderPart;
import java.util.ArrayList;
import java.util.List;

/** Connections that producers keep of their own, the part {@code connections} of a result, and how it is shown. */
public final class ProducerConnections implements Feature, RunObservers, PartView, PartSection {
    public static final ConnectionSection SECTION = new ConnectionSection();
    public static final ResultPart<ConnectionCounts> PART = new ResultPart<>("connections", new TypeReference<>() {});

    @Override
    public List<?> seats() {
        return List.of(this, SECTION, PART, new WireRecord(ConnectionCounts.ConnectionNotes.class), (SenderPart.Maker)
                ConnectionRecorder::of);
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        return request.workload().run().sections().find(SECTION).stream()
                .<RunObserver>map(ConnectionTotals::new)
                .toList();
    }

    @Override
    public List<List<String>> words() {
        return List.of(
                List.of("connectionTcp", "from the connect call of a connection until TCP had connected"),
                List.of("connectionTls", "the TLS handshake of a connection"),
                List.of("connectionSasl", "the SASL authentication of a connection"),
                List.of(
                        "connectionFirstMessage",
                        "from when the first message on a connection was sent to its acknowledgement"));
    }

    @Override
    public List<String> table(RunDetails details) {
        return PART.in(details).map(ProducerConnections::lines).orElse(List.of());
    }

    private static List<String> lines(ConnectionCounts counts) {
        return List.of(
                "connections  " + Figures.count(counts.asked()) + " asked, " + Figures.count(counts.made()) + " made, "
                        + Figures.count(counts.failed()) + " failed, " + Figures.count(counts.lost()) + " lost",
                "             " + Figures.count(counts.openAtStart()) + " open when the measurement began");
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        List<Tag> tags = new ArrayList<>();
        LoadSections.add("Connections", LoadTables.figures(PART.in(run.result().weir())), tags);
        return tags;
    }
}
