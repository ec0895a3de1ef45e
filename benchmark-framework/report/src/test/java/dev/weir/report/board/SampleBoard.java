package dev.weir.report.board;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.report.Figures;
import dev.weir.result.ComparedSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Entries of a board, as results would give them; the same ones for the same seed. */
public final class SampleBoard {
    private static final List<String> OUTCOMES =
            List.of("VALID", "VALID", "VALID", "VALID", "DEGRADED", "INVALID", "FAILED");

    /** Ends the label of each fiftieth entry: no browser may take it for an element. */
    public static final String MARKUP = " <img src=x onerror=alert(1)>&lt;\"";

    private static final List<String> HARDWARE = List.of(
            "AMD EPYC 7R13 Processor, 16 cores, 61.8 GiB",
            "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz, 32 cores, 124 GiB",
            "2 hosts: AWS Graviton3, 8 cores, 15.3 GiB",
            "Amazon EC2, 4 cores, 15.3 GiB",
            "unknown");

    private SampleBoard() {}

    /** Returns so many entries: 25 loads, 4 durabilities, 2 systems of 6 versions each. */
    public static List<BoardEntry> entries(int count, long seed) {
        var random = new Random(seed);
        List<BoardEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int load = random.nextInt(5) * random.nextInt(6);
            boolean kafka = random.nextBoolean();
            int version = random.nextInt(6);
            int rate = 1000 * (load + 1);
            entries.add(entry(
                    "workload-" + load + (kafka ? " on kafka-" : " on redpanda-") + i + (i % 50 == 0 ? MARKUP : ""),
                    load(rate),
                    durability(1 + random.nextInt(2), 1 + 2 * random.nextInt(2)),
                    new Machine(
                            kafka ? "Kafka" : "Redpanda",
                            (kafka ? "4." : "26.1.") + version,
                            HARDWARE.get(random.nextInt(HARDWARE.size())),
                            "host-" + random.nextInt(60)),
                    OUTCOMES.get(random.nextInt(OUTCOMES.size())),
                    figures(
                            rate,
                            rate * (random.nextInt(4) == 0 ? 0.7 + random.nextDouble() / 4 : 1),
                            (kafka ? 5 : 4) * Math.exp(random.nextGaussian() / 3)),
                    random.nextInt(3)));
        }
        return entries;
    }

    /** Where an entry was measured. */
    record Machine(String system, String version, String hardware, String host) {}

    static Map<String, String> load(int rate) {
        return Map.of("producerRate", String.valueOf(rate), "messageSize", "1024", "topics", "1");
    }

    static Durability durability(int minInsync, int copies) {
        return new Durability(List.of(
                DurabilityItem.of(DurabilityKey.ACKS, "all", DurabilitySource.DRIVER_FILE),
                DurabilityItem.of(DurabilityKey.REPLICATION_FACTOR, "" + copies, DurabilitySource.DRIVER_FILE),
                DurabilityItem.of(DurabilityKey.MIN_INSYNC_REPLICAS, "" + minInsync, DurabilitySource.TOPIC),
                DurabilityItem.of(DurabilityKey.FSYNC, Durability.BY_THE_OS, DurabilitySource.SYSTEM)));
    }

    static BoardEntry.RankedFigures figures(double target, double achieved, double p99) {
        return new BoardEntry.RankedFigures(
                OptionalDouble.of(target),
                OptionalDouble.of(achieved),
                OptionalDouble.of(p99),
                "endToEndResponse",
                Figures.rate(achieved),
                Figures.millis(Math.round(4e5 * p99)),
                Figures.millis(Math.round(1e6 * p99)),
                Figures.count(Math.round(60 * achieved)));
    }

    /** @param bundled 0 if it has no bundle, 2 if the bundle was verified */
    static BoardEntry entry(
            String label,
            Map<String, String> load,
            Durability durability,
            Machine machine,
            String outcome,
            BoardEntry.RankedFigures figures,
            int bundled) {
        String said = "Load: 10 producers, messages of 1,024 bytes to 1 topic of 100 partitions, at a target of "
                + load.get("producerRate") + " messages per second; 10 consumers in 1 subscription.";
        String begin = "2026-11-" + (10 + Math.floorMod(label.hashCode(), 20)) + "T10:00:00Z";
        var copies = durability.find(DurabilityKey.REPLICATION_FACTOR).map(DurabilityItem::value);
        String promise = "acks all, replicationFactor " + copies.orElse("?");
        String client = "kafka-clients 4.3." + Math.floorMod(label.hashCode(), 3);
        String run = "./runs/" + label.replace(' ', '-');
        return new BoardEntry(
                new BoardEntry.Title(label, said, begin),
                new BoardEntry.Subject(machine.system, machine.version, promise, machine.hardware, client),
                new ComparedSystem("", "", "", new TreeMap<>(load), new TreeMap<>(), new TreeMap<>(), durability),
                outcome,
                figures,
                Set.of(machine.host),
                new BoardEntry.Links(run + ".html", bundled > 0 ? run + ".zip" : "", bundled > 1));
    }
}
