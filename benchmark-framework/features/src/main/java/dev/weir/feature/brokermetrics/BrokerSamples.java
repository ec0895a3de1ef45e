package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.EndpointLog.KeptSeries;
import dev.weir.host.observation.TimeRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Samples of all endpoints of the system's hosts during the load, on one time axis. Limited, however long the load is:
 * when there are too many values, every second scrape is dropped, also from then on. Counters are kept as reported and
 * become rates at the end, so dropping scrapes loses detail but no bytes. Written by the sampler's thread,
 * read after that has ended.
 */
final class BrokerSamples {
    /** 8 MB, and about as much in the result: a day and a half of 80 series, one each 10 s. */
    static final int MAX_VALUES = 1_000_000;

    private final int mostValues;
    private final List<EndpointLog> endpoints;
    private List<Scrape> scrapes = new ArrayList<>();
    private int number;
    private int stride = 1;

    BrokerSamples(List<MetricsEndpoint> endpoints) {
        this(endpoints, MAX_VALUES);
    }

    BrokerSamples(List<MetricsEndpoint> endpoints, int mostValues) {
        this.endpoints = endpoints.stream().map(EndpointLog::new).toList();
        this.mostValues = mostValues;
    }

    /**
     * A kept scrape of all endpoints.
     *
     * @param number its number among all, with those that were dropped
     * @param dueNanos when it was due: the axis
     * @param atNanos time of each endpoint's answer
     * @param values of each endpoint, by {@link KeptSeries#place}; empty if it gave no usable answer
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Scrape(int number, long dueNanos, long[] atNanos, double[][] values) {
        double of(int endpoint, KeptSeries series) {
            double[] all = values[endpoint];
            return series.place < all.length ? all[series.place] : Double.NaN;
        }
    }

    /** Growth of a counter between two scrapes that have its value, without a reset between them. */
    private record Growth(int first, int last, long beginNanos, long endNanos, double amount) {}

    List<EndpointLog> endpoints() {
        return endpoints;
    }

    /** Returns the number of intervals: one less than the number of kept scrapes. */
    int intervals() {
        return Math.max(0, scrapes.size() - 1);
    }

    /** Returns the time of the first scrape: epoch nanoseconds of the coordinator. */
    long beginNanos() {
        return scrapes.get(0).dueNanos;
    }

    /** Returns the end of an interval: epoch nanoseconds of the coordinator. */
    long endNanos(int interval) {
        return scrapes.get(interval + 1).dueNanos;
    }

    /**
     * Returns the values of a series for all intervals: the rate per second of a counter, otherwise the value at the end.
     * A counter goes on while samples are missing, so each interval of such a gap has the mean rate over the gap. NaN
     * before the first and after the last report, over a reset of the counter, and for other values that were not
     * reported.
     */
    double[] values(int endpoint, KeptSeries series) {
        double[] values = new double[intervals()];
        if (!series.isCounter) {
            Arrays.setAll(values, i -> scrapes.get(i + 1).of(endpoint, series));
            return values;
        }
        Arrays.fill(values, Double.NaN);
        for (Growth each : growths(endpoint, series)) {
            long nanos = each.endNanos - each.beginNanos;
            if (nanos > 0) {
                Arrays.fill(values, each.first, each.last, each.amount * 1e9 / nanos);
            }
        }
        return values;
    }

    private List<Growth> growths(int endpoint, KeptSeries series) {
        List<Growth> growths = new ArrayList<>();
        int known = -1;
        for (int i = 0; i < scrapes.size(); i++) {
            Scrape scrape = scrapes.get(i);
            double value = scrape.of(endpoint, series);
            if (Double.isNaN(value)) {
                continue;
            }
            if (known >= 0 && !series.isReset(scrapes.get(known).number, scrape.number)) {
                Scrape before = scrapes.get(known);
                double amount = value - before.of(endpoint, series);
                growths.add(new Growth(known, i, before.atNanos[endpoint], scrape.atNanos[endpoint], amount));
            }
            known = i;
        }
        return growths;
    }

