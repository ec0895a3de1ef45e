package dev.weir.workload.check;

import dev.weir.workload.fields.ConsumerFields;
import dev.weir.workload.fields.RunFields;
import dev.weir.workload.fields.TopicFields;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether a workload's name contradicts its fields. Charts show names: published comparisons had series whose
 * label stated another number of producers than the file did.
 */
final class LabelChecks {
    /** A number and its noun, as a word or, for both clients, by letters: {@code 16-partitions}, {@code 4p-4c}. */
    private static final Pattern COUNT = Pattern.compile("(?<![\\w.])(\\d{1,7})"
            + "(?:[ _-]?(?:topic|partition|producer|consumer)s?|p(?=[-_ ]\\d+c)|(?<=\\dp[-_ ]\\d{1,7})c)(?![a-z0-9])");

    private LabelChecks() {}

    static void check(FieldValues values) {
        String name = values.find(RunFields.NAME).orElse("");
        Matcher counts = COUNT.matcher(name.toLowerCase(Locale.ROOT));
        while (counts.find()) {
            String what = counts.group().replaceFirst("^\\d+[ _-]?", "").replaceFirst("s$", "");
            check(values, Long.parseLong(counts.group(1)), what);
        }
    }

    private static void check(FieldValues values, long labelled, String what) {
        Field<Long> field = switch (what) {
            case "topic" -> TopicFields.TOPICS;
            case "partition" -> TopicFields.PARTITIONS;
            case "producer", "p" -> TopicFields.PRODUCERS;
            default -> ConsumerFields.CONSUMERS;
        };
        if (!values.sound(field) || values.find(field).isEmpty()) {
            return;
        }
        long each = values.get(field);
        long topics = values.find(TopicFields.TOPICS).orElse(1L);
        long subscriptions = values.find(ConsumerFields.SUBSCRIPTIONS).orElse(1L);
        long ofAll = field.equals(ConsumerFields.CONSUMERS) ? Math.max(1, subscriptions) : 1;
        List<Long> meant = field.equals(TopicFields.TOPICS)
                ? List.of(each)
                : List.of(each, each * topics, each * ofAll, each * topics * ofAll);
        if (!meant.contains(labelled)) {
            values.warning(
                    RunFields.NAME,
                    "says " + labelled + ", but " + field.name() + " is " + each
                            + ": charts would show a wrong name; change one of them");
        }
    }
}
