package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * One system that can be driven. Registered for {@link java.util.ServiceLoader}; the class needs a public constructor
 * without parameters, which does nothing. All methods may be called from any thread.
 *
 * <p>A driver in a jar of its own can use the JDK, this package and the packages of the contract below it, the SLF4J
 * API, and its own jars. During calls to its factory, its {@link Driver} and its {@link Admin}, its class loader is the
 * context class loader of the thread, and threads that the driver starts then inherit it. During calls to producers and
 * consumers it is not.
 */
public interface DriverFactory {

    /** The name by which driver files and {@code -d} select this driver: lower case, no spaces. */
    String name();

    /** Other names that select it, such as the class names in the driver files of the OpenMessaging Benchmark. */
    default Set<String> aliases() {
        return Set.of();
    }

    /**
     * Fields that this driver's files may hold beyond the common ones of {@link DriverConfig}: name to a line that says
     * what the field means. A field that is in neither is refused when the file is read. A field {@code client} chooses the
     * code of the client: comparisons leave it out, and compare what {@link #clientSettings} names.
     */
    default Map<String, String> settings() {
        return Map.of();
    }

    /**
     * Names of the properties of clients and topics that the client documents and that are no secrets. Results show
     * their values, and only the names of other properties, which may be secrets of a plug-in. Empty if the driver has
     * no list: then results hide only values whose names are those of secrets.
     */
    default Set<String> documentedProperties() {
        return Set.of();
    }

    /**
     * Errors and warnings about a configuration that can be found without connecting. Called when the file is read, so
     * that a campaign does not fail after an hour because of a contradiction.
     *
     * @return empty if nothing is wrong
     */
    default List<ConfigProblem> problems(DriverConfig config) {
        return List.of();
    }

    /**
     * Errors and warnings about a configuration that does not fit how a workload uses it, as far as they can be found
     * without connecting. Called only for configurations without {@link #problems(DriverConfig)}.
     *
     * @return empty if nothing is wrong
     */
    default List<ConfigProblem> problems(DriverConfig config, ClientUse use) {
        return List.of();
    }

    /**
     * What the system and its client can do with a configuration beyond sending and receiving. Known before anything
     * connects, so Weir refuses files that need a missing ability before it starts. Called only for configurations without
     * {@link #problems(DriverConfig)}.
     */
    default Set<Capability> capabilities(DriverConfig config) {
        return Set.of();
    }

    /**
     * The part of a configuration that producers and consumers need. The coordinator sends this part to workers. Values
     * that only the administration needs, such as its credentials, stay on the coordinator's host.
     */
    default DriverConfig forClients(DriverConfig config) {
        return config.withClusterConfig(Map.of());
    }

    /**
     * A configuration with the values that clients of this process use, if the client library replaces references in
     * client properties by values from elsewhere. References that it cannot replace stay. Values can be secrets.
     */
    default DriverConfig resolved(DriverConfig config) {
        return config;
    }

    /**
     * The settings of clients of this process if some of them are {@link #resolved}, without secrets; otherwise empty.
     * The environment of each worker's host decides these values, and the coordinator judges by its own.
     */
    default Map<String, String> resolvedSettings(DriverConfig config) {
        if (resolved(config).equals(config)) {
            return Map.of();
        }
        Map<String, String> settings = new TreeMap<>();
        ClientSettings clients = clientSettings(config);
        clients.producer().forEach((name, value) -> settings.put("producerConfig." + name, value));
        clients.consumer().forEach((name, value) -> settings.put("consumerConfig." + name, value));
        durability(config).items().forEach(item -> settings.put(item.key().toString(), item.value()));
        return settings;
    }

    /**
     * The files that clients open because of a configuration, and the code that they load or start because of it. A
     * worker refuses a configuration from the network if the command that started the worker does not allow this, and
     * {@code rerun} that of a result if it is not trusted. The driver must not open other files or run other code. Harmless choices, such as between classes of the client
     * library itself, are left out. The default guesses from the names and values of properties.
     *
     * @param config of clients, as {@link #forClients} left it, or of the administration, too
     */
    default List<HostAccess> hostAccess(DriverConfig config) {
        return HostAccess.guessed(config);
    }

    /**
     * The settings of the client that result from a configuration, defaults included, so that Weir can compare two
     * configurations: it must not matter whether one file has a default that the other leaves out. Called only for
     * configurations without {@link #problems(DriverConfig)}.
     */
    default ClientSettings clientSettings(DriverConfig config) {
        return ClientSettings.asWritten(config);
    }

    /**
     * How many bytes of payload the client compresses together at most; empty if it compresses nothing. Payloads that
     * repeat within this number of bytes compress well even if they are random. Called only for configurations without
     * {@link #problems(DriverConfig)}.
     */
    default OptionalLong compressedTogetherBytes(DriverConfig config) {
        return OptionalLong.empty();
    }

    /**
     * What an acknowledgement means, as far as the configuration alone decides it. Values that depend on the system are
     * {@link DurabilitySource#UNKNOWN}. Called only for configurations without {@link #problems(DriverConfig)}.
     */
    default Durability durability(DriverConfig config) {
        return Durability.NONE;
    }

    /**
     * Returns why messages of this driver cannot have a header, for a person; empty if they can. Weir refuses headers
     * where {@link #payloadOnly} is true without this call.
     */
    default Optional<String> headerProblem(MessageHeader header) {
        return Optional.empty();
    }

    /**
     * Whether topics that this configuration creates accept only messages with keys, such as compacted topics of Kafka.
     * If so, Weir refuses workloads whose messages have none.
     */
    default boolean needsKeys(DriverConfig config) {
        return false;
    }

    /**
     * Opens the driver. Connecting may wait until the first producer, consumer or administration is opened.
     *
     * @throws DriverException if the configuration cannot be used
     */
    Driver open(DriverConfig config);

    /**
     * Whether producers and consumers can exchange messages only inside one JVM, so that a run cannot use several
     * workers. True for systems in memory.
     */
    default boolean withinOneProcess() {
        return false;
    }

    /**
     * Whether messages have only a key and a payload: no headers, producers cannot choose a partition, and consumers
     * report neither partition nor offset. If so, Weir refuses messages that are too small for its stamp, and workloads
     * with headers, with the stamp in a header or with weights of partitions. The order of messages is unknown then.
     */
    default boolean payloadOnly() {
        return false;
    }

    /**
     * The setting that contains the text of a driver file in another tool's format. If a file does not have this
     * setting, the whole file is in that format: all its fields except the name belong to the driver.
     */
    default Optional<String> wholeFile() {
        return Optional.empty();
    }

    /**
     * Starts throw-away clusters of this system on this host; empty if the driver cannot. Called only for drivers on
     * Weir's class path, so that no jar changes the meaning of {@code -d embedded}.
     */
    default Optional<EmbeddedClusters> embedded() {
        return Optional.empty();
    }
}
