package dev.weir.plan;

import dev.weir.driver.client.ReadFrom;
import dev.weir.workload.Subscription;

/**
 * A consumer that a worker runs.
 *
 * @param consumer its number among all consumers of the run, from 0
 * @param clientId name in the client's logs and the system's metrics
 * @param subscription number of its subscription among those of its topic, from 0
 * @param group name of the subscription, unique in the run
 */
public record ConsumerRole(
        int consumer,
        String clientId,
        String topic,
        int partitions,
        int subscription,
        String group,
        ReadFrom from,
        Subscription kind) {
    public ConsumerRole numbered(int number) {
        String id = clientId.replaceFirst("[0-9]+$", String.valueOf(number));
        return new ConsumerRole(number, id, topic, partitions, subscription, group, from, kind);
    }
}
