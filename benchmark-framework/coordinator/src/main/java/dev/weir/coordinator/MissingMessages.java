package dev.weir.coordinator;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.weir.audit.AuditResult;
import dev.weir.audit.DeliveryAudit;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.measure.Counts;
import dev.weir.plan.ProducerRole;
import dev.weir.plan.RunPlan;
import dev.weir.workload.Subscriptions;
import dev.weir.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Divides the messages that subscriptions have not received into expired, lost and unknown ones.
 *
 * <p>The audit has the number of missing messages of each producer at each subscription, and the logs how many messages
 * were removed from each topic before a subscription received them. More missing messages than removed ones are lost.
 */
record MissingMessages(Workload workload, RunPlan plan, DeliveryAudit audit, ExpiredMessages removed) {
    /**
     * Messages that a subscription is certain to lack.
     *
     * @param unsure messages that may have expired; none of them is in {@code expired}
     */
    private record Missing(long all, long expired, long unsure) {
        Missing plus(Missing other) {
            return new Missing(all + other.all, expired + other.expired, unsure + other.unsure);
        }
    }

    AuditResult audited(boolean settled) {
        Missing sum = missing(settled).stream().reduce(new Missing(0, 0, 0), Missing::plus);
        return audit.result(settled, sum.expired, sum.unsure);
    }

    /** Returns for each subscription, after the end of delivery, how many messages are lost or unknown. */
    List<Long> lostOrUnknown() {
        List<Missing> missing = missing(true);
        return IntStream.range(0, missing.size())
                .mapToObj(s -> missing.get(s).all - missing.get(s).expired + audit.unknown(s))
                .toList();
    }

    private List<Missing> missing(boolean settled) {
        List<TopicSpec> topics = plan.consumedTopics(workload);
        Map<String, List<Integer>> producers = plan.assignments().stream()
                .flatMap(assignment -> assignment.clients().producers().stream())
                .collect(groupingBy(ProducerRole::topic, mapping(ProducerRole::producer, toList())));
        List<Missing> all = new ArrayList<>();
        for (int s = 0; s < workload.subscriptions().count(); s++) {
            boolean shared = workload.subscriptions().each().get(s).sharesPartitions();
            boolean given = plan.isInGivenGroup(s);
            var ofAllTopics = new Missing(0, 0, 0);
            int subscription = s;
            for (int t = 0; t < topics.size(); t++) {
                String output = topics.get(t).name();
                String input = plan.topics().get(t).name();
                long missing = producers.getOrDefault(input, List.of()).stream()
                        .mapToLong(producer -> audit.missing(subscription, producer))
                        .sum();
                long expired = removed.isReplaced(output) || removed.isReplaced(input)
                        ? missing
                        : Math.min(missing, removed.of(s, output, settled));
                // Offsets do not show what a share group has not acknowledged, and what a relay has not read.
                boolean direct = !shared && !workload.hasRelays();
                // Another member of a given group may have received what is missing.
                long mayHaveExpired = given ? missing : direct ? 0 : removed.removedFrom(input);
                long unsure = Math.min(missing - expired, mayHaveExpired);
                ofAllTopics = ofAllTopics.plus(new Missing(missing, expired, unsure));
            }
            all.add(ofAllTopics);
        }
        return all;
    }

    /** Returns the result of a run without an audit, whose counts are known only. */
    AuditResult counted(boolean settled, Counts total, long received) {
        Subscriptions subscriptions = workload.subscriptions();
        long expired =
                IntStream.range(0, subscriptions.count()).mapToLong(removed::of).sum();
        long due = total.sends().acknowledged() * subscriptions.countStartingWithLoad();
        long missing = Math.max(0, due - received);
        var totals = new AuditResult.Totals(
                total.sends().acknowledged(),
                total.sends().failed(),
                total.sends().aborted(),
                total.receipts().received(),
                workload.isConsumeOnly() ? expired : Math.min(expired, missing));
        return AuditResult.off(settled, subscriptions.count(), totals);
    }

    /**
     * Returns whether each subscription has received everything that the logs still had.
     *
     * @param resolvedNanos when the outcomes of all messages were known
     */
    boolean isAllReceived(long resolvedNanos) {
        int subscriptions = workload.subscriptions().count();
        return !workload.subscriptions().sharePartitions()
                && !workload.hasRelays()
                && removed.isAllReceived(plan.consumedTopics(workload), subscriptions, resolvedNanos);
    }
}
