package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.PrometheusText.PrometheusSample;
import dev.weir.feature.brokermetrics.PrometheusText.ScrapeException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Selects the series to keep: those of {@link SeriesRule}, and those that users name. Used by one thread. */
final class SeriesChoice {
    /** Label of series for single topics, beside the sum of all topics. */
    private static final String PART = "topic";

    private static final String QUANTILE = "quantile";
    private static final String TAIL = "0.99";
    private static final String MEAN = "_mean";

    /** The number of requests is that of their total times. */
    private static final Pattern SAME_COUNT = Pattern.compile("kafka_network_requestmetrics_(?!total)\\w+_count");

    /** JMX exporters without rules: {@code kafka_server_BrokerTopicMetrics_Count{name="BytesInPerSec"}}. */
    private static final Pattern JMX_DEFAULT = Pattern.compile("(kafka_\\w+?_\\w+)_(Count|Value|OneMinuteRate)");

    private final MetricsEndpoint endpoint;
    private final Map<String, Boolean> wanted = new HashMap<>();

    SeriesChoice(MetricsEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Value of a kept series: that of all topics if it is reported, otherwise the sum of the single topics. */
    static final class Kept {
        private double total;
        private double parts;
        private boolean hasTotal;
        private boolean isCounter;

        double value() {
            return hasTotal ? total : parts;
        }

        boolean isCounter() {
            return isCounter;
        }

        /** Adds a sample; returns this. */
        private Kept add(PrometheusSample sample) {
            isCounter = sample.isCounter();
            if (sample.labels().containsKey(PART)) {
                parts += sample.value();
            } else {
                hasTotal = true;
                total += sample.value();
            }
            return this;
        }
    }

    /**
     * Returns the kept series of an answer: first those that are kept for all endpoints.
     *
     * @throws ScrapeException if it is not in Prometheus' format
     */
    Map<SeriesName, Kept> read(String answer) {
        Map<SeriesName, Kept> byRule = new LinkedHashMap<>();
        Map<SeriesName, Kept> byName = new LinkedHashMap<>();
        for (PrometheusSample sample : PrometheusText.read(answer, this::isWanted)) {
            Optional<SeriesRule> rule = SeriesRule.of(canonicalName(sample));
            if (rule.isPresent()) {
                if (isKept(sample, rule.get())) {
                    Map<String, String> labels = new HashMap<>(sample.labels());
                    labels.keySet().retainAll(rule.get().by());
                    byRule.computeIfAbsent(new SeriesName(sample.name(), labels), any -> new Kept())
                            .add(sample);
                }
            } else if (matches(endpoint.series(), sample.name())) {
                // All labels are kept, so there is one sample of each; of two, the first counts.
                byName.computeIfAbsent(new SeriesName(sample.name(), sample.labels()), any -> new Kept().add(sample));
            }
        }
        replaceMeans(byRule);
        byRule.putAll(byName);
        return byRule;
    }

    /**
     * Replaces the mean of all times since a broker started by their sum, from which the mean of an interval follows:
     * Kafka reports no sums in JMX.
     */
    private static void replaceMeans(Map<SeriesName, Kept> kept) {
        for (Map.Entry<SeriesName, Kept> each : List.copyOf(kept.entrySet())) {
            SeriesName mean = each.getKey();
            if (mean.name().endsWith(MEAN)) {
                kept.remove(mean);
                String times = mean.name().substring(0, mean.name().length() - MEAN.length());
                Kept count = kept.get(new SeriesName(times + "_count", mean.labels()));
                if (count != null) {
                    double sum = Math.rint(each.getValue().value() * count.value());
                    var sample = new PrometheusSample(times + "_sum", mean.labels(), sum, true);
                    kept.putIfAbsent(new SeriesName(sample.name(), sample.labels()), new Kept().add(sample));
                }
            }
        }
        kept.keySet().removeIf(each -> SAME_COUNT.matcher(each.name()).matches());
    }

    private boolean isWanted(String name) {
        return wanted.computeIfAbsent(
                name,
                any -> SeriesRule.of(name).isPresent()
                        || JMX_DEFAULT.matcher(name).matches()
                        || matches(endpoint.series(), name));
    }

    private static String canonicalName(PrometheusSample sample) {
        Matcher jmx = JMX_DEFAULT.matcher(sample.name());
        return sample.labels().containsKey("name") && jmx.matches()
                ? jmx.group(1) + "_" + sample.labels().get("name") + "_" + jmx.group(2)
                : sample.name();
    }

    private boolean isKept(PrometheusSample sample, SeriesRule rule) {
        Map<String, String> labels = sample.labels();
        String device = labels.getOrDefault("device", "");
        String request = labels.get("request");
        boolean areNamed =
                sample.name().startsWith("node_disk_") && !endpoint.drives().isEmpty();
        boolean isOfHost = areNamed
                ? matches(endpoint.drives(), device)
                : !rule.without().matcher(device).matches();
        boolean hasQuantile = !rule.by().contains(QUANTILE) || TAIL.equals(labels.get(QUANTILE));
        // Cycles of concurrent collectors are no pauses.
        return isOfHost
                && hasQuantile
                && !labels.getOrDefault("gc", "").contains("Cycles")
                && (request == null || rule.kinds().matcher(request).matches());
    }

    private static boolean matches(List<String> names, String name) {
        return names.stream()
                .anyMatch(each ->
                        each.endsWith("*") ? name.startsWith(each.substring(0, each.length() - 1)) : name.equals(each));
    }

    /**
     * Name of a kept series of an endpoint.
     *
     * @param labels kept labels; series that differ only in other labels are summed
     */
    record SeriesName(String name, Map<String, String> labels) {
        public SeriesName {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }
    }
}
