package dev.weir.coordinator.verdict;

import static dev.weir.result.code.Reason.ReasonList.millis;
import static dev.weir.result.code.Reason.ReasonList.percent;
import static dev.weir.workload.text.NumberText.counted;
import static dev.weir.workload.text.NumberText.times;

import dev.weir.coordinator.workers.InstrumentObservations.CpuUsers;
import dev.weir.host.observation.ProcessTally;
import dev.weir.host.observation.ProcessTally.ConditionDuration;
import dev.weir.host.observation.ProcessTally.CpuTally;
import dev.weir.host.observation.ProcessTally.MemoryTally;
import dev.weir.host.observation.ProcessTally.NetworkTally;
import dev.weir.host.observation.ProcessTally.QuotaTally;
import dev.weir.measure.Counts;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.Reason.ReasonList;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.Harness.HarnessResult;
import dev.weir.workload.text.NumberText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges the hosts of Weir's processes: how much CPU, memory and network they had left during the load. */
record HostValidity(ReasonList reasons) {
    /** A smaller share of the measurement is ignored here: if it matters, it delays messages and is judged as such. */
    private static final double MOMENT = 0.05;

    private static final double LONG = 0.2;

    private static final double STOLEN_NOTED = 0.01;
    private static final double STOLEN = 0.05;
    private static final double THROTTLED = 0.01;
    private static final double LINK_NOTED = 0.7;
    private static final double RETRANSMITTED_NOTED = 0.005;
    private static final double RETRANSMITTED = 0.02;

    /** Smallest number of segments that is judged: below, a few lost segments would look like a large share. */
    private static final long MIN_SEGMENTS = 1_000;

    static final double LOAD_NOTED = 0.5;
    private static final double LOAD = 0.8;

    /** @param users who used the CPUs of its host; empty if that is unknown */
    void judge(HarnessResult process, Optional<CpuUsers> users) {
        String name = process.name();
        ProcessTally observed = process.observed();
        CpuTally cpu = observed.cpu();
        QuotaTally quota = observed.quota();
        if (quota.seconds() > 0 && quota.full().seconds() >= MOMENT * quota.seconds()) {
            judgeQuota(name, quota);
        } else if (cpu.time().seconds() > 0) {
            judgeSaturation(name, cpu, users, quota.seconds() > 0);
        }
        if (cpu.time().seconds() > 0) {
            judgeTheft(name, cpu);
        }
        judgeThrottling(name, quota);
        judgeMemory(name, observed.memory());
        judgeNetwork(name, observed);
    }

    private void judgeQuota(String name, QuotaTally quota) {
        ConditionDuration full = quota.full();
        reasons.add(
                ReasonCode.HOST_SATURATED,
                full.seconds() >= LONG * quota.seconds() ? Severity.DEGRADED : Severity.NOTE,
                full.longest(),
                new NamedFigures()
                        .with("quotaCores", quota.cores())
                        .with("quotaUsedShare", quota.usedShare())
                        .with("quotaFullSeconds", full.seconds()),
                "the control group (pod or container) of " + name + " has " + cpus(quota.cores())
                        + " and had no CPU time left for " + secondsOf(full, quota.seconds()) + " ("
                        + percent(quota.usedShare())
                        + " used on average): threads waited for CPU time, which counts as latency");
    }

