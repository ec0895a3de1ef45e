package dev.weir.host.observation;

import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Observation.NetworkUse.LinkUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures the network traffic since the previous reading. Used by one thread. */
final class NetworkMeter {
    private static final Pattern LINK = Pattern.compile("(?m)^ *([^ :]+):(.*)$");
    private static final Pattern TCP = Pattern.compile("(?m)^(?:Tcp|TcpExt): (.*)\n(?:Tcp|TcpExt): (.*)$");

    /**
     * Columns of {@code proc/net/dev}: 8 of received traffic, then as many of sent traffic; errors and drops follow.
     */
    private static final int SENT = 8;

    private static final int COLUMNS = 16;

    private final HostFiles files;
    private Map<String, LinkUse> linksBefore;
    private Map<String, Long> tcpBefore;

    NetworkMeter(HostFiles files) {
        this.files = files;
        this.linksBefore = links();
        this.tcpBefore = tcp();
    }

    /** Returns the traffic since the previous call. */
    NetworkUse take() {
        Map<String, LinkUse> links = links();
        Map<String, Long> tcp = tcp();
        List<LinkUse> uses = new ArrayList<>();
        links.forEach((name, now) -> {
            LinkUse before = linksBefore.get(name);
            if (before != null) {
                uses.add(new LinkUse(
                        name,
                        now.receivedBytes() - before.receivedBytes(),
                        now.sentBytes() - before.sentBytes(),
                        now.troubles() - before.troubles(),
                        now.bytesPerSecondLimit()));
            }
        });
        var use = new NetworkUse(
                uses,
                grown(tcp, "OutSegs"),
                grown(tcp, "RetransSegs"),
                grown(tcp, "TCPLossProbes") + grown(tcp, "TCPTimeouts"));
        linksBefore = links;
        tcpBefore = tcp;
        return use;
    }

    private long grown(Map<String, Long> now, String name) {
        return now.getOrDefault(name, 0L) - tcpBefore.getOrDefault(name, 0L);
    }

    /** Returns the hardware interfaces: virtual ones, such as loopback, have no device and no real speed. */
    private Map<String, LinkUse> links() {
        Map<String, LinkUse> links = new HashMap<>();
        Matcher lines = LINK.matcher(files.text("proc/net/dev").orElse(""));
        while (lines.find()) {
            String name = lines.group(1);
            String[] columns = lines.group(2).trim().split(" +", -1);
            if (columns.length == COLUMNS && files.exists("sys/class/net/" + name + "/device")) {
                long received = number(columns, 0);
                long sent = number(columns, SENT);
                long troubles = number(columns, 2) + number(columns, 3);
                troubles += number(columns, SENT + 2) + number(columns, SENT + 3);
                links.put(name, new LinkUse(name, received, sent, troubles, bytesPerSecond(name)));
            }
        }
        return links;
    }

    /** Returns the speed. The kernel reports megabits per second; -1, 0 or an error if it is unknown. */
    private OptionalLong bytesPerSecond(String name) {
        OptionalLong megabits = files.number("sys/class/net/" + name + "/speed");
        return megabits.orElse(-1) > 0 ? OptionalLong.of(megabits.getAsLong() * 125_000) : OptionalLong.empty();
    }

    private Map<String, Long> tcp() {
        Map<String, Long> counters = new HashMap<>();
        for (String file : List.of("proc/net/snmp", "proc/net/netstat")) {
            Matcher lines = TCP.matcher(files.text(file).orElse(""));
            if (lines.find()) {
                String[] names = lines.group(1).split(" ", -1);
                String[] values = lines.group(2).split(" ", -1);
                for (int i = 0; i < Math.min(names.length, values.length); i++) {
                    counters.put(names[i], number(values, i));
                }
            }
        }
        return counters;
    }

    private static long number(String[] words, int index) {
        return words[index].matches("-?\\d{1,18}") ? Long.parseLong(words[index]) : 0;
    }
}
