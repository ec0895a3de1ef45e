package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.ReceiveListener;

/** An ability that not every driver has, see {@link DriverFactory#capabilities}. Weir refuses files that need a missing one. */
public enum Capability {
    /** {@link Admin#clusterSettings} is present. Needed for a {@code clusterConfig}. */
    CLUSTER_SETTINGS,

    /**
     * Consumers can be opened while a load runs, begin at any {@link ReadFrom}, and have {@link ConsumerSpec#properties} of
     * their own. Needed for {@code from}, {@code startAfter} and {@code consumerConfig} of subscriptions.
     */
    CONSUMER_PLACEMENT,

    /**
     * Consumers report which partitions they are given ({@link ReceiveListener#assigned}), can stand still
     * ({@link Consumer#stop}) and can be abandoned ({@link Consumer#abandon}). Needed for {@code members}.
     */
    MEMBER_CHANGES,

    /**
     * Producers can keep {@link Connections} of their own ({@link ProducerSpec#connections}). Needed for {@code
     * connectionsPerProducer}.
     */
    OWN_CONNECTIONS,

    /** {@link Driver#shares} is present. Needed for subscriptions that are share groups. */
    SHARE_GROUPS
}
