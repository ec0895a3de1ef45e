package dev.weir.result;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.workload.Workload;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.text.Secrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One of several compared systems or results: its load, and its settings with all defaults. Secrets, addresses and
 * names are left out, because they differ between any two clusters. Immutable.
 *
 * @param client code of the client
 * @param load fields of the workload, nested ones as {@code keys.cardinality}
 * @param clientSettings settings as {@code producerConfig.linger.ms}
 * @param driverSettings fields that only the driver has
 */
public record ComparedSystem(
        String label,
        String driver,
        String client,
        SortedMap<String, String> load,
        SortedMap<String, String> clientSettings,
        SortedMap<String, String> driverSettings,
        Durability durability) {

    /** Settings of addresses, names and credentials. */
    private static final Pattern PLACE = Pattern.compile(
            "servers?$|hosts?$|address(es)?$|urls?$|keystore|truststore|client\\.(id|rack)|group\\.(id|instance)|transactional\\.id|^admin(User|Password|Token)$",
            Pattern.CASE_INSENSITIVE);

    /** Sections of driver files with settings of clients. */
    private static final List<String> OF_CLIENTS =
            List.of("commonConfig.", "topicConfig.", "producerConfig.", "consumerConfig.");

    /** Fields of a workload that do not change the load. */
    private static final Set<String> BESIDE_THE_LOAD = Set.of("name", "hooks", "thresholds", "brokerMetrics");

    public ComparedSystem {
        load = Collections.unmodifiableSortedMap(new TreeMap<>(load));
        clientSettings = Collections.unmodifiableSortedMap(new TreeMap<>(clientSettings));
        driverSettings = Collections.unmodifiableSortedMap(new TreeMap<>(driverSettings));
    }

    /** Describes a system by its files, and the workload that runs on it, if one is compared. */
    public static ComparedSystem of(
            String label, DriverFactory factory, DriverConfig config, Optional<Workload> workload) {
        SortedMap<String, String> load = new TreeMap<>();
        workload.map(EffectiveFiles::of).ifPresent(file -> load.putAll(load(file)));
        ClientSettings real = factory.clientSettings(config);
        ClientSettings client = Secrets.shown(factory, real);
        SortedMap<String, String> own = new TreeMap<>();
        put("", config.settings(), own);
        put("clusterConfig.", config.clusterConfig(), own);
        own.replaceAll(Secrets::withoutSecret);
        return new ComparedSystem(
                label, config.driver(), client.client(), load, settings(client, real), own, factory.durability(config));
    }

    /** Returns settings in which two hidden values differ if the values do. */
    private static SortedMap<String, String> settings(ClientSettings shown, ClientSettings real) {
        SortedMap<String, String> values = fields(real);
        SortedMap<String, String> settings = fields(shown);
        settings.replaceAll(
                (name, value) -> value.equals(Secrets.HIDDEN) ? Secrets.mark(values.getOrDefault(name, "")) : value);
        return settings;
    }

    /** Returns the fields of a workload file that define the load. */
    public static Map<String, String> load(Map<String, Object> workloadFile) {
        Map<String, Object> file = new LinkedHashMap<>(workloadFile);
        file.keySet().removeAll(BESIDE_THE_LOAD);
        return EffectiveFiles.flat(file);
    }

    /** Returns the settings of a client by their names in driver files, such as {@code producerConfig.linger.ms}. */
    public static SortedMap<String, String> fields(ClientSettings client) {
        SortedMap<String, String> fields = new TreeMap<>();
        put("topicConfig.", client.topic(), fields);
        put("producerConfig.", client.producer(), fields);
        put("consumerConfig.", client.consumer(), fields);
        return fields;
    }

    /** Returns whether a field of a driver file is among {@link #fields}. */
    public static boolean isOfClients(String field) {
        return OF_CLIENTS.stream().anyMatch(field::startsWith);
    }

    /** Returns whether a setting of clients is an address, a name or a credential. */
    public static boolean isPlace(String setting) {
        return PLACE.matcher(setting).find();
    }

    public ComparedSystem with(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(driverSettings);
        more.put(name, value);
        return new ComparedSystem(label, driver, client, load, clientSettings, more, durability);
    }

    public ComparedSystem measured(Durability found) {
        return new ComparedSystem(label, driver, client, load, clientSettings, driverSettings, durability.with(found));
    }

    private static void put(String prefix, Map<String, String> from, Map<String, String> to) {
        from.forEach((name, value) -> {
            if (!Secrets.isSecret(name) && !isPlace(name)) {
                to.put(prefix + name, value.strip());
            }
        });
    }
}