    /** Returns what was written to a drive in a stretch, with gaps, because its counter continues. */
    DriveWrites writes(int endpoint, KeptSeries series, TimeRange stretch) {
        double growth = 0;
        double covered = 0;
        List<Double> rates = new ArrayList<>();
        for (Growth each : growths(endpoint, series)) {
            var span = new TimeRange(each.beginNanos, Math.max(each.beginNanos, each.endNanos));
            double inside = stretch.overlapSeconds(span);
            if (inside > 0) {
                double rate = each.amount / span.seconds();
                growth += rate * inside;
                covered += inside;
                if (each.first == each.last - 1 && inside > 0.9 * span.seconds()) {
                    rates.add(rate);
                }
            }
        }
        String host = endpoints.get(endpoint).endpoint().host();
        List<Double> sorted = rates.stream().sorted().toList();
        return new DriveWrites(host, DriveWrites.drive(series), growth, covered, sorted);
    }

    void begin(long dueNanos) {
        long[] times = new long[endpoints.size()];
        Arrays.fill(times, dueNanos);
        scrapes.add(new Scrape(number++, dueNanos, times, new double[times.length][0]));
    }

    /** Adds an endpoint's answer to the last scrape, with the time in the middle between request and answer. */
    void answered(int endpoint, long atNanos, String answer) {
        Scrape last = scrapes.get(scrapes.size() - 1);
        last.atNanos[endpoint] = atNanos;
        last.values[endpoint] = endpoints.get(endpoint).answered(last.number, answer);
    }

    void silent(int endpoint, String why) {
        endpoints.get(endpoint).silent(why);
    }

    /** Drops every second scrape if values are too many; returns the period of kept ones: 1, 2, 4, ... */
    int bound() {
        int series = endpoints.stream().mapToInt(each -> each.series().size()).sum();
        if ((long) scrapes.size() * (endpoints.size() + 1 + series) > mostValues && scrapes.size() > 2) {
            scrapes = IntStream.iterate(0, i -> i < scrapes.size(), i -> i + 2)
                    .mapToObj(scrapes::get)
                    .collect(Collectors.toCollection(ArrayList::new));
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

        /** Returns each reported drive; one that several endpoints report counts once, as the first of them reports it. */
        static List<DriveWrites> of(BrokerSamples samples, TimeRange stretch) {
            List<DriveWrites> drives = new ArrayList<>();
            Set<List<String>> seen = new HashSet<>();
            for (int i = 0; i < samples.endpoints.size(); i++) {
                EndpointLog log = samples.endpoints.get(i);
                for (KeptSeries series : log.series()) {
                    boolean isDrive = series.name.name().equals(SeriesRule.DISK_WRITTEN);
                    if (isDrive && seen.add(List.of(log.endpoint().host(), drive(series)))) {
                        drives.add(samples.writes(i, series, stretch));
                    }
                }
            }
            return drives;
        }

        static String drive(KeptSeries series) {
            return series.name.labels().getOrDefault("device", "");
        }

        Optional<Double> meanBytesPerSecond() {
            return coveredSeconds == 0 ? Optional.empty() : Optional.of(writtenBytes / coveredSeconds);
        }

        Optional<Double> maxBytesPerSecond() {
            int size = ratesPerSecond.size();
            return size == 0 ? Optional.empty() : Optional.of(ratesPerSecond.get(size - 1));
        }

        /**
         * Returns the rate that this share of the intervals does not exceed; empty if fewer than 10 lie beyond.
         *
         * @param share in (0, 1)
         */
        Optional<Double> quantileBytesPerSecond(double share) {
            int rank = (int) Math.ceil(share * ratesPerSecond.size());
            return ratesPerSecond.size() - rank < MIN_BEYOND
                    ? Optional.empty()
                    : Optional.of(ratesPerSecond.get(Math.max(0, rank - 1)));
        }
    }
}
