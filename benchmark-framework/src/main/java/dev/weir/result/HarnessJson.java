package dev.weir.result;

import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.CpuTally;
import dev.weir.host.observation.NetworkTally;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.PauseTally;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.Spell;
import dev.weir.host.observation.Stretch;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Moment;
import dev.weir.result.document.RunVerdict;
import dev.weir.result.document.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a result has of Weir's own processes, and of reasons; what a host does not tell is left out. */
final class HarnessJson {
    private HarnessJson() {}

    static Harness harness(List<HarnessResult> processes) {
        return new Harness(processes.stream().map(HarnessJson::process).toList());
    }

    static List<RunVerdict.Reason> reasons(List<Reason> reasons) {
        return reasons.stream().map(HarnessJson::reason).toList();
    }

    private static RunVerdict.Reason reason(Reason reason) {
        Map<String, Number> figures = new LinkedHashMap<>();
        reason.figures().forEach((name, value) -> figures.put(name, ResultJson.number(value)));
        Span when = span(reason.when());
        return new RunVerdict.Reason(
                reason.code().name(), reason.severity(), reason.text(), figures, when.begin(), when.end());
    }

    private static Harness.ObservedProcess process(HarnessResult result) {
        ProcessTally observed = result.observed();
        return new Harness.ObservedProcess(
                result.process(),
                observed.seconds(),
                Optional.of(pauses(
                        observed.hiccups(),
                        OptionalLong.of(observed.wakeUps()),
                        OptionalLong.of(Observation.HICCUP_INTERVAL_NANOS))),
                Optional.of(pauses(observed.gc(), OptionalLong.empty(), OptionalLong.empty())),
                observed.missedPauses(),
                Optional.of(observed.cpu()).filter(cpu -> cpu.seconds() > 0).map(HarnessJson::cpu),
                Optional.of(network(observed.network())),
                result.calibration().map(HarnessJson::calibration));
    }

    private static Map<String, Object> calibration(Calibration calibration) {
        Map<String, Object> known = DocumentReader.fields(calibration);
        known.values().removeIf(Objects::isNull);
        return known;
    }

    private static Harness.Pauses pauses(PauseTally tally, OptionalLong wakeUps, OptionalLong wakeUpIntervalNanos) {
        return new Harness.Pauses(
                tally.count(),
                tally.totalNanos(),
                tally.over10Millis(),
                tally.over100Millis(),
                tally.longest().stream()
                        .map(pause -> new Harness.Pause(new Moment(pause.beginNanos()), pause.nanos()))
                        .toList(),
                wakeUps,
                wakeUpIntervalNanos);
    }

    private static Harness.Cpu cpu(CpuTally cpu) {
        return new Harness.Cpu(
                new Harness.CpuShares(
                        cpu.busyShare(),
                        cpu.stolenShare(),
                        cpu.fullestCore(),
                        cpu.fullestCoreShare(),
                        cpu.throttledNanos()),
                spell(cpu.coreFull()),
                spell(cpu.allFull()),
                spell(cpu.stolen()),
                spell(cpu.throttled()));
    }

    private static Harness.Network network(NetworkTally network) {
        return new Harness.Network(
                network.links().stream().map(HarnessJson::link).toList(),
                network.sentSegments(),
                network.retransmittedSegments(),
                spell(network.retransmitting()),
                network.allowancesExceeded());
    }

    private static Harness.NetworkLink link(NetworkTally.Link link) {
        boolean limited = link.bytesPerSecondLimit().isPresent();
        return new Harness.NetworkLink(
                link.name(),
                link.receivedBytes(),
                link.sentBytes(),
                link.troubles(),
                link.bytesPerSecondLimit(),
                limited ? OptionalDouble.of(link.highestShare()) : OptionalDouble.empty(),
                limited ? Optional.of(spell(link.full())) : Optional.empty());
    }

    private static Harness.Spell spell(Spell spell) {
        return new Harness.Spell(spell.seconds(), span(spell.longest()));
    }

    static Span span(Optional<Stretch> stretch) {
        return new Span(
                stretch.map(known -> new Moment(known.beginNanos())),
                stretch.map(known -> new Moment(known.endNanos())));
    }
}
