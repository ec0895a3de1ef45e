package dev.weir.host.observation;

import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.Observation.CpuUse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures each core's use since the previous reading from {@code /proc/stat}. Used by one thread. */
final class CpuMeter {
    private static final Pattern CORE = Pattern.compile("(?m)^cpu(\\d+) (.*)$");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
    private static final Pattern ALLOWED = Pattern.compile("(?m)^Cpus_allowed_list:\\s*(\\S+)");
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STOLEN = 7;

    private final HostFiles files;
    /** Cores that this process may use; empty if the system does not report them. */
    private final Set<Integer> allowed;

    private Map<Integer, CoreTime> before;

    /** Ticks of the kernel since it started. Guests' time is already part of "user". */
    private record CoreTime(long busy, long stolen, long idle) {
        CoreTime minus(CoreTime earlier) {
            return new CoreTime(busy - earlier.busy, stolen - earlier.stolen, idle - earlier.idle);
        }

        double share(long ticks) {
            return (double) ticks / Math.max(1, busy + stolen + idle);
        }
    }

    CpuMeter(HostFiles files) {
        this.files = files;
        this.allowed =
                files.find("proc/self/status", ALLOWED).map(CpuMeter::cores).orElse(Set.of());
        this.before = read();
    }

    /** Returns the use since the previous call; empty if the host does not report it, or no tick has passed. */
    Optional<CpuUse> take() {
        Map<Integer, CoreTime> now = read();
        var all = new CoreTime(0, 0, 0);
        int fullestCore = -1;
        double fullestShare = -1;
        for (Map.Entry<Integer, CoreTime> core : now.entrySet()) {
            CoreTime earlier = before.get(core.getKey());
            if (earlier != null) {
                CoreTime used = core.getValue().minus(earlier);
                all = new CoreTime(all.busy + used.busy, all.stolen + used.stolen, all.idle + used.idle);
                double share = used.share(used.busy + used.stolen);
                if (share > fullestShare) {
                    fullestShare = share;
                    fullestCore = core.getKey();
                }
            }
        }
        before = now;
        return fullestCore < 0 || all.busy + all.stolen + all.idle <= 0
                ? Optional.empty()
                : Optional.of(new CpuUse(all.share(all.busy), all.share(all.stolen), fullestCore, fullestShare));
    }

    private Map<Integer, CoreTime> read() {
        Map<Integer, CoreTime> cores = new HashMap<>();
        Matcher lines = CORE.matcher(files.text("proc/stat").orElse(""));
        while (lines.find()) {
            int core = Integer.parseInt(lines.group(1));
            String[] ticks = lines.group(2).trim().split(" +", -1);
            if (ticks.length > STOLEN && (allowed.isEmpty() || allowed.contains(core))) {
                long busy = 0;
                for (int i = 0; i < STOLEN; i++) {
                    busy += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(ticks[i]);
                }
                long idle = Long.parseLong(ticks[IDLE]) + Long.parseLong(ticks[IO_WAIT]);
                cores.put(core, new CoreTime(busy, Long.parseLong(ticks[STOLEN]), idle));
            }
        }
        return cores;
    }

    /** Parses a list of cores as the kernel writes it, such as {@code 0,4-7}; empty if the list is invalid. */
    static Set<Integer> cores(String list) {
        Set<Integer> cores = new TreeSet<>();
        for (String part : list.strip().split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                return Set.of();
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first) {
                return Set.of();
            }
            for (int core = first; core <= last; core++) {
                cores.add(core);
            }
        }
        return cores;
    }
}
