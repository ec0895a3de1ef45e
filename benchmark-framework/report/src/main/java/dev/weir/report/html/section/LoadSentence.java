package dev.weir.report.html.section;

import dev.weir.feature.Features;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.result.document.RunDocument.OmbLoad;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Describes the load in a sentence, from the effective workload, or from the fields that OMB's files repeat. */
public record LoadSentence(StoredResult result, OmbLoad omb, Map<String, Object> workload) {
    public static String of(StoredResult result) {
        if (result.workloadFile().isEmpty()) {
            return repeated(result.document().load());
        }
        Map<String, Object> workload = result.workloadFile().get();
        var sentence = new LoadSentence(result, result.document().load(), workload);
        var ofFeature = Features.in(PartView.class).stream().flatMap(each -> each.load(workload).stream());
        return "Load: " + ofFeature.findFirst().orElseGet(sentence::load) + ".";
    }

    private static String repeated(OmbLoad load) {
        List<String> parts = new ArrayList<>();
        add(load.topics(), "topic", "", parts);
        add(load.partitions(), "partition", " per topic", parts);
        add(load.producersPerTopic(), "producer", " per topic", parts);
        add(load.consumersPerTopic(), "consumer", " per subscription", parts);
        load.messageSize().ifPresent(bytes -> parts.add("messages of " + plural(bytes.doubleValue(), "byte")));
        var target = load.producerRate().map(each -> each instanceof Number rate ? rate(rate.doubleValue()) : each);
        target.ifPresent(rate -> parts.add("at a target of " + rate));
        return parts.isEmpty() ? "The file does not contain the load." : "Load: " + String.join(", ", parts) + ".";
    }

    private static void add(Optional<Number> count, String noun, String of, List<String> parts) {
        count.ifPresent(number -> parts.add(plural(number.doubleValue(), noun) + of));
    }

    private String load() {
        double topics =
                workload.get("existingTopicList") instanceof List<?> existing ? existing.size() : number("topics", 1);
        double producers = summed("producersPerTopicList", topics * number("producersPerTopic"));
        double subscriptions = numberOr(omb.subscriptionsPerTopic(), 1);
        double consumers = topics * subscriptions * numberOr(omb.consumersPerTopic(), 0);
        String received = consumers > 0
                ? plural(consumers, "consumer") + " in " + plural(subscriptions, "subscription")
                        + (topics > 1 ? " of each topic" : "")
                : "no subscriptions";
        return (producers > 0
                        ? plural(producers, "producer") + ", " + messages() + " to " + topics(topics) + schedule()
                        : "nothing is produced, " + topics(topics) + " " + (topics == 1 ? "is" : "are") + " read")
                + "; " + received;
    }

    private String messages() {
        String together = Features.in(PartView.class).stream()
                .flatMap(each -> each.ofMessages(workload).stream())
                .map(text -> " " + text)
                .collect(Collectors.joining());
        String sizes = workload.get("messageSizeDistribution") instanceof Map<?, ?> ranges
                ? ranges.keySet().stream().map(String::valueOf).collect(Collectors.joining(" or ", "", " bytes"))
                : plural(number("messageSize"), "byte");
        return "messages of " + sizes + together;
    }

    private String topics(double topics) {
        String names = plural(topics, workload.containsKey("existingTopicList") ? "existing topic" : "topic");
        return workload.containsKey("partitionsPerTopicList")
                ? names + " with " + plural(summed("partitionsPerTopicList", 0), "partition") + " in all"
                : names + " of " + plural(number("partitionsPerTopic", numberOr(omb.partitions(), 0)), "partition");
    }

    private static double numberOr(Optional<Number> field, double otherwise) {
        return field.map(Number::doubleValue).orElse(otherwise);
    }

    private String schedule() {
        List<String> parts = new ArrayList<>();
        if ("closed".equals(workload.get("mode"))) {
            parts.add("in a closed loop, each producer with " + plural(number("inFlight", 1), "message")
                    + " under way at a time");
        } else {
            OptionalDouble target = result.throughput().target();
            if (workload.containsKey("producerRateList")) {
                parts.add("at rates that change with time"
                        + (target.isPresent() ? ", on average " + rate(target.getAsDouble()) : ""));
            } else if (target.isPresent() || number("producerRate") > 0) {
                parts.add("at a target of " + rate(target.orElse(number("producerRate"))));
            } else if ("max".equals(workload.get("producerRate"))) {
                parts.add("as fast as each producer can");
            }
            if (workload.get("arrival") instanceof String arrival && !arrival.equals("uniform")) {
                parts.add("arrivals: " + arrival);
            }
        }
        Features.in(PartView.class).forEach(each -> each.ofLoad(workload).ifPresent(parts::add));
        return parts.isEmpty() ? "" : ", " + String.join(", ", parts);
    }

    private double number(String field) {
        return number(field, 0);
    }

    private double number(String field, double otherwise) {
        return workload.get(field) instanceof Number number ? number.doubleValue() : otherwise;
    }

    private double summed(String field, double otherwise) {
        return workload.get(field) instanceof List<?> list
                ? list.stream()
                        .mapToDouble(each -> each instanceof Number number ? number.doubleValue() : 0)
                        .sum()
                : otherwise;
    }

    private static String plural(double count, String noun) {
        return NumberText.counted(Math.round(count), noun);
    }

    private static String rate(double rate) {
        return Figures.rate(rate) + " messages per second";
    }
}
