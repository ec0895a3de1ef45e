package dev.weir.workload;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.DriverConfig;
import dev.weir.workload.yaml.FieldValues;
import dev.weir.workload.yaml.FieldWriter;
import java.util.List;

/**
 * How the consumers of a subscription share partitions, instead of having partitions of their own. Features add records of
 * this type. In an assignment, such a record goes by the name under which its feature registers it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface SubscriptionType {
    /** Returns how many messages each consumer processes at the same time, at least 1. */
    int concurrency();

    /** Adds its fields to those of a subscription, in the form of a file. */
    void put(FieldWriter subscription);

    /** Adds problems of a subscription with other fields of its file. */
    void check(Subscription subscription, FieldValues workload);

    /** Returns why a subscription of this name cannot be used with a driver. */
    List<String> problems(String subscription, DriverFactory factory, DriverConfig config);
}
