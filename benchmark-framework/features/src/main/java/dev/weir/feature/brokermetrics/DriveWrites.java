package dev.weir.feature.brokermetrics;

import dev.weir.host.observation.TimeRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Bytes written to a drive in a stretch of the run, by the counters of its host's kernel.
 *
 * @param host label of its endpoint
 * @param drive name by node_exporter
 * @param writtenBytes as far as they are known
 * @param coveredSeconds part of the stretch for which they are known
 * @param ratesPerSecond bytes per second of each interval in it, sorted
 */
record DriveWrites(String host, String drive, double writtenBytes, double coveredSeconds, List<Double> ratesPerSecond) {
    /** With fewer samples beyond it, a quantile is random. */
    private static final int MIN_BEYOND = 10;

    public DriveWrites {
        ratesPerSecond = List.copyOf(ratesPerSecond);
    }

    /** Returns each reported drive; one that several endpoints report counts once, as the first of them reports it. */
    public static List<DriveWrites> of(BrokerSamples samples, TimeRange stretch) {
        List<DriveWrites> drives = new ArrayList<>();
        Set<List<String>> seen = new HashSet<>();
        for (int i = 0; i < samples.endpoints().size(); i++) {
            EndpointLog endpoint = samples.endpoints().get(i);
            String host = endpoint.endpoint().host();
            for (SeriesLog series : endpoint.series()) {
                boolean isDrive = series.name().name().equals(SeriesRule.DISK_WRITTEN);
                if (isDrive && seen.add(List.of(host, drive(series)))) {
                    drives.add(samples.writes(i, series, stretch));
                }
            }
        }
        return drives;
    }

    static String drive(SeriesLog series) {
        return series.name().labels().getOrDefault("device", "");
    }

    /** Returns the mean rate of the covered time; 0 if there is none. */
    public double meanBytesPerSecond() {
        return coveredSeconds == 0 ? 0 : writtenBytes / coveredSeconds;
    }

    /** Returns the highest rate of an interval; empty if there is none. */
    public OptionalDouble maxBytesPerSecond() {
        return ratesPerSecond.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(ratesPerSecond.get(ratesPerSecond.size() - 1));
    }

    /**
     * Returns the rate that this share of the intervals does not exceed; empty if fewer than 10 lie beyond.
     *
     * @param share in (0, 1)
     */
    public OptionalDouble quantileBytesPerSecond(double share) {
        int rank = (int) Math.ceil(share * ratesPerSecond.size());
        return ratesPerSecond.size() - rank < MIN_BEYOND
                ? OptionalDouble.empty()
                : OptionalDouble.of(ratesPerSecond.get(Math.max(0, rank - 1)));
    }
}
