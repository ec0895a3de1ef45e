package dev.weir.result;

import dev.weir.host.facts.Calibration;
import dev.weir.host.observation.CpuTally;
import dev.weir.host.observation.NetworkTally;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.PauseTally;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.Spell;
import dev.weir.host.observation.Stretch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands under {@code weir.harness} and {@code weir.reasons}; what a host does not tell is left out. */
final class HarnessJson {
    private HarnessJson() {}

    static Map<String, Object> harness(List<HarnessResult> processes) {
        Map<String, Object> harness = new LinkedHashMap<>();
        harness.put("processes", processes.stream().map(HarnessJson::process).toList());
        return harness;
    }

    static List<Map<String, Object>> reasons(List<Reason> reasons) {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Reason reason : reasons) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("code", reason.code().name());
            map.put("severity", reason.severity().name());
            map.put("text", reason.text());
            Map<String, Number> figures = new LinkedHashMap<>();
            reason.figures().forEach((name, value) -> figures.put(name, ResultJson.number(value)));
            map.put("figures", figures);
            putStretch(map, reason.when());
            list.add(map);
        }
        return list;
    }

    private static Map<String, Object> process(HarnessResult result) {
        ProcessTally observed = result.observed();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("process", result.process());
        map.put("seconds", observed.seconds());
        Map<String, Object> hiccups = pauses(observed.hiccups());
        hiccups.put("wakeUps", observed.wakeUps());
        hiccups.put("wakeUpIntervalNanos", Observation.HICCUP_INTERVAL_NANOS);
        map.put("hiccups", hiccups);
        map.put("gcPauses", pauses(observed.gc()));
        map.put("missedPauses", observed.missedPauses());
        if (observed.cpu().seconds() > 0) {
            map.put("cpu", cpu(observed.cpu()));
        }
        map.put("network", network(observed.network()));
        result.calibration().ifPresent(known -> map.put("calibration", calibration(known)));
        return map;
    }

    private static Map<String, Object> pauses(PauseTally tally) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("count", tally.count());
        map.put("totalNanos", tally.totalNanos());
        map.put("over10Millis", tally.over10Millis());
        map.put("over100Millis", tally.over100Millis());
        List<Map<String, Object>> longest = new ArrayList<>();
        for (Pause pause : tally.longest()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("begin", IsoTime.of(pause.beginNanos()));
            entry.put("nanos", pause.nanos());
            longest.add(entry);
        }
        map.put("longest", longest);
        return map;
    }

    private static Map<String, Object> cpu(CpuTally cpu) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("busyShare", cpu.busyShare());
        map.put("stolenShare", cpu.stolenShare());
        map.put("fullestCore", cpu.fullestCore());
        map.put("fullestCoreShare", cpu.fullestCoreShare());
        map.put("throttledNanos", cpu.throttledNanos());
        map.put("oneCoreFull", spell(cpu.coreFull()));
        map.put("allCoresFull", spell(cpu.allFull()));
        map.put("stolen", spell(cpu.stolen()));
        map.put("throttled", spell(cpu.throttled()));
        return map;
    }

    private static Map<String, Object> network(NetworkTally network) {
        List<Map<String, Object>> links = new ArrayList<>();
        for (NetworkTally.Link link : network.links()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("name", link.name());
            map.put("receivedBytes", link.receivedBytes());
            map.put("sentBytes", link.sentBytes());
            map.put("troubles", link.troubles());
            link.bytesPerSecondLimit().ifPresent(limit -> {
                map.put("bytesPerSecondLimit", limit);
                map.put("highestShare", link.highestShare());
                map.put("full", spell(link.full()));
            });
            links.add(map);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("links", links);
        map.put("sentSegments", network.sentSegments());
        map.put("retransmittedSegments", network.retransmittedSegments());
        map.put("retransmitting", spell(network.retransmitting()));
        map.put("allowancesExceeded", network.allowancesExceeded());
        return map;
    }

    private static Map<String, Object> spell(Spell spell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seconds", spell.seconds());
        putStretch(map, spell.longest());
        return map;
    }

    private static void putStretch(Map<String, Object> map, Optional<Stretch> stretch) {
        stretch.ifPresent(known -> {
            map.put("begin", IsoTime.of(known.beginNanos()));
            map.put("end", IsoTime.of(known.endNanos()));
        });
    }

    private static Map<String, Object> calibration(Calibration calibration) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", calibration.version());
        map.put("measuredAt", calibration.measuredAt());
        map.put("cores", calibration.cores());
        map.put("cpuModel", calibration.cpuModel());
        map.put("java", calibration.java());
        map.put("ceilingMessagesPerSecond", calibration.ceilingMessagesPerSecond());
        map.put("costNanosPerMessage", calibration.costNanosPerMessage());
        map.put("scheduleErrorP50Nanos", calibration.scheduleErrorP50Nanos());
        map.put("scheduleErrorP99Nanos", calibration.scheduleErrorP99Nanos());
        map.put("clockResolutionNanos", calibration.clockResolutionNanos());
        map.put("clockReadNanos", calibration.clockReadNanos());
        map.put("wakeUpCostNanos", calibration.wakeUpCostNanos());
        map.put("wakeUpLateP50Nanos", calibration.wakeUpLateP50Nanos());
        calibration.kafkaMessagesPerSecond().ifPresent(rate -> map.put("kafkaMessagesPerSecond", rate));
        return map;
    }
}
