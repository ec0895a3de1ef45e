package dev.weir.driver.kafka.admin;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.share.ShareGroupSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigsOptions;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DeleteShareGroupsOptions;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up and deletes share groups. Used by one thread. */
public record ShareGroups(Admin admin, AnswerDeadline deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(ShareGroups.class);
    private static final String FEATURE = "share.version";
    private static final String DELIVERY_LIMIT = "share.delivery.count.limit";

    /**
     * Sets the settings of groups, which can exist before the groups.
     *
     * @throws DriverException if the cluster has no share groups, or refuses a setting
     */
    void configure(List<ShareGroupSpec> groups) {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        groups.forEach(group -> changes.put(
                resource(group.name()),
                settings(group).entrySet().stream()
                        .map(each -> new AlterConfigOp(
                                new ConfigEntry(each.getKey(), each.getValue()), AlterConfigOp.OpType.SET))
                        .toList()));
        try {
            if (new Features(admin, deadline).finalized().getOrDefault(FEATURE, 0) < 1) {
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
        settings.put(
                "share.auto.offset.reset",
                switch (group.from().position()) {
                    case FILE, FIRST -> "earliest";
                    case END -> "latest";
                    case BACK -> "by_duration:" + Duration.ofNanos(group.from().backNanos());
                });
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
    public OptionalInt deliveryLimit(String group) {
        try {
            ConfigEntry limit = described(group).get(DELIVERY_LIMIT);
            return limit == null || limit.value() == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(limit.value()));
        } catch (ExecutionException | DriverException | NumberFormatException e) {
            LOG.warn("the delivery limit of the share group {} is unknown", group, e);
            return OptionalInt.empty();
        }
    }

    /** Deletes a group without members, and its settings. If that fails, the group stays. */
    void delete(String group) {
        try {
            List<AlterConfigOp> removed = described(group).entries().stream()
                    .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_GROUP_CONFIG)
                    .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.DELETE))
                    .toList();
            alter(Map.of(resource(group), removed));
            deadline.await(
                    "delete a share group",
                    admin.deleteShareGroups(List.of(group), deadline.limit(new DeleteShareGroupsOptions()))
                            .all());
        } catch (ExecutionException | DriverException e) {
            LOG.debug("the share group {} stays", group, e);
        }
    }

    private void alter(Map<ConfigResource, Collection<AlterConfigOp>> changes) throws ExecutionException {
        deadline.await(
                "change settings of share groups",
                admin.incrementalAlterConfigs(changes, deadline.limit(new AlterConfigsOptions()))
                        .all());
    }

    private Config described(String group) throws ExecutionException {
        Map<ConfigResource, Config> described = deadline.await(
                "describe the settings of a share group",
                deadline.configs(admin, List.of(resource(group))).all());
        return described.getOrDefault(resource(group), new Config(List.of()));
    }

    private static ConfigResource resource(String group) {
        return new ConfigResource(ConfigResource.Type.GROUP, group);
    }
}
