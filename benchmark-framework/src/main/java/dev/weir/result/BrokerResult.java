package dev.weir.result;

import dev.weir.brokermetrics.BrokerSamples;
import dev.weir.brokermetrics.DriveWrites;
import dev.weir.host.observation.Stretch;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the hosts of the system told while the load ran. A holder, not a value.
 *
 * @param samples all of it
 * @param drives what was written to each in the measurement
 * @param payloadBytesPerSecond acknowledged in the measurement
 * @param replicas of each partition; empty where that is not known
 * @param whyNoAmplification what it takes to know the write amplification and is missing; empty if it is known
 */
public record BrokerResult(
        BrokerSamples samples,
        List<DriveWrites> drives,
        double payloadBytesPerSecond,
        OptionalInt replicas,
        String whyNoAmplification) {
    private static final double MEBIBYTE = 1 << 20;

    /** Of the measurement, as much must have been seen of each drive. */
    private static final double ENOUGH = 0.9;

    public BrokerResult {
        Objects.requireNonNull(samples);
        Objects.requireNonNull(replicas);
        Objects.requireNonNull(whyNoAmplification);
        drives = List.copyOf(drives);
    }

    /**
     * What the samples say of a measurement.
     *
     * @param phases of the run
     * @param replicas of each partition; empty where that is not known
     * @param hosts with brokers of the system; empty where that is not known
     */
    public static BrokerResult of(
            BrokerSamples samples,
            List<PhaseSpan> phases,
            Throughput throughput,
            OptionalInt replicas,
            OptionalInt hosts) {
        List<PhaseSpan> measured =
                phases.stream().filter(span -> span.phase().isMeasured()).toList();
        if (measured.isEmpty()) {
            return new BrokerResult(samples, List.of(), 0, replicas, "nothing was measured");
        }
        var stretch = new Stretch(
                measured.get(0).beginNanos(), measured.get(measured.size() - 1).endNanos());
        List<DriveWrites> drives = DriveWrites.of(samples, stretch);
        double payload = throughput.achievedMebibytesPerSecond() * MEBIBYTE;
        return new BrokerResult(samples, drives, payload, replicas, missing(drives, stretch, payload, hosts));
    }

    private static String missing(List<DriveWrites> drives, Stretch stretch, double payload, OptionalInt hosts) {
        long told = drives.stream().map(DriveWrites::host).distinct().count();
        if (drives.isEmpty()) {
            return "no endpoint reported a drive: name the node_exporter of each broker's host";
        }
        if (told < hosts.orElse(0)) {
            return "drives of " + told + " hosts were reported, and the system has brokers on " + hosts.getAsInt();
        }
        for (DriveWrites drive : drives) {
            if (drive.coveredSeconds() < ENOUGH * stretch.seconds()) {
                return String.format(
                        Locale.ROOT,
                        "of drive %s of %s only %.0f of %.0f s are known",
                        drive.drive(),
                        drive.host(),
                        drive.coveredSeconds(),
                        stretch.seconds());
            }
        }
        return payload > 0 ? "" : "no payload was acknowledged";
    }

    /** Written to all drives together, bytes per second of the measurement. */
    public double drivesBytesPerSecond() {
        return drives.stream().mapToDouble(DriveWrites::meanBytesPerSecond).sum();
    }

    /** Bytes written to all drives for each byte of payload that was acknowledged. */
    public OptionalDouble writeAmplification() {
        return whyNoAmplification.isEmpty()
                ? OptionalDouble.of(drivesBytesPerSecond() / payloadBytesPerSecond)
                : OptionalDouble.empty();
    }

    /** The same for each replica. */
    public OptionalDouble writeAmplificationPerReplica() {
        OptionalDouble all = writeAmplification();
        return all.isPresent() && replicas.isPresent()
                ? OptionalDouble.of(all.getAsDouble() / replicas.getAsInt())
                : OptionalDouble.empty();
    }
}
