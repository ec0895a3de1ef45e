package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.host.observation.TimeRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Samples of all endpoints of the system's hosts during the load, on one time axis. Limited, however long the load is:
 * when there are too many values, every second scrape is dropped, also from then on. Written by the sampler's thread,
 * read after that has ended.
 */
final class BrokerSamples {
    /** 8 MB, and about as much in the result: a day and a half of 80 series, one each 10 s. */
    static final int MAX_VALUES = 1_000_000;

    private final int mostValues;
    private final List<EndpointLog> endpoints;
    private int[] numbers = new int[16];
    private long[][] times;
    private int size;
    private int number;
    private int stride = 1;

    BrokerSamples(List<MetricsEndpoint> endpoints) {
        this(endpoints, MAX_VALUES);
    }

    BrokerSamples(List<MetricsEndpoint> endpoints, int mostValues) {
        this.endpoints = endpoints.stream().map(EndpointLog::new).toList();
        this.mostValues = mostValues;
        // The last row is the axis: when the scrape was due.
        this.times = new long[endpoints.size() + 1][16];
    }

    /** Returns each endpoint, in the order of the files. */
    public List<EndpointLog> endpoints() {
        return endpoints;
    }

    /** Returns the number of intervals: one less than the number of kept scrapes. */
    public int intervals() {
        return Math.max(0, size - 1);
    }

    /** Returns the time of the first scrape: epoch nanoseconds of the coordinator. */
    public long beginNanos() {
        return times[endpoints.size()][0];
    }

    /** Returns the end of an interval: epoch nanoseconds of the coordinator. */
    public long endNanos(int interval) {
        return times[endpoints.size()][interval + 1];
    }

    /**
     * Returns the values of a series for all intervals: the rate per second of a counter, otherwise the value at the end.
     * A counter goes on while samples are missing, so each interval of such a gap has the mean rate over the gap. NaN
     * before the first and after the last report, over a reset of the counter, and for other values that were not
     * reported.
     */
    public double[] values(int endpoint, SeriesLog series) {
        double[] values = new double[intervals()];
        Arrays.fill(values, Double.NaN);
        int before = -1;
        for (int i = 0; i < size; i++) {
            if (Double.isNaN(series.at(i))) {
                continue;
            }
            if (!series.isCounter() && i > 0) {
                values[i - 1] = series.at(i);
            }
            if (series.isCounter() && before >= 0 && !series.isReset(numbers[before], numbers[i])) {
                long nanos = times[endpoint][i] - times[endpoint][before];
                if (nanos > 0) {
                    Arrays.fill(values, before, i, (series.at(i) - series.at(before)) * 1e9 / nanos);
                }
            }
            before = i;
        }
        return values;
    }

    /** Returns what was written to a drive in a stretch, with gaps, because its counter continues. */
    DriveWrites writes(int endpoint, SeriesLog series, TimeRange stretch) {
        double growth = 0;
        double covered = 0;
        int known = -1;
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (Double.isNaN(series.at(i))) {
                continue;
            }
            if (known >= 0 && !series.isReset(numbers[known], numbers[i])) {
                var span = new TimeRange(times[endpoint][known], Math.max(times[endpoint][known], times[endpoint][i]));
                double inside = stretch.overlapSeconds(span);
                if (inside > 0) {
                    double rate = (series.at(i) - series.at(known)) / span.seconds();
                    growth += rate * inside;
                    covered += inside;
                    if (known == i - 1 && inside > 0.9 * span.seconds()) {
                        rates.add(rate);
                    }
                }
            }
            known = i;
        }
        Collections.sort(rates);
        String host = endpoints.get(endpoint).endpoint().host();
        return new DriveWrites(host, DriveWrites.drive(series), growth, covered, rates);
    }

    /** Begins a scrape; returns its index among the kept ones. */
    int begin(long dueNanos) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
            for (int row = 0; row < times.length; row++) {
                times[row] = Arrays.copyOf(times[row], 2 * size);
            }
        }
        numbers[size] = number++;
        for (long[] row : times) {
            row[size] = dueNanos;
        }
        return size++;
    }

    /** Adds an endpoint's answer to the last scrape, with the time in the middle between request and answer. */
    void answered(int endpoint, long atNanos, String answer) {
        times[endpoint][size - 1] = atNanos;
        endpoints.get(endpoint).answered(size - 1, numbers[size - 1], answer);
    }

    void silent(int endpoint, String why) {
        endpoints.get(endpoint).silent(why);
    }

    /** Drops every second scrape if values are too many; returns the period of kept ones: 1, 2, 4, ... */
    int bound() {
        long values = (long) size
                * (times.length
                        + endpoints.stream()
                                .mapToInt(each -> each.series().size())
                                .sum());
        if (values > mostValues && size > 2) {
            var places = new BitSet();
            for (int i = 0; i < size; i += 2) {
                places.set(i);
            }
            endpoints.forEach(each -> each.retain(places, size));
            int kept = 0;
            for (int i = 0; i < size; i += 2) {
                numbers[kept] = numbers[i];
                for (long[] row : times) {
                    row[kept] = row[i];
                }
                kept++;
            }
            size = kept;
            stride *= 2;
        }
        return stride;
    }

    /**
     * Bytes written to a drive in a stretch of the run, by the counters of its host's kernel.
     *
     * @param host label of its endpoint
     * @param drive name by node_exporter
     * @param writtenBytes as far as they are known
     * @param coveredSeconds part of the stretch for which they are known
     * @param ratesPerSecond bytes per second of each interval in it, sorted
     */
    record DriveWrites(
            String host, String drive, double writtenBytes, double coveredSeconds, List<Double> ratesPerSecond) {
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

        /** Returns the mean rate of the covered time; empty if there is none. */
        public OptionalDouble meanBytesPerSecond() {
            return coveredSeconds == 0 ? OptionalDouble.empty() : OptionalDouble.of(writtenBytes / coveredSeconds);
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
}
