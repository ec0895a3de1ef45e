package dev.weir.driver.kafka.share;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.client.FinalizedFeatures;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.share.ShareGroupSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DeleteShareGroupsOptions;
import org.apache.kafka.clients.admin.DescribeShareGroupsOptions;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up, describes and deletes share groups. Used by one thread. */
public record ShareGroups(Admin admin, AnswerDeadline deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(ShareGroups.class);
    private static final String FEATURE = "share.version";
    private static final String DELIVERY_LIMIT = "share.delivery.count.limit";

    /** Member of a share group or a consumer group: its host, and the partitions that it reads. */
    public record GroupMember(String host, Set<TopicPartition> partitions) {}

    /**
     * Sets the settings of groups, which can exist before the groups.
     *
     * @throws DriverException if the cluster has no share groups, or refuses a setting
     */
    public void configure(List<ShareGroupSpec> groups) {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (ShareGroupSpec group : groups) {
            List<AlterConfigOp> ofGroup = new ArrayList<>();
            settings(group)
                    .forEach((name, value) -> ofGroup.add(new AlterConfigOp(new ConfigEntry(name, value), OpType.SET)));
            changes.put(resource(group.name()), ofGroup);
        }
        try {
            if (new FinalizedFeatures(admin, deadline).finalized().getOrDefault(FEATURE, 0) < 1) {
                throw new DriverException("this cluster has no share groups: its feature " + FEATURE
                        + " is 0 or unknown; use Kafka 4.2 or later with clusterConfig: feature." + FEATURE + "=1");
            }
            alter(changes);
        } catch (ExecutionException e) {
            throw new DriverException("cannot set up share groups: " + FailureRemedy.text(e), e);
        }
    }

    /** Returns the settings of a group, whose own ones override Weir's. */
    private static Map<String, String> settings(ShareGroupSpec group) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("share.auto.offset.reset", ClientProperties.offsetReset(group.from()));
        if (group.committedOnly()) {
            settings.put("share.isolation.level", "read_committed");
        }
        if (group.renewsLocks()) {
            settings.put("share.renew.acknowledge.enable", "true");
        }
        settings.putAll(group.config());
        return settings;
    }

    /** Returns how often a message of a group is delivered at most; empty if the brokers do not report it. */
    OptionalInt deliveryLimit(String group) {
        try {
            ConfigEntry limit = described(group).get(DELIVERY_LIMIT);
            boolean isKnown = limit != null && limit.value() != null;
            return isKnown ? OptionalInt.of(Integer.parseInt(limit.value())) : OptionalInt.empty();
        } catch (ExecutionException | DriverException | NumberFormatException e) {
            LOG.warn("the delivery limit of the share group {} is unknown", group, e);
            return OptionalInt.empty();
        }
    }

    /** Returns the members of groups. */
    public Map<String, KafkaFuture<List<GroupMember>>> members(List<String> groups) {
        Map<String, KafkaFuture<List<GroupMember>>> members = new TreeMap<>();
        admin.describeShareGroups(groups, deadline.limit(new DescribeShareGroupsOptions()))
                .describedGroups()
                .forEach((group, answer) -> members.put(group, answer.thenApply(ShareGroups::members)));
        return members;
    }

    private static List<GroupMember> members(ShareGroupDescription group) {
        return group.members().stream()
                .map(each -> new GroupMember(each.host(), each.assignment().topicPartitions()))
                .toList();
    }

    /** Deletes a group without members, and its settings. If that fails, the group stays. */
    public void delete(String group) {
        try {
            List<AlterConfigOp> removed = described(group).entries().stream()
                    .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG)
                    .map(entry -> new AlterConfigOp(entry, OpType.DELETE))
                    .toList();
            alter(Map.of(resource(group), removed));
            var answer = admin.deleteShareGroups(List.of(group), deadline.limit(new DeleteShareGroupsOptions()));
            deadline.await("delete a share group", answer.all());
        } catch (ExecutionException | DriverException e) {
            LOG.debug("the share group {} stays", group, e);
        }
    }

    private void alter(Map<ConfigResource, Collection<AlterConfigOp>> changes) throws ExecutionException {
        var answer = admin.incrementalAlterConfigs(changes, deadline.limit(new AlterConfigsOptions()));
        deadline.await("change settings of share groups", answer.all());
    }

    private Config described(String group) throws ExecutionException {
        var answer = deadline.configs(admin, List.of(resource(group))).all();
        return deadline.await("describe the settings of a share group", answer)
                .getOrDefault(resource(group), new Config(List.of()));
    }

    private static ConfigResource resource(String group) {
        return new ConfigResource(ConfigResource.Type.GROUP, group);
    }
}
