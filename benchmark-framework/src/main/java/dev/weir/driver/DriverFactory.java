package dev.weir.driver;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.referee.Referees;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One system that can be driven. Registered for {@link java.util.ServiceLoader}; the class needs a public constructor
 * without parameters, which does nothing. All methods may be called from any thread.
 *
 * <p>A driver in a jar of its own sees the JDK, this package and those of the contract below it, the SLF4J API, and what its own jars hold. While its factory,
 * a {@link Driver} or an {@link Admin} of it is called, its class loader is the thread's context class loader, which
 * threads inherit that are started then; in calls to producers and consumers it is not.
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
     * what the field means. A field that is in neither is refused when the file is read.
     */
    default Map<String, String> settings() {
        return Map.of();
    }

    /**
     * What is wrong or doubtful in a configuration, as far as that can be told without connecting. Called when the file is read,
     * so that a contradiction is not found an hour into a campaign.
     *
     * @return empty if nothing is wrong
     */
    default List<ConfigProblem> problems(DriverConfig config) {
        return List.of();
    }

    /** Whether its administration has {@link Admin#clusterSettings}. Where not, files with a clusterConfig are refused. */
    default boolean changesClusters() {
        return false;
    }

    /**
     * What producers and consumers need of a configuration: this goes to workers. What only the administration needs, such as
     * its credentials, stays on the coordinator's host.
     */
    default DriverConfig forClients(DriverConfig config) {
        return config.withClusterConfig(Map.of());
    }

    /**
     * Which files a configuration makes clients open, and which code it makes them load or start: a worker that got it from the
     * network does only what its own start allows. A file that is not named here must not be opened, and no such code run.
     * What is harmless, such as the client library's own alternatives, is left out. Without better knowledge it is guessed
     * by the names of properties.
     *
     * @param config as {@link #forClients} left it
     */
    default List<HostAccess> hostAccess(DriverConfig config) {
        return HostAccess.guessed(config);
    }

    /**
     * What a configuration comes to for the client, so that two of them can be held against each other: it must not matter
     * whether one writes a default that the other leaves out. Asked only of a configuration without {@link #problems}.
     */
    default ClientSettings clientSettings(DriverConfig config) {
        return ClientSettings.asWritten(config);
    }

    /**
     * How many bytes of payload the client compresses together at most; empty if it compresses nothing. Payloads that repeat
     * within so many bytes are compressed however random they are. Asked only of a configuration without {@link #problems}.
     */
    default OptionalLong compressedTogetherBytes(DriverConfig config) {
        return OptionalLong.empty();
    }

    /**
     * What is known of the meaning of an acknowledgement before anything was connected to. What depends on the system is
     * {@link DurabilitySource#UNKNOWN}. Asked only of a configuration without {@link #problems}.
     */
    default Durability durability(DriverConfig config) {
        return Durability.NONE;
    }

    /**
     * Opens the driver. Connecting may wait until the first producer, consumer or administration is opened.
     *
     * @throws DriverException if the configuration cannot be used
     */
    Driver open(DriverConfig config);

    /**
     * Whether producers and consumers only meet inside one JVM, so that a run cannot spread over several workers. True
     * for in-memory systems.
     */
    default boolean withinOneProcess() {
        return false;
    }

    /**
     * Whether messages are a key and a payload and nothing else: no header travels with them, producers cannot choose a
     * partition, and consumers report neither partition nor offset. Messages that are too small for Weir's stamp, and
     * workloads with weights of partitions, are refused then. The order of messages is unknown.
     */
    default boolean payloadOnly() {
        return false;
    }

    /**
     * Whether consumers can be opened while a load runs, begin anywhere in a topic ({@link
     * dev.weir.driver.client.ReadFrom}), and have properties of their own. Where not, workloads that need it are refused.
     */
    default boolean placesConsumers() {
        return false;
    }

    /**
     * The setting that holds the text of a driver file which another tool defines. A file without this setting is taken as a
     * whole: all its fields are the driver's own, but for the name.
     */
    default Optional<String> wholeFile() {
        return Optional.empty();
    }

    /**
     * How to start a throw-away cluster of this system on this host, where the driver can. Asked only of drivers on
     * Weir's class path: what {@code -d embedded} means is not changed by a jar.
     */
    default Optional<EmbeddedClusters> embedded() {
        return Optional.empty();
    }

    /**
     * The tools that the system's own project measures it with, where the driver can run them. Asked only of drivers on
     * Weir's class path.
     */
    default Optional<Referees> referees() {
        return Optional.empty();
    }
}