    private void judgeSaturation(String name, CpuTally cpu, Optional<CpuUsers> users, boolean hasQuota) {
        double all = cpu.allFull().seconds() / cpu.time().seconds();
        double one = cpu.coreFull().seconds() / cpu.time().seconds();
        double share = cpu.time().busyShare();
        NamedFigures figures = new NamedFigures()
                .with("busyShare", share)
                .with("allCoresFullSeconds", cpu.allFull().seconds())
                .with("oneCoreFullSeconds", cpu.coreFull().seconds());
        String busy = percent(share) + " busy on average"
                + users.map(each -> text(name, each, share, figures)).orElse("");
        if (all >= MOMENT) {
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    all >= LONG ? Severity.DEGRADED : Severity.NOTE,
                    cpu.allFull().longest(),
                    figures,
                    "the host of " + name + " had no CPU time left for "
                            + secondsOf(cpu.allFull(), cpu.time().seconds()) + " (" + busy
                            + "): threads waited for a core, which counts as latency");
        } else if (one >= LONG && !hasQuota) {
            // Of a host that a worker shares with other pods, a full core is rarely the worker's.
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    Severity.NOTE,
                    cpu.coreFull().longest(),
                    figures,
                    "a core of " + name + "'s host was full for "
                            + secondsOf(cpu.coreFull(), cpu.time().seconds())
                            + " (once core " + cpu.fullestCore() + "; all cores together were " + busy
                            + "): a thread may be at its limit");
        }
    }

    private static String secondsOf(ConditionDuration condition, double seconds) {
        return String.format(Locale.ROOT, "%.0f of %.0f s", condition.seconds(), seconds);
    }

    /** Names who used the CPUs, the largest share first, and adds the shares to the figures. */
    private static String text(String name, CpuUsers users, double busyShare, NamedFigures figures) {
        Map<String, Double> shares = new LinkedHashMap<>();
        shares.put(name, users.process());
        figures.with("processShare", users.process());
        if (users.children() > 0) {
            shares.put("embedded brokers", users.children());
            figures.with("embeddedBrokersShare", users.children());
        }
        double others = Math.max(0, busyShare - users.process() - users.children());
        shares.put("other processes", others);
        figures.with("otherProcessesShare", others);
        return shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(each -> each.getKey() + " " + percent(each.getValue()))
                .collect(Collectors.joining(", ", ": ", ""));
    }

    private void judgeTheft(String name, CpuTally cpu) {
        double stolen = cpu.time().stolenShare();
        if (stolen >= STOLEN_NOTED) {
            reasons.add(
                    ReasonCode.WORKER_PAUSED,
                    stolen >= STOLEN ? Severity.DEGRADED : Severity.NOTE,
                    cpu.stolen().longest(),
                    new NamedFigures().with("stolenShare", stolen),
                    percent(stolen) + " of the CPU time of " + name + "'s virtual machine went to others on its host");
        }
    }

    private void judgeThrottling(String name, QuotaTally quota) {
        QuotaTally.CpuThrottling throttling = quota.throttling();
        if (throttling.nanos() > 0) {
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    throttling.nanos() >= THROTTLED * quota.seconds() * 1e9 ? Severity.DEGRADED : Severity.NOTE,
                    throttling.time().longest(),
                    new NamedFigures()
                            .with("throttledNanos", throttling.nanos())
                            .with("worstThrottledNanos", throttling.worstNanos())
                            .with("throttledPeriods", throttling.throttledPeriods())
                            .with("periods", throttling.periods())
                            .with("quotaCores", quota.cores()),
                    "the kernel throttled the control group (pod or container) of %s, which has %s, in %,d of %s: for"
                            + " %s in total over its cores, and for up to %s between two snapshots",
                    name,
                    cpus(quota.cores()),
                    throttling.throttledPeriods(),
                    counted(throttling.periods(), "period"),
                    millis(throttling.nanos()),
                    millis(throttling.worstNanos()));
        }
    }

    private void judgeMemory(String name, MemoryTally memory) {
        boolean near = memory.near().seconds() > 0 && memory.near().seconds() >= MOMENT * memory.seconds();
        if (near || memory.kills() > 0) {
            reasons.add(
                    ReasonCode.MEMORY_NEAR_LIMIT,
                    memory.limitHits() > 0 || memory.kills() > 0 ? Severity.DEGRADED : Severity.NOTE,
                    memory.near().longest(),
                    new NamedFigures()
                            .with("limitBytes", memory.limitBytes())
                            .with("highestBytes", memory.highestBytes())
                            .with("nearLimitSeconds", memory.near().seconds())
                            .with("limitHits", memory.limitHits())
                            .with("kills", memory.kills()),
                    "the control group (pod or container) of %s used up to %,d of its %,d MiB of memory, was at its"
                            + " limit %s, and the kernel killed %s of it",
                    name,
                    memory.highestBytes() >> 20,
                    memory.limitBytes() >> 20,
                    times(memory.limitHits()),
                    memory.kills() == 1 ? "1 process" : String.format(Locale.ROOT, "%,d processes", memory.kills()));
        }
    }

    static String cpus(double cores) {
        return NumberText.plain(Math.rint(cores * 100) / 100) + (cores == 1 ? " CPU" : " CPUs");
    }

    private void judgeNetwork(String name, ProcessTally observed) {
        NetworkTally network = observed.network();
        network.links().values().forEach(link -> judgeLink(name, link, observed.seconds()));
        double again = (double) network.retransmittedSegments() / Math.max(1, network.sentSegments());
        if (network.sentSegments() >= MIN_SEGMENTS && again >= RETRANSMITTED_NOTED) {
            reasons.add(
                    ReasonCode.NETWORK_ERRORS,
                    again >= RETRANSMITTED ? Severity.DEGRADED : Severity.NOTE,
                    network.retransmitting().longest(),
                    new NamedFigures()
                            .with("retransmittedSegments", network.retransmittedSegments())
                            .with("retransmittedShare", again),
                    "the host of " + name + " sent " + percent(again)
                            + " of its TCP segments again: they were lost, or answered late");
        }
        if (network.allowancesExceeded() > 0) {
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    Severity.DEGRADED,
                    Optional.empty(),
                    new NamedFigures().with("packets", network.allowancesExceeded()),
                    "the cloud held back %,d packets of %s, because its instance exceeded its network allowance",
                    network.allowancesExceeded(),
                    name);
        }
    }

    private void judgeLink(String name, NetworkTally.LinkTraffic link, double seconds) {
        ConditionDuration full = link.full();
        if (link.highestShare() >= LINK_NOTED) {
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    full.seconds() >= MOMENT * seconds ? Severity.DEGRADED : Severity.NOTE,
                    full.longest(),
                    new NamedFigures().with("highestShare", link.highestShare()).with("fullSeconds", full.seconds()),
                    "%s of %s carried up to %s of what it can, and 90 %% or more for %.0f s",
                    link.name(),
                    name,
                    percent(link.highestShare()),
                    full.seconds());
        }
        if (link.troubles() > 0) {
            reasons.add(
                    ReasonCode.NETWORK_ERRORS,
                    Severity.NOTE,
                    Optional.empty(),
                    new NamedFigures().with("packets", link.troubles()),
                    "%s of %s dropped %,d packets or found errors in them",
                    link.name(),
                    name,
                    link.troubles());
        }
    }

    /** Compares the load of a worker with the capability that its host's calibration measured. */
    void judgeLoad(HarnessResult process, Counts counts) {
        double ceiling = process.calibration().orElseThrow().messages().ceilingMessagesPerSecond();
        double seconds = process.observed().seconds();
        long messages = Math.max(counts.sends().sent(), counts.receipts().deliveries());
        double load = seconds == 0 ? 0 : messages / seconds;
        double share = load / ceiling;
        if (share >= LOAD_NOTED) {
            reasons.add(
                    ReasonCode.HOST_SATURATED,
                    share >= LOAD ? Severity.DEGRADED : Severity.NOTE,
                    Optional.empty(),
                    new NamedFigures().with("messagesPerSecond", load).with("ceilingMessagesPerSecond", ceiling),
                    "%s carried %,.0f messages per second, %s of what Weir itself reaches on that host: use more"
                            + " workers",
                    process.name(),
                    load,
                    percent(share));
        }
    }
}
